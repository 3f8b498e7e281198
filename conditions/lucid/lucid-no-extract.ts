import { defineCondition, gradingTests } from '../../harness/index.ts';
import { extractNothing } from '../shared/extract.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { repair } from '../shared/regenerate.ts';
import { writePlan } from '../shared/remediate.ts';
import { runVerifier } from '../shared/verify.ts';

export default defineCondition({
  description: 'lucid without claims',
  verifier: gradingTests,
  comparator: 'lucid',
  order: 50,
  faults: ['verdict-flip', 'plan'],
  run: refineLoop({ extract: extractNothing, verify: runVerifier, remediate: writePlan, regenerate: repair }),
});
