import { defineCondition } from '../../harness/index.ts';
import { lucidStages } from '../shared/lucid-stages.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { repairFromPlan } from '../shared/regenerate.ts';

export default defineCondition({
  description: 'lucid, regenerating from task and plan only',
  verifier: 'grading-tests',
  comparator: 'lucid',
  order: 60,
  faults: ['verdict-flip', 'plan'],
  run: refineLoop({ ...lucidStages, regenerate: repairFromPlan }),
});
