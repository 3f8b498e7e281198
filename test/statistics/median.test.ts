import { expect, test } from 'vitest';
import { median } from '../../harness/statistics/median.ts';

test('the middle of an odd number, the mean of the middle two of an even one, nothing of nothing', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 10, 2])).toBe(3);
  expect(median([])).toBeUndefined();
});
