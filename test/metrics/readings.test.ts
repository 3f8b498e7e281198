import { expect, test } from 'vitest';
import { analyse } from '../../harness/metrics/analysis.ts';
import { mcNemarPower } from '../../harness/statistics/power.ts';
import { type TrialTexts, twoArms } from '../fixtures/two-arms.ts';

/** The one reading of an arm against the baseline: so many wins, losses and equal tasks. */
function read(counts: TrialTexts) {
  const [reading] = analyse(twoArms(counts)).readings;
  return { status: reading?.status, tasks: reading?.tasksToDecide };
}

test('six improvements and no regression are the fewest that hold: 2 / 2^6 = 0.031', () => {
  expect(read({ wins: 6, same: 54 }).status).toBe('holds');
  expect(read({ losses: 6, same: 54 }).status).toBe('holds');
  expect(read({ wins: 5, same: 55 }).status).toBe('undecided');
});

test('equivalent where the 90 % interval lies within 5 points, also without a discordant pair', () => {
  // Tango's bound without a discordant pair is z² / (n + z²) with z = 1.645: 2.6 % of 100 pairs, 5.1 % of 50.
  expect(read({ same: 100 }).status).toBe('equivalent');
  expect(read({ same: 50 }).status).toBe('no-difference');
  expect(read({ wins: 2, losses: 2, same: 396 }).status).toBe('equivalent');
});

test('as many wins as losses names no direction, and so no number of tasks', () => {
  expect(read({ wins: 3, losses: 3, same: 54 })).toEqual({ status: 'no-difference', tasks: undefined });
});

test('what is undecided says how many tasks have 80 % power at the shares seen, rounded up to two digits', () => {
  // One comparison, so alpha is 0.05: 157 tasks for 5 points when none regresses.
  expect(read({ wins: 3, same: 57 })).toEqual({ status: 'undecided', tasks: 160 });
  expect(mcNemarPower(157, 0.05, 0, 0.05)).toBeGreaterThanOrEqual(0.8);
  expect(mcNemarPower(156, 0.05, 0, 0.05)).toBeLessThan(0.8);
  // The direction changes nothing.
  expect(read({ losses: 3, same: 57 })).toEqual({ status: 'undecided', tasks: 160 });
  // Regressions make it more: 78 tasks for 10 points when none regresses, 249 when 10 % do.
  expect(read({ wins: 6, losses: 3, same: 21 })).toEqual({ status: 'undecided', tasks: 250 });
});

test('a difference that 20,000 tasks would not show has no number', () => {
  expect(read({ wins: 31, losses: 30, same: 139 })).toEqual({ status: 'undecided', tasks: undefined });
});

test('with several comparisons the number is that of the strictest step of Holm, and more than the tasks at hand', () => {
  const arms = { wins: 3, same: 57 };
  const [reading] = analyse(twoArms(arms, { arms: 5 })).readings;
  // alpha 0.05 / 5: eight improvements and none the other way (2 / 2^8 = 0.008); 204 tasks reach eight with 80 %.
  expect(mcNemarPower(204, 0.05, 0, 0.01)).toBeGreaterThanOrEqual(0.8);
  expect(mcNemarPower(203, 0.05, 0, 0.01)).toBeLessThan(0.8);
  expect(reading?.tasksToDecide).toBe(210);
});

test.each([
  [1, 0],
  [2, 0],
  [4, 0],
  [5, 0],
  [7, 2],
  [9, 3],
])('what %i improvements and %i regressions of 60 leave open needs more than 60 tasks', (wins, losses) => {
  const { status, tasks } = read({ wins, losses, same: 60 - wins - losses });
  expect(status).toBe('undecided');
  expect(tasks ?? Number.POSITIVE_INFINITY).toBeGreaterThan(60);
});

test('an oracle loop that shares its first answer cannot come out worse: never a finding, however large', () => {
  expect(read({ wins: 30, same: 30, isOracle: true }).status).toBe('by-construction');
});

test('a comparison that the ungraded could overturn is refused', () => {
  expect(read({ losses: 1, same: 50, ungraded: 2 })).toEqual({ status: 'refused', tasks: undefined });
});

test('several samples per task: the tasks follow from the width of the interval, and fewer are needed the narrower it is', () => {
  const wide = analyse(twoArms({ wins: 6, losses: 2, same: 32 }, { samples: 2 })).readings[0];
  expect(wide?.status).toBe('undecided');
  const finding = wide?.comparison.finding;
  if (finding?.status !== 'tested' || finding.interval === undefined) throw new Error('no interval');
  // (1.960 + 0.842)² x (width / 3.92)² / difference², for the 20 tasks seen.
  const error = (finding.interval.high - finding.interval.low) / 3.92;
  const needed = 20 * ((2.8016 * error) / finding.difference) ** 2;
  expect(wide?.tasksToDecide ?? 0).toBeGreaterThanOrEqual(needed - 1);
  expect(wide?.tasksToDecide ?? 0).toBeLessThanOrEqual(needed * 1.1 + 1);
});
