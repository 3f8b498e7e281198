import { expect, test } from 'vitest';
import { searchMetrics } from '../../harness/metrics/search/search.ts';
import type { Step, WholeRun } from '../../harness/types/record.ts';
import { searchStep } from '../../harness/types/search.ts';
import { makeRun, type TrialText } from '../fixtures/run.ts';

/** Of each step: its parent (none: drawn afresh) and its score (none: no node). */
type Tree = readonly (readonly [parent: number | undefined, score: number | undefined])[];

/** A run whose steps stand in trees, task by task. */
function searchRun(trials: readonly TrialText[], trees: readonly Tree[], k: readonly number[] = [3]): WholeRun {
  const tasks = trials.map((_, place) => `t${place}`);
  const run = makeRun({ tasks, conditions: { 'search-test': { trials } }, identity: { k: [...k] } });
  const trajectories = run.trajectories.map((trajectory, place) => {
    const depths: number[] = [];
    const steps = trajectory.steps.map((step, index): Step => {
      const [parent, score] = trees[place]?.[index] ?? [undefined, undefined];
      const depth = parent === undefined ? 0 : (depths[parent] ?? 0) + 1;
      depths.push(depth);
      const counted =
        score === undefined
          ? ({ status: 'no-node', reason: 'forbidden' } as const)
          : ({ status: 'counted', unit: 'goals', verified: 1, unverified: 1, errors: 1, warnings: 0 } as const);
      const search = {
        phase: parent === undefined ? 'exploration' : 'refinement',
        ...{ depth, counted, asked: `asked-${index}` },
        ...(score === undefined ? {} : { score }),
      } as const;
      const { kind, value } = searchStep.of(search);
      return { ...step, ...(parent === undefined ? {} : { parent }), [kind]: value };
    });
    return { ...trajectory, steps };
  });
  return { ...run, trajectories };
}

const fresh = (score?: number): readonly [undefined, number | undefined] => [undefined, score];

test('solved within K: one of the first K generations is, and what is not known is in no share', () => {
  const run = searchRun(
    // Solved at the third generation, at the first, never, and two that nobody can tell: not graded, cut by an error.
    ['a/a/s+', 's+', 'a/a/a/a/', 'a/u/a/a/', 'a/!'],
    [[fresh(0.1), [0, 0.5], [1, 1]], [fresh(1)], [], [], [fresh(0.2)]],
    [0, 1, 3],
  );
  const rows = searchMetrics(run).solvedWithin.map(({ generations, solved, trials, ungraded, made }) => ({
    ...{ generations, solved, trials, ungraded, made },
  }));
  expect(rows).toEqual([
    // Each has made its first.
    { generations: 1, solved: 1, trials: 5, ungraded: 0, made: 5 },
    // Second steps: t0, t2, t3; t4 was cut before its own, and that of t3 is not graded.
    { generations: 2, solved: 1, trials: 3, ungraded: 2, made: 8 },
    { generations: 4, solved: 2, trials: 3, ungraded: 2, made: 3 + 1 + 4 + 4 + 1 },
  ]);
  const [, , last] = searchMetrics(run).solvedWithin;
  expect(last?.share.value).toBeCloseTo(2 / 3, 12);
});

test('scores rank programs where the parent of a solved child has the higher one: pairs within a trial', () => {
  const run = searchRun(
    ['a/a/a/a/a/s+', 'a/a/a/'],
    [
      // Three fresh programs, each refined; the child of the second is solved. Pairs: second with first, second with third.
      [fresh(0.5), fresh(0.5), fresh(0.9), [0, 0.1], [2, 0.1], [1, 1]],
      // Refined, and nothing is solved: no pair.
      [fresh(0.5), [0, 0.2], [0, 0.3]],
    ],
    [5],
  );
  const [row] = searchMetrics(run).ranking;
  expect(row).toMatchObject({ refined: 4, withProvedChild: 1, pairs: 2, higher: 0, equal: 1 });
});

test('generations that make no node are counted by their reason, among all', () => {
  const run = searchRun(['a/a/a/', 'a/'], [[fresh(), fresh(0.1), [1, undefined]], [fresh(0.3)]], [2]);
  expect(searchMetrics(run).noNodes).toMatchObject([{ reason: 'forbidden', generations: 2, of: 4 }]);
});

test('the ancestors of a solved program become triples with it, nearest first; what was solved at once has none', () => {
  const run = searchRun(['a/a/a/a/s+', 's+'], [[fresh(0.1), fresh(0.2), [1, 0.4], [0, 0.3], [2, 1]], [fresh(1)]], [4]);
  const rows = searchMetrics(run).repairs.map(({ condition: _, ...row }) => row);
  expect(rows).toEqual([
    { taskId: 't0', sample: 0, step: 2, depth: 1, score: 0.4, finalStep: 4, finalDepth: 2 },
    { taskId: 't0', sample: 0, step: 1, depth: 0, score: 0.2, finalStep: 4, finalDepth: 2 },
  ]);
});

test('a run without a search has none of these', () => {
  const run = makeRun({ tasks: ['t0'], conditions: { baseline: { trials: ['a/s+'] } } });
  expect(searchMetrics(run)).toEqual({ solvedWithin: [], ranking: [], noNodes: [], repairs: [] });
});
