import { defineCondition, gradingTests } from '../../harness/index.ts';
import { proofLoop } from '../shared/proof-loop.ts';

export default defineCondition({
  description: 'A fresh independent body until one is proved',
  verifier: gradingTests,
  comparator: 'proof-once',
  order: 1040,
  appliesTo: ['contract'],
  run: proofLoop({ docstring: false }, 'draw'),
});
