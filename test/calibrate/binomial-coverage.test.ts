import { expect, test } from 'vitest';
import { binomialCoverage, binomialCoverages } from '../../harness/calibrate/scenarios/binomial-coverage.ts';
import reference from '../fixtures/calibration/binomial-coverage.json' with { type: 'json' };

/** Made by test/fixtures/calibration/binomial_coverage.py with statsmodels and scipy. */
const byTasks = [...Map.groupBy(reference.cases, ({ tasks }) => tasks)].map(([tasks, cases]) => {
  const shares = cases.map(({ share }) => share);
  return {
    cases,
    wilson: binomialCoverages('wilson', tasks, shares),
    exact: binomialCoverages('clopper-pearson', tasks, shares),
  };
});

test('the enumerated coverage of both binomial intervals equals that of statsmodels’ intervals to 1e-9', () => {
  expect(reference.cases.length).toBeGreaterThan(200);
  for (const { cases, wilson, exact } of byTasks) {
    for (const [position, expected] of cases.entries()) {
      const text = `${expected.tasks} tasks, ${expected.share}`;
      expect(Math.abs((wilson[position] ?? -1) - expected.wilson), text).toBeLessThanOrEqual(1e-9);
      expect(Math.abs((exact[position] ?? -1) - expected['clopper-pearson']), text).toBeLessThanOrEqual(1e-9);
    }
  }
});

test('Clopper-Pearson never covers less than it says, Wilson sometimes does', () => {
  expect(Math.min(...byTasks.flatMap(({ exact }) => exact))).toBeGreaterThanOrEqual(0.95);
  expect(Math.min(...byTasks.flatMap(({ wilson }) => wilson))).toBeLessThan(0.9);
});

test('by hand: two tasks and a share of one half', () => {
  // Wilson at 0 of 2 reaches up to 0.6576, so every count holds one half.
  expect(binomialCoverage('wilson', 2, 0.5)).toBeCloseTo(1, 12);
  // At 0.9 only 1 and 2 of 2 hold it (1 of 2 reaches up to 0.9055): 1 - 0.01.
  expect(binomialCoverage('wilson', 2, 0.9)).toBeCloseTo(0.99, 12);
});
