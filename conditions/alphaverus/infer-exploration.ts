import { defineCondition, gradingTests } from '../../harness/index.ts';
import { EVERY_LANGUAGE, INFER_PROMPTS } from '../shared/any-language.ts';
import { search, searchParts } from '../shared/search.ts';
import { explorationOnly } from '../shared/search-policies.ts';

export default defineCondition({
  description: 'Fresh programs in any language until one is proved, drawn together',
  verifier: gradingTests,
  uses: searchParts,
  comparator: 'infer-exploration',
  order: 1400,
  appliesTo: ['contract'],
  languages: EVERY_LANGUAGE,
  isOnRequest: true,
  run: search(explorationOnly, INFER_PROMPTS),
});
