import { defineCondition, modelVerdict } from '../../harness/index.ts';
import { plainStages } from '../shared/plain-stages.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { criticiseOwn } from '../shared/verify.ts';

export default defineCondition({
  description: 'The model criticises its own answer and rewrites it until its critique is content',
  verifier: modelVerdict,
  comparator: 'baseline',
  order: 10,
  run: refineLoop({ ...plainStages, verify: criticiseOwn }),
});
