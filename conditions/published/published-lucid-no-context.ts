import { defineCondition } from '../../harness/index.ts';
import { byTests, publishedLoop } from '../shared/published-loop.ts';
import study from './lucid-2026.json' with { type: 'json' };

export default defineCondition({
  description: 'The published lucid whose rewrite does not see the code',
  verifier: 'grading-tests',
  comparator: 'published-lucid',
  order: 260,
  isOnRequest: true,
  isForFunctions: true,
  extractor: 'published',
  feedback: 'traceback',
  run: publishedLoop(study, {
    generate: 'generate',
    extract: 'extract',
    verify: byTests,
    plan: 'plan-from-tests',
    rewrite: 'rewrite-without-code',
  }),
});
