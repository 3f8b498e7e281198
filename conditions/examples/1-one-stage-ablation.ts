import { defineCondition, gradingTests, maxClaims } from '../../harness/index.ts';
import { extractClaims } from '../shared/extract.ts';
import { lucidStages } from '../shared/lucid-stages.ts';
import { refineLoop } from '../shared/refine-loop.ts';

/** A loop with one stage changed: spread its stages, replace one. Compared with the loop it changes. */
export default defineCondition({
  description: 'lucid without claims of low severity',
  verifier: gradingTests,
  uses: { maxClaims },
  comparator: 'lucid',
  run: refineLoop({
    ...lucidStages,
    async extract(task, candidate, context) {
      const claims = await extractClaims(task, candidate, context);
      if (claims.status === 'unparsed') return claims;
      return { status: 'parsed', value: claims.value.filter(({ severity }) => severity !== 'low') };
    },
  }),
});
