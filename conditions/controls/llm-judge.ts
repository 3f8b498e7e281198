import { defineCondition, modelVerdict } from '../../harness/index.ts';
import { plainStages } from '../shared/plain-stages.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { judgeProgram } from '../shared/verify.ts';

export default defineCondition({
  description: 'A judge model accepts or criticises the whole program; the critique goes straight to the rewrite',
  verifier: modelVerdict,
  comparator: 'random-verifier',
  order: 20,
  run: refineLoop({ ...plainStages, verify: judgeProgram }),
});
