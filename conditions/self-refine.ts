import { defineCondition } from '../harness/index.ts';
import { criticiseOwn } from './shared/judge-program.ts';
import { plainStages } from './shared/plain-stages.ts';
import { refineLoop } from './shared/refine-loop.ts';

export default defineCondition({
  description: 'The model criticises its own answer and rewrites it until its critique is content',
  verifier: 'model',
  comparator: 'baseline',
  run: refineLoop({ ...plainStages, verify: criticiseOwn }),
});
