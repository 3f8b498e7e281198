import { defineCondition, gradingTests } from '../../harness/index.ts';
import { EVERY_LANGUAGE, INFER_PROMPTS } from '../shared/any-language.ts';
import { search, searchParts } from '../shared/search.ts';
import { treefinement } from '../shared/search-policies.ts';

export default defineCondition({
  description: 'As search-treefinement, in any language: parents drawn by their scores at each depth',
  verifier: gradingTests,
  uses: searchParts,
  comparator: 'infer-exploration',
  order: 1440,
  appliesTo: ['contract'],
  languages: EVERY_LANGUAGE,
  isOnRequest: true,
  run: search(treefinement(), INFER_PROMPTS),
});
