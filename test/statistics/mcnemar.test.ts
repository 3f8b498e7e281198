import { expect, test } from 'vitest';
import { exactMcNemar } from '../../harness/statistics/mcnemar.ts';

test.each([
  // By hand: 2 * sum of C(n, i) / 2^n for i up to the smaller count.
  [0, 0, 1],
  [1, 0, 1],
  [5, 1, (2 * (1 + 6)) / 64],
  [3, 9, (2 * (1 + 12 + 66 + 220)) / 4096],
  [22, 0, 2 / 2 ** 22],
  [10, 10, 1],
  // scipy.stats.binomtest(min, n, 0.5).pvalue
  [12, 29, 0.011507789735333063],
  [700, 600, 0.0060157938610449395],
])('exact McNemar for %i wins and %i losses', (wins, losses, expected) => {
  expect(exactMcNemar(wins, losses)).toBeCloseTo(expected, 12);
  expect(exactMcNemar(losses, wins)).toBe(exactMcNemar(wins, losses));
});
