import { expect, test } from 'vitest';
import { wilsonInterval } from '../../harness/statistics/intervals.ts';
import { tangoInterval } from '../../harness/statistics/tango.ts';
import {
  differenceEstimate,
  percentileInterval,
  proportionEstimate,
  resampleTasks,
} from '../../harness/statistics/task-bootstrap.ts';

const ratio = ([top = 0, bottom = 0]: readonly number[]) => [bottom === 0 ? undefined : top / bottom];

test('the value is that of all tasks, the draws those of tasks drawn with replacement', () => {
  const vectors = [
    [1, 1],
    [0, 3],
  ];
  const [share] = resampleTasks(vectors, ratio, 'seed');
  expect(share?.value).toBe(0.25);
  // Two tasks: both the first (1), both the second (0), or one of each (1/4), in proportions 1 : 1 : 2.
  expect(new Set(share?.draws)).toEqual(new Set([0, 0.25, 1]));
  const mixed = share?.draws.filter((value) => value === 0.25).length ?? 0;
  expect(mixed).toBeGreaterThan(900);
  expect(mixed).toBeLessThan(1100);
});

test('equal seeds give equal draws, others do not; all quantities share one drawing', () => {
  const vectors = Array.from({ length: 30 }, (_, index) => [index % 3 === 0 ? 1 : 0, 1]);
  const both = ([top = 0, bottom = 0]: readonly number[]) => [top / bottom, 1 - top / bottom];
  const [first, second] = resampleTasks(vectors, both, 'seed');
  expect(resampleTasks(vectors, both, 'seed')[0]).toEqual(first);
  expect(resampleTasks(vectors, both, 'other')[0]?.draws).not.toEqual(first?.draws);
  const low = first === undefined ? undefined : percentileInterval(first)?.low;
  const high = second === undefined ? undefined : percentileInterval(second)?.high;
  expect((low ?? 0) + (high ?? 0)).toBeCloseTo(1, 12);
});

test('a draw without a value is left out, one task has no interval', () => {
  const [some] = resampleTasks(
    [
      [1, 1],
      [0, 0],
    ],
    ratio,
    'seed',
  );
  expect(some?.draws.length).toBeLessThan(2000);
  const [one] = resampleTasks([[1, 2]], ratio, 'seed');
  expect(one).toEqual({ value: 0.5, draws: [] });
  expect(one && percentileInterval(one)).toBeUndefined();
});

test('a share on which all tasks agree has the Wilson interval of the tasks', () => {
  const [none] = resampleTasks(
    Array.from({ length: 10 }, () => [0, 5]),
    ratio,
    'seed',
  );
  expect(none && proportionEstimate(none, 10)).toEqual({ value: 0, interval: wilsonInterval(0, 10) });
});

test('a difference that is 0 in every task is not 0 for certain', () => {
  const [none] = resampleTasks(
    Array.from({ length: 20 }, () => [0, 1]),
    ratio,
    'seed',
  );
  expect(differenceEstimate(none, 20)).toEqual({
    value: 0,
    interval: tangoInterval({ pairs: 20, wins: 0, losses: 0 }),
  });
  expect(differenceEstimate(undefined, 0)).toEqual({ value: undefined, interval: undefined });
});
