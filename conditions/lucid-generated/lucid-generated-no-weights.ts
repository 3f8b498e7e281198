import { claimChecks, defineCondition, generatedTests, maxClaims } from '../../harness/index.ts';
import { generatedLoop } from '../shared/generated-loop.ts';

export default defineCondition({
  description:
    'lucid-generated with all claims alike: severity neither shown nor weighed, failing claims in the order they were made',
  verifier: generatedTests,
  uses: { claims: claimChecks, maxClaims },
  comparator: 'lucid-generated',
  order: 150,
  faults: ['verdict-flip', 'claims', 'plan'],
  isOnRequest: true,
  run: generatedLoop({
    isWeighted: false,
    verify: (_task, candidate, gathered, { claims }) => claims.check(candidate, gathered, { weights: 'equal' }),
  }),
});
