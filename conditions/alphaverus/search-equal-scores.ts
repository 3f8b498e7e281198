import { defineCondition, gradingTests } from '../../harness/index.ts';
import { EVERY_LANGUAGE } from '../shared/jobs/any-language.ts';
import { search, searchParts } from '../shared/search.ts';
import { treefinement } from '../shared/search-policies.ts';

export default defineCondition({
  description: 'As search-treefinement, and every parent is as likely as every other',
  verifier: gradingTests,
  uses: searchParts,
  comparator: 'search-treefinement',
  order: 1350,
  appliesTo: ['contract', 'translation', 'annotation'],
  languages: EVERY_LANGUAGE,
  isOnRequest: true,
  run: search(treefinement(Number.POSITIVE_INFINITY)),
});
