import {
  DataError,
  type DataFile,
  defineTripleDataset,
  type KnownDefect,
  sha256,
  splitDafnyMethod,
  type TripleProblem,
  textsInTar,
} from '../../../harness/dataset.ts';
import { tripleId } from '../triple-id.ts';
import { callsIn } from './calls.ts';
import { changesFor } from './changes-for.ts';
import { departures } from './departures.ts';
import { makeChanges } from './rewritten.ts';
import { type ShippedTriple, shippedTriples, WANTED } from './shipped.ts';

const textsOf = (archive: Buffer): ReadonlyMap<string, string> => textsInTar(archive, WANTED);

const official: DataFile = {
  name: 'clover-bench.tgz',
  url: 'https://codeload.github.com/ChuyueSun/Clover/tar.gz/02144bec1bbf8d38951ef2df6f0c2870965a214e',
  sha256: 'da3a9d08c1cf6b9a0df28d0d51ee382196d16e63b0613ede087b8d1a9af3a463',
  folder: 'clover',
  // Whatever else the archive holds.
  normalise: (archive) => JSON.stringify([...textsOf(archive)]),
};

/** The archive's triples of some of its programs, as a dataset. */
export function cloverTriples(
  id: string,
  { title, isUsed }: { readonly title: string; isUsed(name: string): boolean },
) {
  return defineTripleDataset({
    kind: 'triple',
    title,
    source: 'ChuyueSun/Clover, dataset/CloverBench, MIT',
    downloads: [official],
    async load({ readOfficialBytes }) {
      const shipped = shippedTriples(textsOf(await readOfficialBytes(official)));
      const used = shipped.filter(({ name }) => isUsed(name));
      const problems = used.map((triple) => toProblem(id, triple));
      const right = new Map(used.filter(({ set }) => set === 'ground-truth').map((triple) => [triple.name, triple]));
      const knownDefects = used.flatMap((triple, place): KnownDefect[] => {
        const found = departures(triple, right.get(triple.name) ?? triple);
        const taskId = problems[place]?.task.id ?? '';
        return found.length === 0 ? [] : [{ taskId, note: `${triple.name}, ${triple.set}: ${found.join('; ')}` }];
      });
      return { sha256: sha256(JSON.stringify(problems)), problems, knownDefects };
    },
  });
}

function toProblem(dataset: string, { name, set, docstring, program, tests }: ShippedTriple): TripleProblem {
  const { text, changes } = makeChanges(name, program, changesFor(name, program));
  try {
    const artefacts = { docstring, ...splitDafnyMethod(text) };
    const id = tripleId(`${dataset}/${name}`, artefacts);
    return {
      task: { kind: 'triple', id, language: 'dafny', ...artefacts },
      program: name,
      set,
      calls: callsIn(tests),
      published: { program, changes },
      tags: [set],
    };
  } catch (cause) {
    throw new DataError(`${dataset}/${name}, ${set}: expected one method, got ${String(cause)}`, { cause });
  }
}
