import { criticFaults, defineCondition, gradingTests } from '../../harness/index.ts';
import { gradedGate, gradedReview } from '../shared/codegrad/critics.ts';
import { editsOfFailing } from '../shared/codegrad/gradient.ts';
import { codegradLoop } from '../shared/codegrad/loop.ts';

export default defineCondition({
  description: 'codegrad with the hidden tests in place of its critic: the best that a critic could say',
  verifier: gradingTests,
  uses: { criticFaults },
  comparator: 'codegrad',
  order: 1290,
  faults: ['review', 'gate'],
  appliesTo: ['function'],
  isOnRequest: true,
  run: codegradLoop({ review: gradedReview, gradient: editsOfFailing, gate: gradedGate }),
});
