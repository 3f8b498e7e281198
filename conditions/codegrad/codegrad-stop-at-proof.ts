import { defineCondition, modelVerdict } from '../../harness/index.ts';
import { proveAndVerify } from '../shared/codegrad-gate.ts';
import { editsOfFailing } from '../shared/codegrad-gradient.ts';
import { codegradLoop } from '../shared/codegrad-loop.ts';
import { askReview } from '../shared/codegrad-review.ts';
import { CODEGRAD_ROLES, CRITIC_ROLES } from '../shared/codegrad-stages.ts';

export default defineCondition({
  description: 'codegrad that ends at the first accepted proof, not only at four axes that pass',
  verifier: modelVerdict,
  roles: CODEGRAD_ROLES,
  criticRoles: CRITIC_ROLES,
  comparator: 'codegrad',
  order: 1230,
  appliesTo: ['function'],
  isOnRequest: true,
  run: codegradLoop({ review: askReview, gradient: editsOfFailing, gate: proveAndVerify, endsAtProof: true }),
});
