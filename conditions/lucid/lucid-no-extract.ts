import { defineCondition, gradingTests } from '../../harness/index.ts';
import { extractNothing } from '../shared/extract.ts';
import { lucidStages } from '../shared/lucid-stages.ts';
import { refineLoop } from '../shared/refine-loop.ts';

export default defineCondition({
  description: 'lucid without claims',
  verifier: gradingTests,
  comparator: 'lucid',
  order: 50,
  faults: ['verdict-flip', 'plan'],
  run: refineLoop({ ...lucidStages, extract: extractNothing }),
});
