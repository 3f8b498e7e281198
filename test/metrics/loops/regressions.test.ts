import { expect, test } from 'vitest';
import { readColumns } from '../../../harness/metrics/columns.ts';
import { regressions } from '../../../harness/metrics/loops/regressions.ts';
import { type ConditionText, makeRun, type RunText } from '../../fixtures/run.ts';

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
  return { pairs: regressions(run, readColumns(run)) };
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
