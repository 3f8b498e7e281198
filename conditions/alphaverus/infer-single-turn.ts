import { defineCondition, gradingTests } from '../../harness/index.ts';
import { EVERY_LANGUAGE, INFER_PROMPTS } from '../shared/any-language.ts';
import { search, searchParts } from '../shared/search.ts';
import { singleTurn } from '../shared/search-policies.ts';

export default defineCondition({
  description: 'As search-single-turn, in any language: one refinement deep',
  verifier: gradingTests,
  uses: searchParts,
  comparator: 'infer-treefinement',
  order: 1410,
  appliesTo: ['contract'],
  languages: EVERY_LANGUAGE,
  isOnRequest: true,
  run: search(singleTurn, INFER_PROMPTS),
});
