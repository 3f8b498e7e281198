import { expect, test } from 'vitest';
import { readColumns } from '../../harness/metrics/columns.ts';
import {
  exactMcNemar,
  headToHeadAtEqualK,
  headToHeadWithBaseline,
  holmAdjusted,
} from '../../harness/metrics/paired.ts';
import { makeRun } from '../fixtures/run.ts';

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
])('exact McNemar for %i improved and %i regressed', (improved, regressed, expected) => {
  expect(exactMcNemar(improved, regressed)).toBeCloseTo(expected, 12);
  expect(exactMcNemar(regressed, improved)).toBe(exactMcNemar(improved, regressed));
});

test('Holm multiplies by the number of hypotheses left, never decreases, stops at 1, and skips what has no test', () => {
  // statsmodels multipletests([0.01, 0.04, 0.03, 0.005], method='holm')
  const adjusted = holmAdjusted([0.01, undefined, 0.04, 0.03, 0.005]);
  const expected = [0.03, undefined, 0.06, 0.06, 0.02];
  for (const [position, value] of expected.entries()) {
    if (value === undefined) expect(adjusted[position]).toBeUndefined();
    else expect(adjusted[position]).toBeCloseTo(value, 12);
  }
  expect(holmAdjusted([0.9, 0.8])).toEqual([1, 1]);
});

const TASKS = ['a', 'b', 'c', 'd'];

test('every condition at the largest k is paired with step 0 of the baseline', () => {
  const run = makeRun({
    tasks: TASKS,
    conditions: {
      baseline: { trials: ['a', 's', 'a', 's'] },
      loop: { trials: ['a/a/a/s+', 's/a/a/a/', 'a/!', 's+'] },
    },
  });
  expect(headToHeadWithBaseline(run, readColumns(run))).toMatchObject([
    { k: 3, comparatorK: 0, compared: 3, improved: 1, regressed: 1, leftOut: 1, pValue: 1, adjustedPValue: 1 },
  ]);
});

test('without a baseline nothing is compared with it', () => {
  const run = makeRun({ tasks: ['a'], conditions: { loop: { trials: ['s+'] } } });
  expect(headToHeadWithBaseline(run, readColumns(run))).toEqual([]);
});

test('the loop is compared with resampling at each k where both were run', () => {
  const run = makeRun({
    tasks: ['a', 'b'],
    conditions: { lucid: { trials: ['a/s+', 's+'] }, 'resample-oracle': { trials: ['a/a/a/s+', 's+'] } },
  });
  const rows = headToHeadAtEqualK(run, readColumns(run));
  expect(rows.map(({ k, comparatorK, improved, regressed }) => [k, comparatorK, improved, regressed])).toEqual([
    [1, 1, 1, 0],
    [3, 3, 0, 0],
  ]);
});

test('with several samples a task the counts stand without a p-value', () => {
  const run = makeRun({
    tasks: ['a'],
    conditions: { baseline: { trials: ['a', 'a'] }, loop: { trials: ['s+', 's+'] } },
    identity: { samples: 2 },
  });
  expect(headToHeadWithBaseline(run, readColumns(run))).toMatchObject([
    { improved: 2, regressed: 0, pValue: undefined, adjustedPValue: undefined },
  ]);
});
