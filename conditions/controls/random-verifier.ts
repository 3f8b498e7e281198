import { coin, defineCondition } from '../../harness/index.ts';
import { extractNothing } from '../shared/extract.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { repair } from '../shared/regenerate.ts';
import { writeNoPlan } from '../shared/remediate.ts';
import { runVerifier } from '../shared/verify.ts';

export default defineCondition({
  description: 'A seeded coin accepts or rejects; feedback without content',
  verifier: coin,
  comparator: 'baseline',
  order: 30,
  run: refineLoop({ extract: extractNothing, verify: runVerifier, remediate: writeNoPlan, regenerate: repair }),
});
