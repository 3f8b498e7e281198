import { consistency, defineCondition, given } from '../../harness/index.ts';
import { CLOVER_ROLES, cloverLoop, sixChecks } from '../shared/clover-loop.ts';

export default defineCondition({
  description: 'As clover, and words are rebuilt from code without its loops’ invariants',
  verifier: sixChecks,
  uses: { given, consistency },
  roles: CLOVER_ROLES,
  comparator: 'clover',
  order: 1140,
  appliesTo: ['triple'],
  isOnRequest: true,
  run: cloverLoop({ hidesInvariants: true }),
});
