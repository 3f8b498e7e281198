import { criticFaults, defineCondition, modelVerdict } from '../../harness/index.ts';
import { editsOfFailing } from '../shared/codegrad/gradient.ts';
import { codegradLoop } from '../shared/codegrad/loop.ts';
import { askReview } from '../shared/codegrad/review.ts';
import { CODEGRAD_ROLES, CRITIC_ROLES } from '../shared/codegrad/stages.ts';

export default defineCondition({
  description: 'codegrad without proof and gate: every draft becomes the candidate',
  verifier: modelVerdict,
  uses: { criticFaults },
  roles: CODEGRAD_ROLES,
  criticRoles: CRITIC_ROLES,
  comparator: 'codegrad',
  order: 1240,
  faults: ['review'],
  appliesTo: ['function'],
  isOnRequest: true,
  run: codegradLoop({ review: askReview, gradient: editsOfFailing }),
});
