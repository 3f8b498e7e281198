import { criticFaults, defineCondition, modelVerdict } from '../../harness/index.ts';
import { askGate } from '../shared/codegrad/gate.ts';
import { generalEdits } from '../shared/codegrad/gradient.ts';
import { codegradLoop } from '../shared/codegrad/loop.ts';
import { askReview } from '../shared/codegrad/review.ts';
import { CODEGRAD_ROLES, CRITIC_ROLES } from '../shared/codegrad/stages.ts';

export default defineCondition({
  description: 'codegrad, as many general edits drawn by chance in place of those of the review',
  verifier: modelVerdict,
  uses: { criticFaults },
  roles: CODEGRAD_ROLES,
  criticRoles: CRITIC_ROLES,
  comparator: 'codegrad',
  order: 1260,
  faults: ['review', 'gate'],
  appliesTo: ['function'],
  isOnRequest: true,
  run: codegradLoop({ review: askReview, gradient: generalEdits, gate: askGate }),
});
