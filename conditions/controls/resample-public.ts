import { defineCondition, publicTests } from '../../harness/index.ts';
import { extractNothing } from '../shared/extract.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { drawAgain } from '../shared/regenerate.ts';
import { writeNoPlan } from '../shared/remediate.ts';
import { runVerifier } from '../shared/verify.ts';

export default defineCondition({
  description: 'A fresh independent answer until the tests of the prompt accept one',
  verifier: publicTests,
  comparator: 'baseline',
  order: 120,
  run: refineLoop({ extract: extractNothing, verify: runVerifier, remediate: writeNoPlan, regenerate: drawAgain }),
});
