import { coin, defineCondition, maxClaims } from '../../harness/index.ts';
import { lucidStages } from '../shared/lucid-stages.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { failRandomClaims } from '../shared/verify.ts';

export default defineCondition({
  description: 'lucid with a coin in place of the tests; on rejection random claims fail',
  verifier: coin,
  uses: { maxClaims },
  comparator: 'lucid',
  order: 90,
  faults: ['plan'],
  run: refineLoop({ ...lucidStages, verify: failRandomClaims }),
});
