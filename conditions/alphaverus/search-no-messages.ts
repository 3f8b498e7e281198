import { defineCondition, gradingTests } from '../../harness/index.ts';
import { EVERY_LANGUAGE } from '../shared/jobs/any-language.ts';
import { search, searchParts } from '../shared/search.ts';
import { treefinement } from '../shared/search-policies.ts';

export default defineCondition({
  description: 'As search-treefinement, and a prompt says no more than that the program is not proved',
  verifier: gradingTests,
  uses: searchParts,
  comparator: 'search-treefinement',
  order: 1360,
  appliesTo: ['contract', 'translation', 'annotation'],
  languages: EVERY_LANGUAGE,
  isOnRequest: true,
  run: search({ ...treefinement(), tell: () => ({ told: 'none', messages: 'It could not be proved.' }) }),
});
