import { defineCondition, gradingTests } from '../../harness/index.ts';
import { byTests, publishedLoop } from '../shared/published-loop.ts';
import study from './lucid-2026.json' with { type: 'json' };

export default defineCondition({
  description: 'The published lucid whose rewrite does not see the code',
  verifier: gradingTests,
  comparator: 'published-lucid',
  order: 260,
  isOnRequest: true,
  appliesTo: ['function'],
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
