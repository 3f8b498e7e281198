import type { SearchPolicy } from './search.ts';
import { deepest, drawBy, type SearchNode, softmax } from './search-tree.ts';

/** Of REBASE: so many times as likely is a parent whose score is 0.1 higher: e. */
const TEMPERATURE = 0.1;

/** At each depth `breadth` parents, drawn by their scores, one refinement each (AlphaVerus, Algorithm 1, II). */
export const treefinement = (temperature = TEMPERATURE): SearchPolicy => ({
  parents(tree, draw) {
    const { breadth, depth } = tree.bounds;
    return tree.rounds >= depth ? [] : drawnFrom(deepest(tree), temperature, breadth, draw);
  },
});

/** As wide as there are generations, and one refinement deep. */
export const singleTurn: SearchPolicy = {
  parents: ({ nodes, bounds }, draw) =>
    drawnFrom(
      nodes.filter(({ depth }) => depth === 0),
      TEMPERATURE,
      bounds.breadth,
      draw,
    ),
};

/** At an infinite temperature REBASE gives all nodes of a depth as many refinements: each is refined in turn, in a chain of its own. */
export const multiTurn: SearchPolicy = {
  parents(tree) {
    const { breadth, depth } = tree.bounds;
    const level = deepest(tree);
    if (tree.rounds >= depth) return [];
    return Array.from({ length: breadth }, (_, place) => level[place % level.length]).filter(
      (node) => node !== undefined,
    );
  },
};

/** `breadth` refinements of the best node that has none yet, the earliest among equals. */
export const bestFirst: SearchPolicy = {
  parents({ nodes, bounds, refined }) {
    const open = nodes.filter(({ step, depth }) => depth < bounds.depth && !refined.has(step));
    const [best] = [...open].sort((one, two) => two.score - one.score || one.step - two.step);
    return best === undefined ? [] : Array.from({ length: bounds.breadth }, () => best);
  },
};

/** Programs drawn afresh, whatever was said of them. */
export const explorationOnly: SearchPolicy = { parents: () => [] };

const drawnFrom = (
  nodes: readonly SearchNode[],
  temperature: number,
  count: number,
  draw: () => number,
): readonly SearchNode[] => {
  const probabilities = softmax(
    nodes.map(({ score }) => score),
    temperature,
  );
  return drawBy(nodes, probabilities, count, draw);
};
