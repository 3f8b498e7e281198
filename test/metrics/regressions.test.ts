import { expect, test } from 'vitest';
import { readColumns } from '../../harness/metrics/columns.ts';
import { monotonicity, regressions } from '../../harness/metrics/regressions.ts';
import { type ConditionText, makeRun, type RunText } from '../fixtures/run.ts';

const TASKS = ['a', 'b', 'c', 'd'];

function check(
  trials: ConditionText['trials'],
  condition: Partial<ConditionText> = {},
  identity: RunText['identity'] = {},
) {
  const run = makeRun({
    tasks: TASKS,
    conditions: { baseline: { trials: ['s'] }, loop: { ...condition, trials } },
    identity,
  });
  const pairs = regressions(run, readColumns(run));
  return { pairs, monotone: monotonicity(run, pairs) };
}

test('regressions and gains are counted for every pair of k', () => {
  const { pairs } = check(['s/a/s/s/', 'a/s/s/a/', 'a/a/a/s/', 's+']);
  expect(pairs.map(({ kFrom, kTo, compared, regressed, gained }) => [kFrom, kTo, compared, regressed, gained])).toEqual(
    [
      [0, 1, 4, 1, 1],
      [0, 3, 4, 0, 1],
      [1, 3, 4, 1, 2],
    ],
  );
});

test('a comparison with an ungraded side is left out and counted', () => {
  const { pairs } = check(['s/!', 's/u/s/s/', 'a/s+', 's+']);
  expect(pairs.map(({ compared, regressed, leftOut }) => [compared, regressed, leftOut])).toEqual([
    [2, 0, 2],
    [3, 0, 1],
    [2, 0, 2],
  ]);
});

test('the monotonicity check lists violating tasks once, in the order of the manifest', () => {
  const { monotone } = check(['a/s/s/a/', 's+', 'a+', 's/a/s/a/']);
  expect(monotone).toMatchObject([{ isMonotone: false, isByConstruction: false, violatingTasks: ['a', 'd'] }]);
});

test('only oracle stopping on one trajectory is monotone by construction', () => {
  const oracle = { oracle: true, verifier: 'grading-tests' } as const;
  const isByConstruction = (...parts: [Partial<ConditionText>, RunText['identity']]) =>
    check([], ...parts).monotone[0]?.isByConstruction;
  expect(isByConstruction(oracle, {})).toBe(true);
  expect(isByConstruction({}, {})).toBe(false);
  expect(isByConstruction(oracle, { stop: 'never' })).toBe(false);
  expect(isByConstruction(oracle, { protocol: 'independent' })).toBe(false);
});
