import { criticFaults, defineCondition, runningCritic, type Verifier } from '../../harness/index.ts';
import { editsOfFailing } from '../shared/codegrad/gradient.ts';
import { codegradLoop } from '../shared/codegrad/loop.ts';
import { runGate, runReview } from '../shared/codegrad/running.ts';

const runs: Verifier = { name: 'runs', sees: 'public' };

export default defineCondition({
  description: 'codegrad with a critic that runs programs and drafts: examples, result types, growth, changed inputs',
  verifier: runs,
  uses: { criticFaults, runningCritic },
  comparator: 'codegrad',
  order: 1280,
  faults: ['review', 'gate'],
  isOnRequest: true,
  run: codegradLoop({ review: runReview, gradient: editsOfFailing, gate: runGate }),
});
