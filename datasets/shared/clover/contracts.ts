import {
  type ContractProblem,
  DataError,
  type DataFile,
  type DatasetContext,
  sha256,
  splitDafny,
  textsInTar,
} from '../../../harness/dataset.ts';
import { rewritten } from './rewritten.ts';

/** Of an archive the programs and what they say in words: `abs/abs_strong.dfy`, `abs/abs_spec.txt`. */
const WANTED = /(?:^|\/)CloverBench\/textbook_algo\/(\w+\/\w+(?:_strong\.dfy|_spec\.txt))$/;
const textsOf = (archive: Buffer): ReadonlyMap<string, string> => textsInTar(archive, WANTED);

/** What is downloaded. */
export const cloverArchive: DataFile = {
  name: 'clover-bench.tgz',
  url: 'https://codeload.github.com/ChuyueSun/Clover/tar.gz/02144bec1bbf8d38951ef2df6f0c2870965a214e',
  sha256: '5ee94cc6be2326432358b68b5f850501c17b4d7e7248818d101e9c20de68a31f',
  folder: 'clover',
  // Whatever else the archive holds.
  normalise: (archive) => JSON.stringify([...textsOf(archive)]),
};

/** 62 programs ship; these two are not among the paper's 60. */
const NOT_IN_THE_PAPER = new Set(['match', 'double_array_elements']);

/** The paper's 60 contracts of CloverBench, and their sum. Throws `UsageError` where the archive is not there. */
export async function cloverContracts({ readOfficialBytes }: Pick<DatasetContext, 'readOfficialBytes'>): Promise<{
  readonly sha256: string;
  readonly problems: readonly ContractProblem[];
}> {
  const texts = textsOf(await readOfficialBytes(cloverArchive));
  const names = [...texts.keys()].flatMap((path) => path.match(/^(\w+)\/\1_strong\.dfy$/)?.[1] ?? []);
  const problems = names.filter((name) => !NOT_IN_THE_PAPER.has(name)).map((name) => toProblem(name, texts));
  return { sha256: sha256(JSON.stringify(problems)), problems };
}

function toProblem(name: string, texts: ReadonlyMap<string, string>): ContractProblem {
  const [program, docstring] = [texts.get(`${name}/${name}_strong.dfy`), texts.get(`${name}/${name}_spec.txt`)];
  if (program === undefined || docstring === undefined)
    throw new DataError(`clover-bench/${name}: expected ${name}_strong.dfy and ${name}_spec.txt`);
  const published = program.replaceAll('\r\n', '\n');
  const { text, changes } = rewritten(name, published);
  try {
    const { contract, body } = splitDafny(text);
    return {
      task: { kind: 'contract', id: `clover-bench/${name}`, language: 'dafny', contract, docstring: docstring.trim() },
      canonical: body,
      wrong: [],
      published: { program: published, changes },
    };
  } catch (cause) {
    throw new DataError(`clover-bench/${name}: expected one method with a contract, got ${String(cause)}`, { cause });
  }
}
