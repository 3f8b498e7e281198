import { defineCondition, gradingTests } from '../../harness/index.ts';
import { plainStages } from '../shared/plain-stages.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { drawAgain } from '../shared/regenerate.ts';

export default defineCondition({
  description: 'A fresh independent answer until the grading tests accept one',
  verifier: gradingTests,
  comparator: 'baseline',
  order: 110,
  run: refineLoop({ ...plainStages, regenerate: drawAgain }),
});
