import { defineCondition, modelVerdict } from '../../harness/index.ts';
import { byJudge, publishedLoop } from '../shared/published-loop.ts';
import study from './lucid-2026.json' with { type: 'json' };

export default defineCondition({
  description: 'The published lucid told what a judge says; never stops',
  verifier: modelVerdict,
  comparator: 'published-lucid',
  order: 280,
  isOnRequest: true,
  appliesTo: ['function'],
  extractor: 'published',
  run: publishedLoop(study, {
    generate: 'generate',
    extract: 'extract',
    verify: byJudge('judge'),
    plan: 'plan-from-tests',
    rewrite: 'rewrite-from-tests',
    neverStops: true,
  }),
});
