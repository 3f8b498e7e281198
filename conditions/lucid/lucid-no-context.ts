import { defineCondition, gradingTests, maxClaims } from '../../harness/index.ts';
import { extractClaims } from '../shared/extract.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { repairFromPlan } from '../shared/regenerate.ts';
import { writePlan } from '../shared/remediate.ts';
import { runVerifier } from '../shared/verify.ts';

export default defineCondition({
  description: 'lucid, regenerating from task and plan only',
  verifier: gradingTests,
  uses: { maxClaims },
  comparator: 'lucid',
  order: 60,
  faults: ['verdict-flip', 'plan'],
  run: refineLoop({ extract: extractClaims, verify: runVerifier, remediate: writePlan, regenerate: repairFromPlan }),
});
