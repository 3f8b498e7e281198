import { claimChecks, defineCondition, generatedTests, maxClaims } from '../../harness/index.ts';
import { generatedLoop } from '../shared/generated-loop.ts';

export default defineCondition({
  description:
    'LUCID in full: claims become assertions, each is validated and run, a plan by severity repairs what fails',
  verifier: generatedTests,
  uses: { claims: claimChecks, maxClaims },
  comparator: 'lucid-generated-matched',
  order: 130,
  faults: ['verdict-flip', 'claims', 'plan'],
  isOnRequest: true,
  run: generatedLoop({
    isWeighted: true,
    verify: (_task, candidate, gathered, { claims }) => claims.check(candidate, gathered),
  }),
});
