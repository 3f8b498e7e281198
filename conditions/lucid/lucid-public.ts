import { defineCondition, maxClaims, publicTests } from '../../harness/index.ts';
import { lucidStages } from '../shared/lucid-stages.ts';
import { refineLoop } from '../shared/refine-loop.ts';

export default defineCondition({
  description: 'lucid with only the tests that stand in the prompt',
  verifier: publicTests,
  uses: { maxClaims },
  comparator: 'resample-public',
  order: 100,
  faults: ['verdict-flip', 'plan'],
  run: refineLoop(lucidStages),
});
