import { consistency, defineCondition, given } from '../../harness/index.ts';
import { CLOVER_ROLES, cloverLoop, sixChecks } from '../shared/clover-loop.ts';

export default defineCondition({
  description: 'Clover: accepted where all six checks pass between words, annotation and code',
  verifier: sixChecks,
  uses: { given, consistency },
  roles: CLOVER_ROLES,
  comparator: 'prover-alone',
  order: 1120,
  appliesTo: ['triple'],
  run: cloverLoop(),
});
