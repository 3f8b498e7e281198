import { expect, test } from 'vitest';
import { clusteredBootstrapInterval } from '../../harness/statistics/clustered-proportion.ts';
import { wilsonInterval } from '../../harness/statistics/intervals.ts';

test.each([
  // statsmodels 0.14 proportion_confint(count, nobs, 0.05, 'wilson')
  [0, 1, 0, 0.7934506856227627],
  [1, 1, 0.2065493143772374, 1],
  [0, 10, 0, 0.27753279986288926],
  [10, 10, 0.7224672001371106, 1],
  [5, 10, 0.23659309051256394, 0.7634069094874361],
  [15, 100, 0.09305985283656629, 0.23283559590832367],
  [142, 164, 0.8052450282028014, 0.9097153924415198],
  [55, 300, 0.14364526409824452, 0.2310286176773012],
  [164, 164, 0.9771125748805723, 1],
  [1, 2294, 7.695469201369717e-5, 0.002465195811133766],
])('Wilson for %i of %i equals the reference', (solved, total, low, high) => {
  const interval = wilsonInterval(solved, total);
  expect(interval?.low).toBeCloseTo(low, 12);
  expect(interval?.high).toBeCloseTo(high, 12);
});

test('Wilson for 0 of n ends at z²/(n + z²), as by hand, and starts at exactly 0', () => {
  const square = 1.959963984540054 ** 2;
  expect(wilsonInterval(0, 20)?.low).toBe(0);
  expect(wilsonInterval(0, 20)?.high).toBeCloseTo(square / (20 + square), 14);
  expect(wilsonInterval(20, 20)?.high).toBe(1);
});

test('nothing counted has no interval', () => {
  expect(wilsonInterval(0, 0)).toBeUndefined();
  expect(clusteredBootstrapInterval([{ successes: 0, total: 0 }], 'seed')).toBeUndefined();
});

test('the bootstrap is a function of its seed and its clusters', () => {
  const clusters = Array.from({ length: 37 }, (_, task) => ({ successes: task % 4, total: 3 + (task % 5) }));
  const interval = clusteredBootstrapInterval(clusters, 'seed');
  expect(clusteredBootstrapInterval(clusters, 'seed')).toEqual(interval);
  expect(clusteredBootstrapInterval(clusters, 'another seed')).not.toEqual(interval);
});

test('the bootstrap draws tasks, not trials: ten equal samples per task are no more evidence than one', () => {
  const tasks = Array.from({ length: 40 }, (_, task) => task % 2);
  const one = clusteredBootstrapInterval(
    tasks.map((solved) => ({ successes: solved, total: 1 })),
    'seed',
  );
  const ten = clusteredBootstrapInterval(
    tasks.map((solved) => ({ successes: 10 * solved, total: 10 })),
    'seed',
  );
  expect(ten).toEqual(one);
  // The standard error of a mean of 40 coin flips is 0.079: the bounds are near 0.5 -+ 0.155.
  expect(one?.low).toBeCloseTo(0.345, 1);
  expect(one?.high).toBeCloseTo(0.655, 1);
});

test('resamples that draw only ungraded tasks are left out, not counted as 0', () => {
  const clusters = [
    { successes: 1, total: 1 },
    { successes: 0, total: 0 },
  ];
  expect(clusteredBootstrapInterval(clusters, 'seed')).toEqual({ low: 1, high: 1 });
});
