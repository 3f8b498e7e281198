import { defineCondition, gradingTests, maxClaims } from '../../harness/index.ts';
import { lucidStages } from '../shared/lucid-stages.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { writeNoPlan } from '../shared/remediate.ts';

export default defineCondition({
  description: 'lucid with the raw failures in place of the plan',
  verifier: gradingTests,
  uses: { maxClaims },
  comparator: 'lucid',
  order: 70,
  run: refineLoop({ ...lucidStages, remediate: writeNoPlan }),
});
