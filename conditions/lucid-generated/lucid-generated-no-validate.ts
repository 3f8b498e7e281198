import { claimChecks, defineCondition, generatedTests, maxClaims } from '../../harness/index.ts';
import { generatedLoop } from '../shared/generated-loop.ts';

export default defineCondition({
  description: 'lucid-generated with every check counted as it was written; one that cannot run fails',
  verifier: generatedTests,
  uses: { claims: claimChecks, maxClaims },
  comparator: 'lucid-generated',
  order: 140,
  faults: ['verdict-flip', 'claims', 'plan'],
  isOnRequest: true,
  run: generatedLoop({
    isWeighted: true,
    verify: (_task, candidate, gathered, { claims }) => claims.check(candidate, gathered, { validates: false }),
  }),
});
