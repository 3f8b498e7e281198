import { defineContractDataset } from '../../harness/dataset.ts';
import { cloverArchive, cloverContracts } from '../shared/clover/contracts.ts';

/**
 * CloverBench (Sun et al. 2023, "Clover: Closed-Loop Verifiable Code Generation", arXiv 2310.17807): textbook programs in Dafny 4 with contracts that say
 * what they do. The candidate is the body under the published contract.
 */
export default defineContractDataset({
  kind: 'contract',
  title: 'CloverBench',
  source: 'ChuyueSun/Clover, dataset/CloverBench/textbook_algo, MIT',
  downloads: [cloverArchive],
  load: cloverContracts,
});
