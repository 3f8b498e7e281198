import { defineCondition, maxClaims, publicTests } from '../../harness/index.ts';
import { extractClaims } from '../shared/extract.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { repair } from '../shared/regenerate.ts';
import { writePlan } from '../shared/remediate.ts';
import { runVerifier } from '../shared/verify.ts';

export default defineCondition({
  description: 'lucid with only the tests that stand in the prompt',
  verifier: publicTests,
  uses: { maxClaims },
  comparator: 'resample-public',
  order: 100,
  faults: ['verdict-flip', 'plan'],
  run: refineLoop({ extract: extractClaims, verify: runVerifier, remediate: writePlan, regenerate: repair }),
});
