import { defineCondition, gradingTests } from '../../harness/index.ts';
import { EVERY_LANGUAGE } from '../shared/jobs/any-language.ts';
import { search, searchParts } from '../shared/search.ts';
import { treefinement } from '../shared/search-policies.ts';

export default defineCondition({
  description:
    'Fresh bodies, then refinements of parents drawn by their scores at each depth (AlphaVerus, Algorithm 1)',
  verifier: gradingTests,
  uses: searchParts,
  comparator: 'search-exploration',
  order: 1340,
  appliesTo: ['contract', 'translation', 'annotation'],
  languages: EVERY_LANGUAGE,
  isOnRequest: true,
  run: search(treefinement()),
});
