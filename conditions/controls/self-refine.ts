import { defineCondition, modelVerdict } from '../../harness/index.ts';
import { extractNothing } from '../shared/extract.ts';
import { criticiseOwn } from '../shared/judge-program.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { repair } from '../shared/regenerate.ts';
import { writeNoPlan } from '../shared/remediate.ts';

export default defineCondition({
  description: 'The model criticises its own answer and rewrites it until its critique is content',
  verifier: modelVerdict,
  comparator: 'baseline',
  order: 10,
  run: refineLoop({ extract: extractNothing, verify: criticiseOwn, remediate: writeNoPlan, regenerate: repair }),
});
