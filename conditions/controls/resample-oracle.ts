import { defineCondition, gradingTests } from '../../harness/index.ts';
import { extractNothing } from '../shared/extract.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { drawAgain } from '../shared/regenerate.ts';
import { writeNoPlan } from '../shared/remediate.ts';
import { runVerifier } from '../shared/verify.ts';

export default defineCondition({
  description: 'A fresh independent answer until the grading tests accept one',
  verifier: gradingTests,
  comparator: 'baseline',
  order: 110,
  run: refineLoop({ extract: extractNothing, verify: runVerifier, remediate: writeNoPlan, regenerate: drawAgain }),
});
