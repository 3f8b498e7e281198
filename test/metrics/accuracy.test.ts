import { expect, test } from 'vitest';
import { accuracy, bestOfK } from '../../harness/metrics/accuracy.ts';
import { readColumns } from '../../harness/metrics/columns.ts';
import { makeRun } from '../fixtures/run.ts';

const TASKS = ['a', 'b', 'c', 'd'];

test('ungraded trials are in no rate, but in the bounds over the one denominator', () => {
  const run = makeRun({ tasks: TASKS, conditions: { baseline: { trials: ['s', 'a', 'u', undefined] } } });
  expect(accuracy(run, readColumns(run))).toMatchObject([
    { k: 0, planned: 4, graded: 2, solved: 1, ungraded: 2, rate: 0.5, worst: 0.25, best: 0.75 },
  ]);
});

test('a column without a graded trial has no rate, not 0', () => {
  const run = makeRun({ tasks: ['a'], conditions: { baseline: { trials: ['u'] } } });
  expect(accuracy(run, readColumns(run))).toMatchObject([{ rate: undefined, interval: undefined, worst: 0, best: 1 }]);
});

test('trials cut by a limit are counted at the k they did not reach', () => {
  const run = makeRun({ tasks: ['a', 'b'], conditions: { loop: { trials: ['a/a/#', 's+'] } } });
  expect(accuracy(run, readColumns(run)).map(({ k, cutByLimit }) => [k, cutByLimit])).toEqual([
    [0, 0],
    [1, 0],
    [3, 1],
  ]);
});

test('with several samples the rate is the mean over trials and the interval comes from drawing tasks', () => {
  const run = makeRun({
    tasks: ['a', 'b'],
    conditions: { baseline: { trials: ['s', 's', 'a', 'a'] } },
    identity: { samples: 2 },
  });
  // Two tasks, one always right, one never: a draw of two tasks gives 0, 1/2 or 1.
  expect(accuracy(run, readColumns(run))).toMatchObject([{ planned: 4, rate: 0.5, interval: { low: 0, high: 1 } }]);
});

test('best of k counts a trial solved at any step, even between the printed k, and unknown when one step is', () => {
  const run = makeRun({
    tasks: TASKS,
    conditions: { loop: { trials: ['s/a/a/a/', 'a/a/s/a/', 'a/u/a/a/', 'a/!'] } },
    identity: { k: [1, 3] },
  });
  expect(bestOfK(run, readColumns(run))).toMatchObject([{ planned: 4, solved: 2, ungraded: 2, graded: 2 }]);
});

test('best of k under the independent protocol looks at the result of each run', () => {
  const trials = { 1: ['a/s+', 'a/a/'], 3: ['a/a/a/a/', 'a/s/a/a/'] };
  const run = makeRun({ tasks: ['a', 'b'], conditions: { loop: { trials } }, identity: { protocol: 'independent' } });
  expect(bestOfK(run, readColumns(run))).toMatchObject([{ solved: 1, graded: 2 }]);
});

test('the published extractor has a rate where every step shown is known under it', () => {
  const run = makeRun({ tasks: ['a', 'b'], conditions: { loop: { trials: ['s+', 'a/s+'], published: 'xs' } } });
  const cells = accuracy(run, readColumns(run));
  expect(cells.map(({ k, published }) => [k, published?.solved])).toEqual([
    [0, 1],
    [1, undefined],
    [3, undefined],
  ]);
});
