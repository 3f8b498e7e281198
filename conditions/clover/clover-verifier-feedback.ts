import { consistency, defineCondition, given } from '../../harness/index.ts';
import { CLOVER_ROLES, cloverLoop, sixChecks } from '../shared/clover-loop.ts';

export default defineCondition({
  description: 'As clover, and code is rebuilt until the prover proves it, told what the prover says',
  verifier: sixChecks,
  uses: { given, consistency },
  roles: CLOVER_ROLES,
  comparator: 'clover',
  order: 1150,
  appliesTo: ['triple'],
  isOnRequest: true,
  run: cloverLoop({ feedback: 'prover' }),
});
