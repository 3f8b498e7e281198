import { defineCondition, maxClaims, modelVerdict } from '../../harness/index.ts';
import { extractClaims } from '../shared/extract.ts';
import { judgeClaims } from '../shared/judge-claims.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { repair } from '../shared/regenerate.ts';
import { writePlan } from '../shared/remediate.ts';

export default defineCondition({
  description: 'lucid with a judge of each claim in place of the tests',
  verifier: modelVerdict,
  uses: { maxClaims },
  comparator: 'lucid',
  order: 80,
  faults: ['plan'],
  run: refineLoop({ extract: extractClaims, verify: judgeClaims, remediate: writePlan, regenerate: repair }),
});
