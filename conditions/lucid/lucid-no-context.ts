import { defineCondition, gradingTests, maxClaims } from '../../harness/index.ts';
import { lucidStages } from '../shared/lucid-stages.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { repairFromPlan } from '../shared/regenerate.ts';

export default defineCondition({
  description: 'lucid, regenerating from task and plan only',
  verifier: gradingTests,
  uses: { maxClaims },
  comparator: 'lucid',
  order: 60,
  faults: ['verdict-flip', 'plan'],
  run: refineLoop({ ...lucidStages, regenerate: repairFromPlan }),
});
