import { defineCondition, gradingTests, maxClaims } from '../../harness/index.ts';
import { lucidStages } from '../shared/lucid-stages.ts';
import { refineLoop } from '../shared/refine-loop.ts';

export default defineCondition({
  description: 'Claims extracted, grading tests run, a plan written from both, regenerated with all of it',
  verifier: gradingTests,
  uses: { maxClaims },
  comparator: 'resample-oracle',
  order: 40,
  faults: ['verdict-flip', 'plan'],
  run: refineLoop(lucidStages),
});
