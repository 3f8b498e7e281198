import { defineCondition, modelVerdict } from '../../harness/index.ts';
import { extractNothing } from '../shared/extract.ts';
import { judgeProgram } from '../shared/judge-program.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { repair } from '../shared/regenerate.ts';
import { writeNoPlan } from '../shared/remediate.ts';

export default defineCondition({
  description: 'A judge model accepts or criticises the whole program; the critique goes straight to the rewrite',
  verifier: modelVerdict,
  comparator: 'random-verifier',
  order: 20,
  run: refineLoop({ extract: extractNothing, verify: judgeProgram, remediate: writeNoPlan, regenerate: repair }),
});
