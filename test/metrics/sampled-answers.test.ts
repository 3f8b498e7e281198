import { expect, test } from 'vitest';
import { accuracy } from '../../harness/metrics/accuracy.ts';
import { readColumns } from '../../harness/metrics/columns.ts';
import { firstGenerationGroups } from '../../harness/metrics/first-generation.ts';
import { sampledAnswers } from '../../harness/metrics/sampled-answers.ts';
import { wilsonInterval } from '../../harness/statistics/intervals.ts';
import { makeRun, type RunText } from '../fixtures/run.ts';

const rows = (text: RunText) => sampledAnswers(makeRun(text));

test('arms that share step 0 are one row: they are no replicates of it', () => {
  const [one, three, all] = rows({
    tasks: ['a', 'b'],
    conditions: {
      baseline: { trials: ['s', 'a', 'a', 's', 's', 's'] },
      loop: { trials: ['s+', 'a/', 'a/', 's+', 's+', 's+'] },
    },
    identity: { samples: 3 },
  });
  expect(one).toMatchObject({ draws: 1, tasks: 2, conditions: [{ name: 'baseline' }, { name: 'loop' }] });
  // 1 of 3 and 3 of 3.
  expect(one?.passAtM).toBeCloseTo((1 / 3 + 1) / 2, 12);
  expect(three?.draws).toBe(2);
  // Of three pairs of draws two hold the right one; none holds it twice.
  expect(three?.passAtM).toBeCloseTo((2 / 3 + 1) / 2, 12);
  expect(three?.passHatM).toBeCloseTo(1 / 2, 12);
  expect(all).toMatchObject({ draws: 3, passAtM: 1, passHatM: 0.5 });
});

test('a task with fewer graded answers than draws is left out of that mean and counted', () => {
  const [one, two] = rows({
    tasks: ['a', 'b'],
    conditions: { baseline: { trials: ['s', 'u', 'a', 's'] } },
    identity: { samples: 2 },
  });
  expect(one).toMatchObject({ tasks: 2, tasksLeftOut: 0, passAtM: 0.75 });
  expect(two).toMatchObject({ tasks: 1, tasksLeftOut: 1, passAtM: 1, passHatM: 0 });
});

test('with one sample per task there is nothing to add to the accuracy', () => {
  expect(rows({ tasks: ['a'], conditions: { baseline: { trials: ['s'] } } })).toEqual([]);
});

test('programs of the pool are no draws: there is no pass@m where step 0 is one', () => {
  const study: RunText = { tasks: ['a'], conditions: { loop: { trials: ['s+', 'a/'] } }, identity: { samples: 2 } };
  expect(rows(study)).toHaveLength(2);
  expect(rows({ ...study, identity: { samples: 2, start: 'pool:both' } })).toEqual([]);
});

test('an arm whose trials are not all there, or that was drawn anew, stands alone', () => {
  const run = makeRun({
    tasks: ['a', 'b'],
    conditions: { baseline: { trials: ['s', 's'] }, loop: { trials: ['s+', undefined] } },
  });
  expect(firstGenerationGroups(run)).toEqual([['baseline'], ['loop']]);
});

test('where every task is solved by every answer the interval is Wilson’s over the tasks, not without width', () => {
  const [one, two] = rows({
    tasks: ['a', 'b', 'c'],
    conditions: { baseline: { trials: ['s', 's', 's', 's', 's', 's'] } },
    identity: { samples: 2 },
  });
  const wilson = wilsonInterval(3, 3);
  expect(one?.passAtMInterval).toEqual(wilson);
  expect(two?.passAtMInterval).toEqual(wilson);
  expect(two?.passHatMInterval).toEqual(wilson);
});

test('samples that one arm has beyond the others count here alone: arms are compared by those that every arm has', () => {
  const text: RunText = {
    tasks: ['a', 'b'],
    conditions: { baseline: { trials: ['a', 's', 's', 's', 's', 's'] }, loop: { trials: ['a/', 's+'] } },
    identity: { samples: 1, samplesOf: { baseline: 3 } },
  };
  const [one, two, all, ...others] = rows(text);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ conditions: [{ name: 'baseline' }], draws: 1, tasks: 2 });
  expect(one?.passAtM).toBeCloseTo((2 / 3 + 1) / 2, 12);
  expect(two).toMatchObject({ draws: 2, passAtM: 1 });
  expect(all).toMatchObject({ draws: 3, passHatM: 0.5 });
  const cells = accuracy(makeRun(text), readColumns(makeRun(text)));
  expect(cells.map(({ planned, solved }) => [planned, solved])).toEqual(cells.map(() => [2, 1]));
});
