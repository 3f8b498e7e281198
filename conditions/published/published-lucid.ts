import { defineCondition, gradingTests } from '../../harness/index.ts';
import { byTests, onEither, publishedLoop } from '../shared/published-loop.ts';
import study from './lucid-2026.json' with { type: 'json' };

export default defineCondition({
  description: 'The published loop: claims nobody reads, grading tests, plan, rewrite',
  verifier: gradingTests,
  comparator: 'published-baseline',
  order: 230,
  isOnRequest: true,
  extractor: 'published',
  feedback: 'traceback',
  run: onEither({
    function: publishedLoop(study, {
      generate: 'generate',
      extract: 'extract',
      verify: byTests,
      plan: 'plan-from-tests',
      rewrite: 'rewrite-from-tests',
    }),
    patch: publishedLoop(study, {
      generate: 'patch-generate',
      verify: byTests,
      plan: 'patch-plan',
      rewrite: 'patch-rewrite',
    }),
  }),
});
