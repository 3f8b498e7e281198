import {
  DataError,
  type DataFile,
  defineTripleDataset,
  type KnownDefect,
  sha256,
  splitDafnyMethod,
  type TripleProblem,
  textsInTar,
} from '../../harness/dataset.ts';
import { makeChanges } from '../shared/clover/rewritten.ts';
import { tripleId } from '../shared/triple-id.ts';
import { callsIn } from './calls.ts';
import { changesFor } from './changes.ts';
import { departures } from './compare.ts';
import { type ShippedTriple, shippedTriples, WANTED } from './shipped.ts';

const textsOf = (archive: Buffer): ReadonlyMap<string, string> => textsInTar(archive, WANTED);

const official: DataFile = {
  name: 'clover-bench.tgz',
  url: 'https://codeload.github.com/ChuyueSun/Clover/tar.gz/02144bec1bbf8d38951ef2df6f0c2870965a214e',
  sha256: '007dbb98c7a1c121e5568362ba8d763a66d93b7e6a3585387ea94c6d2f9a694b',
  folder: 'clover',
  // Whatever else the archive holds.
  normalise: (archive) => JSON.stringify([...textsOf(archive)]),
};

/** 62 programs ship; these two are not among the paper's 60. */
const NOT_IN_THE_PAPER = new Set(['match', 'double_array_elements']);

/** CloverBench's triples (Sun et al. 2023, arXiv 2310.17807, Table 3): 60 programs in five sets, each with its shipped words, contract and body. */
export default defineTripleDataset({
  kind: 'triple',
  title: 'CloverBench, triples',
  source: 'ChuyueSun/Clover, dataset/CloverBench, MIT',
  downloads: [official],
  async load({ readOfficialBytes }) {
    const shipped = shippedTriples(textsOf(await readOfficialBytes(official)));
    const used = shipped.filter(({ name }) => !NOT_IN_THE_PAPER.has(name));
    const problems = used.map(toProblem);
    const right = new Map(used.filter(({ set }) => set === 'ground-truth').map((triple) => [triple.name, triple]));
    const knownDefects = used.flatMap((triple, place): KnownDefect[] => {
      const found = departures(triple, right.get(triple.name) ?? triple);
      const taskId = problems[place]?.task.id ?? '';
      return found.length === 0 ? [] : [{ taskId, note: `${triple.name}, ${triple.set}: ${found.join('; ')}` }];
    });
    return { sha256: sha256(JSON.stringify(problems)), problems, knownDefects };
  },
});

function toProblem({ name, set, docstring, program, tests }: ShippedTriple): TripleProblem {
  const { text, changes } = makeChanges(name, program, changesFor(name, program));
  try {
    const artefacts = { docstring, ...splitDafnyMethod(text) };
    const id = tripleId(`clover-triples/${name}`, artefacts);
    return {
      task: { kind: 'triple', id, language: 'dafny', ...artefacts },
      program: name,
      set,
      calls: callsIn(tests),
      published: { program, changes },
      tags: [set],
    };
  } catch (cause) {
    throw new DataError(`clover-triples/${name}, ${set}: expected one method, got ${String(cause)}`, { cause });
  }
}
