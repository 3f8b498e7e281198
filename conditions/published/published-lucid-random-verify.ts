import { coin, defineCondition } from '../../harness/index.ts';
import { byChance, publishedLoop } from '../shared/published-loop.ts';
import study from './lucid-2026.json' with { type: 'json' };

const SENTENCES = [
  'The implementation seems to be right.',
  'FAIL: There are bugs in how the implementation handles edge cases.',
  'FAIL: For some inputs the type of the returned value is wrong.',
] as const;

export default defineCondition({
  description: 'The published lucid told one of three sentences by chance; never stops',
  verifier: coin,
  comparator: 'published-lucid',
  order: 290,
  isOnRequest: true,
  appliesTo: ['function'],
  extractor: 'published',
  run: publishedLoop(study, {
    generate: 'generate',
    extract: 'extract',
    verify: byChance(SENTENCES),
    plan: 'plan-from-tests',
    rewrite: 'rewrite-from-tests',
    neverStops: true,
  }),
});
