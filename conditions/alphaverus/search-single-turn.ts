import { defineCondition, gradingTests } from '../../harness/index.ts';
import { EVERY_LANGUAGE } from '../shared/jobs/any-language.ts';
import { search, searchParts } from '../shared/search.ts';
import { singleTurn } from '../shared/search-policies.ts';

export default defineCondition({
  description: 'Fresh bodies, then refinements of these, one deep and as wide as there are generations',
  verifier: gradingTests,
  uses: searchParts,
  comparator: 'search-treefinement',
  order: 1310,
  appliesTo: ['contract', 'translation', 'annotation'],
  languages: EVERY_LANGUAGE,
  isOnRequest: true,
  run: search(singleTurn),
});
