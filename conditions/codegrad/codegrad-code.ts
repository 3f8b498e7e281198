import { criticFaults, defineCondition, modelVerdict, runningCritic } from '../../harness/index.ts';
import { askGate } from '../shared/codegrad/gate.ts';
import { editsOfFailing } from '../shared/codegrad/gradient.ts';
import { codegradLoop } from '../shared/codegrad/loop.ts';
import { probeAndReview } from '../shared/codegrad/running.ts';
import { CODEGRAD_ROLES, CRITIC_ROLES } from '../shared/codegrad/stages.ts';

export default defineCondition({
  description: 'codegrad whose critic has three calls of the program run before it reviews (+Code)',
  verifier: modelVerdict,
  uses: { criticFaults, runningCritic },
  roles: CODEGRAD_ROLES,
  criticRoles: CRITIC_ROLES,
  comparator: 'codegrad',
  order: 1225,
  faults: ['review', 'gate'],
  isOnRequest: true,
  run: codegradLoop({ review: probeAndReview, gradient: editsOfFailing, gate: askGate }),
});
