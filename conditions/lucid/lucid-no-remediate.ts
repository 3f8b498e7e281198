import { defineCondition, gradingTests, maxClaims } from '../../harness/index.ts';
import { extractClaims } from '../shared/extract.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { repair } from '../shared/regenerate.ts';
import { writeNoPlan } from '../shared/remediate.ts';
import { runVerifier } from '../shared/verify.ts';

export default defineCondition({
  description: 'lucid with the raw failures in place of the plan',
  verifier: gradingTests,
  uses: { maxClaims },
  comparator: 'lucid',
  order: 70,
  run: refineLoop({ extract: extractClaims, verify: runVerifier, remediate: writeNoPlan, regenerate: repair }),
});
