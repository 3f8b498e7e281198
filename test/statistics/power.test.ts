import { expect, test } from 'vitest';
import { mcNemarPower, minimumDetectableEffect } from '../../harness/statistics/power.ts';

test('with no regressions the power is the chance of at least six improvements', () => {
  // Six discordant pairs, all one way, are the fewest an exact McNemar test can call: 2 / 2^6 = 0.031.
  expect(mcNemarPower(5, 1, 0, 0.05)).toBe(0);
  expect(mcNemarPower(6, 1, 0, 0.05)).toBeCloseTo(1, 12);
  // Binomial(10, 0.5): (210 + 120 + 45 + 10 + 1) / 1024.
  expect(mcNemarPower(10, 0.5, 0, 0.05)).toBeCloseTo(386 / 1024, 10);
});

test('both directions are counted', () => {
  // 9 pairs, 8 : 1 is called (p = 0.039), 7 : 2 is not; 9 : 0, 8 : 0 with one tie and so on down to 6 : 0 are.
  const term = (ways: number, better: number, worse: number) =>
    ways * 0.6 ** better * 0.2 ** worse * 0.2 ** (9 - better - worse);
  const expected = term(1, 9, 0) + term(9, 8, 0) + term(36, 7, 0) + term(84, 6, 0) + term(9, 8, 1);
  expect(mcNemarPower(9, 0.6, 0.2, 0.05)).toBeCloseTo(expected, 10);
});

test('the minimum detectable effect has the wanted power, shrinks with tasks and grows with regressions', () => {
  const none = minimumDetectableEffect(60, { lossRate: 0 }) ?? 0;
  expect(mcNemarPower(60, none, 0, 0.05)).toBeGreaterThanOrEqual(0.8);
  expect(mcNemarPower(60, none - 0.001, 0, 0.05)).toBeLessThan(0.8);
  expect(minimumDetectableEffect(164, { lossRate: 0 })).toBeLessThan(none);
  expect(minimumDetectableEffect(60, { lossRate: 0.1 })).toBeGreaterThan(none);
});

test('too few tasks can show nothing', () => {
  expect(minimumDetectableEffect(5, { lossRate: 0 })).toBeUndefined();
  expect(minimumDetectableEffect(0, { lossRate: 0 })).toBeUndefined();
});
