import { expect, test } from 'vitest';
import { flips, oscillations } from '../../../harness/metrics/loops/flips.ts';
import { readLoops } from '../../../harness/metrics/loops/loop-trials.ts';
import { repairRates } from '../../../harness/metrics/loops/repair.ts';
import { makeRun } from '../../fixtures/run.ts';

const run = makeRun({
  tasks: ['a', 'b', 'c', 'd'],
  conditions: {
    baseline: { trials: ['s', 'a', 's', 's'] },
    loop: { verifier: 'model', trials: ['s/a/s/', 'a/a/s+', 's/u/s/', 's/s/a/'] },
    again: { verifier: 'public-tests', laterRole: 'generate', trials: ['s+', 'a/s+', 's+', 's+'] },
  },
});
const loops = readLoops(run);

test('flips are counted by step, over the candidates that were replaced and graded on both sides', () => {
  const rows = flips(run, loops).filter(({ condition }) => condition.name === 'loop');
  expect(
    rows.map((row) => [
      row.from,
      row.replaced,
      row.rightToWrong,
      row.wrongToRight,
      row.stayedRight,
      row.stayedWrong,
      row.leftOut,
    ]),
  ).toEqual([
    [0, 3, 1, 0, 1, 1, 1],
    [1, 3, 1, 2, 0, 0, 1],
    [2, 0, 0, 0, 0, 0, 0],
  ]);
  expect(rows.map(({ rightToWrongTasks }) => rightToWrongTasks)).toEqual([['a'], ['d'], []]);
});

test('a trial oscillates when it comes back to where it was; an ungraded step is no change', () => {
  const [loop] = oscillations(run, loops);
  expect(loop).toMatchObject({ couldOscillate: 3, oscillating: 1, changes: 4, tasks: ['a'] });
});

test('repair is out of the wrong candidates replaced, breakage out of the right ones', () => {
  const rows = repairRates(run, loops).filter(({ condition }) => condition.name === 'loop');
  expect(
    rows.map(({ from, repair, breakage }) => [from, repair.count, repair.total, breakage.count, breakage.total]),
  ).toEqual([
    [0, 0, 1, 1, 2],
    [1, 2, 2, 1, 1],
    [2, 0, 0, 0, 0],
    [undefined, 2, 3, 2, 3],
  ]);
  expect(rows[2]?.repair).toEqual({ count: 0, total: 0, proportion: undefined, interval: undefined });
});

test('an arm whose later candidates are independent draws is resampling; the baseline is no loop', () => {
  expect(loops.map(({ condition, isResampling }) => [condition.name, isResampling])).toEqual([
    ['loop', false],
    ['again', true],
  ]);
});

test('an arm of a replay that is not recorded whole is in no row', () => {
  const partly = makeRun({ tasks: ['a', 'b'], conditions: { loop: { trials: ['s/s/', 'a~'] } } });
  expect(flips(partly, readLoops(partly))).toEqual([]);
});
