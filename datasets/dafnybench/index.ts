import { type ContractProblem, defineContractDataset, sha256 } from '../../harness/dataset.ts';
import { official, readRows } from './rows.ts';
import { toProblem } from './to-problem.ts';

/**
 * DafnyBench (Loughridge et al. 2024, arXiv 2406.08467): 782 programs in Dafny 4, with the hints that prove them and without. A task is the last method of a program from
 * which hints were taken; of programs without one there is none. AlphaVerus (A.1) uses the 562 that its Dafny does not prove without hints, and does not list them.
 */
export default defineContractDataset({
  kind: 'contract',
  title: 'DafnyBench',
  source: 'sun-wendy/DafnyBench, DafnyBench/test.json, Apache-2.0',
  downloads: [official],
  async load({ readOfficial }) {
    const found = readRows(await readOfficial(official)).map(toProblem);
    const problems = found.filter((each): each is ContractProblem => typeof each !== 'string');
    return { sha256: sha256(JSON.stringify(problems)), problems };
  },
});
