import { defineCondition, modelVerdict } from '../../harness/index.ts';
import { byCritique, publishedLoop } from '../shared/published-loop.ts';
import study from './lucid-2026.json' with { type: 'json' };

export default defineCondition({
  description: 'The published critique by the same model, plan, rewrite; NO ISSUES FOUND ends it',
  verifier: modelVerdict,
  comparator: 'published-baseline',
  order: 210,
  isOnRequest: true,
  appliesTo: ['function'],
  extractor: 'published',
  run: publishedLoop(study, {
    generate: 'generate',
    extract: 'extract',
    verify: byCritique('critique'),
    plan: 'plan-from-critique',
    rewrite: 'rewrite-from-critique',
  }),
});
