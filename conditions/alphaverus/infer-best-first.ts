import { defineCondition, gradingTests } from '../../harness/index.ts';
import { EVERY_LANGUAGE, INFER_PROMPTS } from '../shared/any-language.ts';
import { search, searchParts } from '../shared/search.ts';
import { bestFirst } from '../shared/search-policies.ts';

export default defineCondition({
  description: 'As search-best-first, in any language: refinements of the best one that has none yet',
  verifier: gradingTests,
  uses: searchParts,
  comparator: 'infer-treefinement',
  order: 1430,
  appliesTo: ['contract'],
  languages: EVERY_LANGUAGE,
  isOnRequest: true,
  run: search(bestFirst, INFER_PROMPTS),
});
