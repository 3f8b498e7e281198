import { defineCondition } from '../../harness/index.ts';
import { generatedLoop } from '../shared/generated-loop.ts';

export default defineCondition({
  description:
    'LUCID in full: claims become assertions, each is validated and run, a plan by severity repairs what fails',
  verifier: 'generated-tests',
  comparator: 'lucid-generated-matched',
  order: 130,
  faults: ['verdict-flip', 'claims', 'plan'],
  isOnRequest: true,
  isForFunctions: true,
  run: generatedLoop({
    isWeighted: true,
    verify: (_task, candidate, gathered, { claims }) => claims.check(candidate, gathered),
  }),
});
