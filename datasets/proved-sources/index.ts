import { defineContractDataset, sha256 } from '../../harness/dataset.ts';
import { cloverArchive, cloverContracts } from '../shared/clover/contracts.ts';
import { provedContracts } from '../shared/proved-contracts.ts';

/** The programs of kata-proved, then those of CloverBench: what translations begin from. Each keeps the name it has there. */
export default defineContractDataset({
  kind: 'contract',
  title: 'Kata, proved, and CloverBench',
  source: 'written for this project, MIT; ChuyueSun/Clover, dataset/CloverBench/textbook_algo, MIT',
  downloads: [cloverArchive],
  async load(context) {
    const parts = [provedContracts(), await cloverContracts(context)];
    return {
      sha256: sha256(JSON.stringify(parts.map((part) => part.sha256))),
      problems: parts.flatMap(({ problems }) => problems),
    };
  },
});
