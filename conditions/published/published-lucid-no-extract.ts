import { defineCondition, gradingTests } from '../../harness/index.ts';
import { byTests, publishedLoop } from '../shared/published-loop.ts';
import study from './lucid-2026.json' with { type: 'json' };

export default defineCondition({
  description: 'The published lucid without the call for claims',
  verifier: gradingTests,
  comparator: 'published-lucid',
  order: 250,
  isOnRequest: true,
  appliesTo: ['function'],
  extractor: 'published',
  feedback: 'traceback',
  run: publishedLoop(study, {
    generate: 'generate',
    verify: byTests,
    plan: 'plan-from-tests',
    rewrite: 'rewrite-from-tests',
  }),
});
