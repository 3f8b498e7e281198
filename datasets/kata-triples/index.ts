import { readFileSync } from 'node:fs';
import {
  type Contract,
  defineTripleDataset,
  sha256,
  type TripleProblem,
  type TripleSet,
} from '../../harness/dataset.ts';
import { LANGUAGES, type ProvedProgram, readProvedPrograms } from '../shared/proved-programs.ts';
import { linesOf, readSections, toExample } from '../shared/sections.ts';
import { tripleId } from '../shared/triple-id.ts';

/** The programs of kata-proved, in both languages, completed to the five sets of Clover's Table 3. */
export default defineTripleDataset({
  kind: 'triple',
  title: 'Kata, triples',
  source: 'written for this project, MIT',
  async load() {
    const problems = readProvedPrograms().flatMap((program) =>
      LANGUAGES.flatMap((language) => toTriples(program, language, changesOf(program.name))),
    );
    return { sha256: sha256(JSON.stringify(problems)), problems };
  },
});

const folder = new URL('programs/', import.meta.url);

/** What a program's file adds to it. */
function changesOf(name: string) {
  const file = `kata-triples/programs/${name}.txt`;
  const read = readSections(readFileSync(new URL(`${name}.txt`, folder), 'utf8'), file);
  return { read, says: toExample(read('C1 says'), file) };
}

function toTriples(
  { name, topic, docstring, versions, inputs, shows }: ProvedProgram,
  language: (typeof LANGUAGES)[number],
  { read, says }: ReturnType<typeof changesOf>,
): TripleProblem[] {
  const { contract, body, wrong, weakened } = versions[language];
  const triple = (
    set: TripleSet,
    own: { docstring?: string; clauses?: readonly string[]; body?: string },
    because?: TripleProblem['shows'],
  ): TripleProblem => {
    const whole: Contract = { ...contract, clauses: own.clauses ?? contract.clauses };
    const artefacts = { docstring: own.docstring ?? docstring, contract: whole, body: own.body ?? body };
    const id = tripleId(`kata-triples/${language}/${name}`, artefacts);
    return {
      task: { kind: 'triple', id, language, ...artefacts },
      program: `${language}/${name}`,
      set,
      inputs: inputs.map(({ input }) => input),
      ...(because === undefined ? {} : { shows: because }),
      tags: [set, language, topic],
    };
  };
  const { clauses } = contract;
  const other = read(`${language} C6 body`);
  const lessSaid = { body: wrong, clauses, input: shows.input };
  return [
    triple('ground-truth', {}),
    // What its words say of an input, and its program does not give.
    triple(
      'C1',
      { docstring: read('C1 docstring') },
      { body, clauses: [resultIs(says.output, language)], input: says.input },
    ),
    triple('C2', { clauses: weakened }, lessSaid),
    triple('C3', { docstring: read('C3 docstring'), clauses: weakened }, lessSaid),
    triple(
      'C6',
      { clauses: linesOf(read(`${language} C6 clauses`)), body: other },
      { body: other, clauses, input: shows.input },
    ),
  ];
}

/** A clause that holds of one result. */
const resultIs = (output: string, language: (typeof LANGUAGES)[number]): string =>
  language === 'python' ? `ensures result == ${output}` : `ensures r == ${output.toLowerCase()}`;
