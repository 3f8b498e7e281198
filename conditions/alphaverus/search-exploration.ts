import { defineCondition, gradingTests } from '../../harness/index.ts';
import { EVERY_LANGUAGE } from '../shared/jobs/any-language.ts';
import { search, searchParts } from '../shared/search.ts';
import { explorationOnly } from '../shared/search-policies.ts';

export default defineCondition({
  description: 'Fresh bodies until one is proved, drawn together (AlphaVerus, Equation 1)',
  verifier: gradingTests,
  uses: searchParts,
  comparator: 'proof-once',
  order: 1300,
  appliesTo: ['contract', 'translation', 'annotation'],
  languages: EVERY_LANGUAGE,
  isOnRequest: true,
  run: search(explorationOnly),
});
