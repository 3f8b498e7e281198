import { defineCondition, publicTests } from '../../harness/index.ts';
import { plainStages } from '../shared/plain-stages.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { drawAgain } from '../shared/regenerate.ts';

export default defineCondition({
  description: 'A fresh independent answer until the tests of the prompt accept one',
  verifier: publicTests,
  comparator: 'baseline',
  order: 120,
  run: refineLoop({ ...plainStages, regenerate: drawAgain }),
});
