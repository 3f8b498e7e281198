import { criticFaults, defineCondition, modelVerdict } from '../../harness/index.ts';
import { askGate } from '../shared/codegrad/gate.ts';
import { editsOfFailing } from '../shared/codegrad/gradient.ts';
import { codegradLoop } from '../shared/codegrad/loop.ts';
import { askReview } from '../shared/codegrad/review.ts';
import { CODEGRAD_ROLES, CRITIC_ROLES } from '../shared/codegrad/stages.ts';

export default defineCondition({
  description: 'CodeGrad: edits from a review on four axes, each revision behind a proof of its invariants',
  verifier: modelVerdict,
  uses: { criticFaults },
  roles: CODEGRAD_ROLES,
  criticRoles: CRITIC_ROLES,
  comparator: 'codegrad-matched',
  order: 1210,
  faults: ['review', 'gate'],
  appliesTo: ['function'],
  isOnRequest: true,
  run: codegradLoop({ review: askReview, gradient: editsOfFailing, gate: askGate }),
});
