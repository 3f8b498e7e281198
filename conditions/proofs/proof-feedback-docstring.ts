import { defineCondition, gradingTests } from '../../harness/index.ts';
import { proofLoop } from '../shared/proof-loop.ts';

export default defineCondition({
  description: 'As proof-feedback, and the model is told in words what the contract says',
  verifier: gradingTests,
  comparator: 'proof-feedback',
  order: 1030,
  appliesTo: ['contract'],
  run: proofLoop({ docstring: true }, 'repair'),
});
