import { consistency, defineCondition, given } from '../../harness/index.ts';
import { CLOVER_ROLES, cloverLoop, sixChecks } from '../shared/clover-loop.ts';

export default defineCondition({
  description: 'As clover, and names stay as they are, as in its public code',
  verifier: sixChecks,
  uses: { given, consistency },
  roles: CLOVER_ROLES,
  comparator: 'clover',
  order: 1130,
  appliesTo: ['triple'],
  isOnRequest: true,
  run: cloverLoop({ keepsNames: true }),
});
