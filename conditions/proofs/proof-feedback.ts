import { defineCondition, gradingTests } from '../../harness/index.ts';
import { proofLoop } from '../shared/proof-loop.ts';

export default defineCondition({
  description: 'A body rewritten from what compiler and prover say, until it is proved',
  verifier: gradingTests,
  comparator: 'proof-resample',
  order: 1020,
  appliesTo: ['contract'],
  run: proofLoop({ docstring: false }, 'repair'),
});
