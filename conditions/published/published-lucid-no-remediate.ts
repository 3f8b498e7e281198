import { defineCondition, gradingTests } from '../../harness/index.ts';
import { byTests, publishedLoop } from '../shared/published-loop.ts';
import study from './lucid-2026.json' with { type: 'json' };

export default defineCondition({
  description: "The published lucid with the feedback in the plan's place too",
  verifier: gradingTests,
  comparator: 'published-lucid',
  order: 270,
  isOnRequest: true,
  appliesTo: ['function'],
  extractor: 'published',
  feedback: 'traceback',
  run: publishedLoop(study, {
    generate: 'generate',
    extract: 'extract',
    verify: byTests,
    rewrite: 'rewrite-from-tests',
  }),
});
