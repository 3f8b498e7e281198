import { defineCondition, modelVerdict } from '../../harness/index.ts';
import { byJudge, publishedLoop } from '../shared/published-loop.ts';
import study from './lucid-2026.json' with { type: 'json' };

export default defineCondition({
  description:
    'The published judge, aspect by aspect, plan, rewrite; stops where its JSON parses and says PASS throughout',
  verifier: modelVerdict,
  comparator: 'published-baseline',
  order: 220,
  isOnRequest: true,
  appliesTo: ['function'],
  extractor: 'published',
  run: publishedLoop(study, {
    generate: 'generate',
    extract: 'extract',
    verify: byJudge('judge'),
    plan: 'plan-from-judgement',
    rewrite: 'rewrite-from-judgement',
  }),
});
