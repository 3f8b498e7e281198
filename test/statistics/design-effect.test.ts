import { expect, test } from 'vitest';
import { effectiveTasks, samplesNeeded } from '../../harness/statistics/design-effect.ts';

test('samples of one task are worth as much as tasks when they are independent, nothing when they are alike', () => {
  expect(effectiveTasks(60, 5, 0)).toBe(300);
  expect(effectiveTasks(60, 5, 1)).toBe(60);
});

test('the samples needed are the fewest that are worth so many tasks, and no number where the limit is below', () => {
  expect(samplesNeeded(60, 60, 0.5)).toBe(1);
  expect(samplesNeeded(300, 60, 0)).toBe(5);
  expect(samplesNeeded(100, 60, 0.5)).toBe(5);
  expect(effectiveTasks(60, 5, 0.5)).toBeGreaterThanOrEqual(100);
  expect(effectiveTasks(60, 4, 0.5)).toBeLessThan(100);
  expect(samplesNeeded(120, 60, 0.5)).toBeUndefined();
});
