import { defineCondition, gradingTests } from '../../harness/index.ts';
import { EVERY_LANGUAGE } from '../shared/jobs/any-language.ts';
import { search, searchParts } from '../shared/search.ts';
import { bestFirst } from '../shared/search-policies.ts';

export default defineCondition({
  description: 'Fresh bodies, then refinements of the best one that has none yet',
  verifier: gradingTests,
  uses: searchParts,
  comparator: 'search-treefinement',
  order: 1330,
  appliesTo: ['contract', 'translation', 'annotation'],
  languages: EVERY_LANGUAGE,
  isOnRequest: true,
  run: search(bestFirst),
});
