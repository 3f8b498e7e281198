import { defineCondition, gradingTests } from '../../harness/index.ts';
import { EVERY_LANGUAGE } from '../shared/jobs/any-language.ts';
import { search, searchParts } from '../shared/search.ts';
import { treefinement } from '../shared/search-policies.ts';
import { drawBy } from '../shared/search-tree.ts';

export default defineCondition({
  description: 'As search-treefinement, and a prompt holds messages on another program of the tree',
  verifier: gradingTests,
  uses: searchParts,
  comparator: 'search-treefinement',
  order: 1370,
  appliesTo: ['contract', 'translation', 'annotation'],
  languages: EVERY_LANGUAGE,
  isOnRequest: true,
  run: search({
    ...treefinement(),
    tell(node, { nodes }, draw) {
      const others = nodes.filter(({ messages }) => messages !== node.messages);
      const alike = others.map(() => 1 / others.length);
      const [other] = drawBy(others, alike, 1, draw);
      // A tree whose programs all have the same messages has none that are another's.
      return other === undefined
        ? { told: 'none', messages: 'It could not be proved.' }
        : { told: 'other', messages: other.messages };
    },
  }),
});
