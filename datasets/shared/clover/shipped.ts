import { DataError } from '../../../harness/dataset.ts';

/** The paper's sets (Table 3): what of a right triple was changed. C4, C5 and C7 are left out there. */
export const SETS = ['ground-truth', 'C1', 'C2', 'C3', 'C6'] as const;
type TripleSet = (typeof SETS)[number];

/** A triple as it is shipped: words, and a program that is contract and body. */
export interface ShippedTriple {
  readonly name: string;
  readonly set: TripleSet;
  readonly docstring: string;
  readonly program: string;
  /** A program that calls the right method on five inputs and prints what it gives. */
  readonly tests: string;
}

/** Of an archive what triples are made of, by set and name. A file's suffix is not its set's name. */
export const WANTED =
  /(?:^|\/)CloverBench\/((?:textbook_algo|textbook_algo_unit_tests|adversarial_incorrect\/C[1236])\/(\w+)\/(?:\2_strong\.dfy|\2_spec\.txt|\2_C2\.txt|\2_C1\.dfy|\2_doc\.txt|\2_tests\.dfy|\2\.dfy))$/;

/** Where each set's words and program are: C2 and C6 keep the right words. */
const FILES: Readonly<Record<TripleSet, (name: string) => { readonly docstring: string; readonly program: string }>> = {
  'ground-truth': (name) => ({ docstring: rightDocstring(name), program: `textbook_algo/${name}/${name}_strong.dfy` }),
  C1: (name) => ({ docstring: `${changed('C1', name)}_C2.txt`, program: `${changed('C1', name)}_strong.dfy` }),
  C2: (name) => ({ docstring: rightDocstring(name), program: `${changed('C2', name)}_C1.dfy` }),
  C3: (name) => ({ docstring: `${changed('C3', name)}_doc.txt`, program: `${changed('C3', name)}_C1.dfy` }),
  C6: (name) => ({ docstring: rightDocstring(name), program: `${changed('C6', name)}.dfy` }),
};

const rightDocstring = (name: string): string => `textbook_algo/${name}/${name}_spec.txt`;
const changed = (set: string, name: string): string => `adversarial_incorrect/${set}/${name}/${name}`;

/** All triples of the archive's texts: program after program, each in all sets. Throws `DataError` naming a file that is not there. */
export function shippedTriples(texts: ReadonlyMap<string, string>): readonly ShippedTriple[] {
  const names = [...texts.keys()].flatMap((path) => path.match(/^textbook_algo\/(\w+)\/\1_strong\.dfy$/)?.[1] ?? []);
  const read = (path: string): string => {
    const text = texts.get(path);
    if (text !== undefined) return text.replaceAll('\r\n', '\n');
    throw new DataError(`clover-triples: expected the file ${path} in the archive`);
  };
  return names.flatMap((name) =>
    SETS.map((set) => {
      const files = FILES[set](name);
      const tests = read(`textbook_algo_unit_tests/${name}/${name}_tests.dfy`);
      return { name, set, docstring: read(files.docstring).trim(), program: read(files.program), tests };
    }),
  );
}
