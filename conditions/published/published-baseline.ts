import { defineCondition, none } from '../../harness/index.ts';
import { onEither, publishedAnswer } from '../shared/published-loop.ts';
import study from './lucid-2026.json' with { type: 'json' };

export default defineCondition({
  description: 'One answer to the published first prompt',
  verifier: none,
  answersOnce: true,
  comparator: 'baseline',
  order: 200,
  isOnRequest: true,
  extractor: 'published',
  run: onEither({ function: publishedAnswer(study, 'generate'), patch: publishedAnswer(study, 'patch-generate') }),
});
