import { defineCondition, gradingTests, maxClaims } from '../../harness/index.ts';
import { extractClaims } from '../shared/extract.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { repair } from '../shared/regenerate.ts';
import { writePlan } from '../shared/remediate.ts';
import { runVerifier } from '../shared/verify.ts';

/** A loop with one stage changed: three stages are those of `lucid`, one is its own. Compared with the loop it changes. */
export default defineCondition({
  description: 'lucid without claims of low severity',
  verifier: gradingTests,
  uses: { maxClaims },
  comparator: 'lucid',
  run: refineLoop({
    async extract(task, candidate, context) {
      const claims = await extractClaims(task, candidate, context);
      if (claims.status === 'unparsed') return claims;
      return { status: 'parsed', value: claims.value.filter(({ severity }) => severity !== 'low') };
    },
    verify: runVerifier,
    remediate: writePlan,
    regenerate: repair,
  }),
});
