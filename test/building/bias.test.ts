import { expect, test } from 'vitest';
import { biasTables } from '../../harness/building/truth/bias-tables.ts';
import { gradedByTruth } from '../../harness/building/truth/truth-grading.ts';
import { makeRun } from '../fixtures/run.ts';

/** Two arms on four tasks; letters are outcomes by the built tests and by truth. */
const runOf = (baseline: string, loop: string) =>
  makeRun({
    tasks: ['a', 'b', 'c', 'd'],
    conditions: {
      baseline: { trials: [...baseline] },
      loop: { comparator: 'baseline', trials: [...loop].map((last) => `a/${last}+`) },
    },
    identity: { k: [1] },
  });

const rowsOf = (text: string, name: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`| ${name}`))
    .map((line) => line.split('|').map((cell) => cell.trim().replace(/ \[.*/, '')));

test('false accepts and rejects, bias and lost signs are counted trial by trial', () => {
  // By the built tests the loop is better by two tasks, by truth the baseline is better by two.
  const tables = biasTables(runOf('aaas', 'ssss'), runOf('ssss', 'ssaa'));
  expect(rowsOf(tables, 'baseline')[0]?.slice(2, 5)).toEqual(['4', 'none', '3 of 4, 75.0 %']);
  // Four first steps that both call wrong, then two of four wrongly accepted.
  expect(rowsOf(tables, 'loop ')[0]?.slice(2, 5)).toEqual(['8', '2 of 6, 33.3 %', '0 of 2, 0.0 %']);
  expect(rowsOf(tables, 'baseline')[1]?.slice(2, 7)).toEqual(['0', '4', '1 of 4, 25.0 %', '4 of 4, 100.0 %', '-75.0']);
  expect(rowsOf(tables, 'loop ')[2]?.slice(2, 7)).toEqual(['1', '4', '4 of 4, 100.0 %', '2 of 4, 50.0 %', '+50.0']);
  expect(rowsOf(tables, 'loop against baseline')[0]?.slice(2, 5)).toEqual(['+75.0', '-50.0', 'LOST']);
});

test('what one of the two could not grade is in no figure, and is said', () => {
  const tables = biasTables(runOf('uass', 'ssss'), runOf('sasu', 'ssss'));
  expect(rowsOf(tables, 'baseline')[0]?.slice(2, 5)).toEqual(['2', '0 of 1, 0.0 %', '0 of 1, 0.0 %']);
  expect(tables).toContain('2 steps that one of the two could not grade are in no figure.');
});

test('every step of every trial is graded by truth, each by its own candidate', async () => {
  const run = runOf('aaas', 'ssss');
  const asked: string[] = [];
  const byTruth = await gradedByTruth(
    run,
    async (taskId, candidate) => {
      asked.push(`${taskId} ${candidate}`);
      return candidate.endsWith('1') ? { status: 'solved' } : { status: 'unsolved', reason: 'assertion' };
    },
    2,
    () => undefined,
  );
  expect(asked).toHaveLength(12);
  expect(asked).toContain('b def f(): return 1');
  expect(byTruth.grades.filter(({ outcome }) => outcome.status === 'solved').map(({ step }) => step)).toEqual([
    1, 1, 1, 1,
  ]);
});
