import { defineCondition, gradingTests } from '../../harness/index.ts';
import { EVERY_LANGUAGE, INFER_PROMPTS } from '../shared/any-language.ts';
import { search, searchParts } from '../shared/search.ts';
import { multiTurn } from '../shared/search-policies.ts';

export default defineCondition({
  description: 'As search-multi-turn, in any language: each refined in a chain of its own',
  verifier: gradingTests,
  uses: searchParts,
  comparator: 'infer-treefinement',
  order: 1420,
  appliesTo: ['contract'],
  languages: EVERY_LANGUAGE,
  isOnRequest: true,
  run: search(multiTurn, INFER_PROMPTS),
});
