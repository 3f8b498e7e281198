import { criticFaults, defineCondition, modelVerdict } from '../../harness/index.ts';
import { askGate } from '../shared/codegrad/gate.ts';
import { editsOfFailing } from '../shared/codegrad/gradient.ts';
import { codegradLoop } from '../shared/codegrad/loop.ts';
import { askReview } from '../shared/codegrad/review.ts';
import { CODEGRAD_ROLES, CRITIC_ROLES } from '../shared/codegrad/stages.ts';

export default defineCondition({
  description: 'codegrad that ends at the first accepted proof, not only at four axes that pass',
  verifier: modelVerdict,
  uses: { criticFaults },
  roles: CODEGRAD_ROLES,
  criticRoles: CRITIC_ROLES,
  comparator: 'codegrad',
  order: 1230,
  faults: ['review', 'gate'],
  appliesTo: ['function'],
  isOnRequest: true,
  run: codegradLoop({ review: askReview, gradient: editsOfFailing, gate: askGate, endsAtProof: true }),
});
