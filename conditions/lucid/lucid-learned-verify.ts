import { defineCondition, maxClaims, modelVerdict } from '../../harness/index.ts';
import { lucidStages } from '../shared/lucid-stages.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { judgeClaims } from '../shared/verify.ts';

export default defineCondition({
  description: 'lucid with a judge of each claim in place of the tests',
  verifier: modelVerdict,
  uses: { maxClaims },
  comparator: 'lucid',
  order: 80,
  faults: ['plan'],
  run: refineLoop({ ...lucidStages, verify: judgeClaims }),
});
