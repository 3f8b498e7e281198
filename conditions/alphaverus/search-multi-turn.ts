import { defineCondition, gradingTests } from '../../harness/index.ts';
import { EVERY_LANGUAGE } from '../shared/jobs/any-language.ts';
import { search, searchParts } from '../shared/search.ts';
import { multiTurn } from '../shared/search-policies.ts';

export default defineCondition({
  description: 'Fresh bodies, each refined in a chain of its own whatever its score',
  verifier: gradingTests,
  uses: searchParts,
  comparator: 'search-treefinement',
  order: 1320,
  appliesTo: ['contract', 'translation', 'annotation'],
  languages: EVERY_LANGUAGE,
  isOnRequest: true,
  run: search(multiTurn),
});
