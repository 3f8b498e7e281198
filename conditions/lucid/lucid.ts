import { defineCondition, gradingTests, maxClaims } from '../../harness/index.ts';
import { extractClaims } from '../shared/extract.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { repair } from '../shared/regenerate.ts';
import { writePlan } from '../shared/remediate.ts';
import { runVerifier } from '../shared/verify.ts';

export default defineCondition({
  description: 'Claims extracted, grading tests run, a plan written from both, regenerated with all of it',
  verifier: gradingTests,
  uses: { maxClaims },
  comparator: 'resample-oracle',
  order: 40,
  faults: ['verdict-flip', 'plan'],
  run: refineLoop({ extract: extractClaims, verify: runVerifier, remediate: writePlan, regenerate: repair }),
});
