import { defineContractDataset } from '../../harness/dataset.ts';
import { provedContracts } from '../shared/proved-contracts.ts';

export default defineContractDataset({
  kind: 'contract',
  title: 'Kata, proved',
  source: 'written for this project, MIT',
  load: async () => provedContracts(),
});
