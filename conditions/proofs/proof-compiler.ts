import { defineCondition, publicTests } from '../../harness/index.ts';
import { proofLoop } from '../shared/proof-loop.ts';

export default defineCondition({
  description: 'A body rewritten from what the compiler says of its text and types',
  verifier: publicTests,
  comparator: 'proof-resample',
  order: 1010,
  appliesTo: ['contract'],
  run: proofLoop({ docstring: false }, 'repair'),
});
