import { expect, test } from 'vitest';
import { readColumns } from '../../harness/metrics/columns.ts';
import { differenceBounds, testDiscordance } from '../../harness/metrics/comparison.ts';
import { discordance } from '../../harness/metrics/discordance.ts';
import { makeRun } from '../fixtures/run.ts';

/** Outcome letters of the baseline and of another arm at step 0: s solved, a unsolved, u ungraded. */
function compared(before: string, after: string, samples = 1) {
  const run = makeRun({
    tasks: Array.from({ length: before.length / samples }, (_, task) => `t${task}`),
    conditions: { baseline: { trials: [...before] }, loop: { trials: [...after] } },
    identity: { samples },
  });
  const [first, second] = readColumns(run);
  if (first === undefined || second === undefined) throw new Error('two columns expected');
  const changes = discordance(first, second);
  return { finding: testDiscordance(run, changes), bounds: differenceBounds(changes), changes };
}

test('a known side bounds what an ungraded pair can do', () => {
  const { changes, bounds } = compared('suauu', 'uauaa');
  // solved -> ? may lose; ? -> unsolved may lose; unsolved -> ? may gain; ? -> unsolved twice may lose.
  expect(changes.tasks.map(({ leastAdded, mostAdded }) => [leastAdded, mostAdded])).toEqual([
    [-1, 0],
    [-1, 0],
    [0, 1],
    [-1, 0],
    [-1, 0],
  ]);
  expect(bounds).toEqual({ low: -4 / 5, high: 1 / 5 });
});

test('a comparison is refused when the ungraded pairs could turn it or take it away, and not when they cannot', () => {
  expect(compared('aaas', 'ssuu').finding).toMatchObject({ status: 'tested', difference: 1 });
  expect(compared('aas', 'suu').finding).toEqual({
    status: 'refused',
    reason: '2 ungraded pairs could make of +1 anything from 0 to +2',
  });
  expect(compared('ss', 'su').finding).toEqual({
    status: 'refused',
    reason: '1 ungraded pair could make of 0 anything from -1 to 0',
  });
  // ? against unsolved: whatever it is, it can only widen the loss.
  expect(compared('ssu', 'aaa').finding).toMatchObject({ status: 'tested', pValue: 0.5, pValueIfWorst: 0.5 });
});

test('no pair graded on both sides is a refusal, not a tie', () => {
  expect(compared('uu', 'ss').finding).toEqual({ status: 'refused', reason: 'no pair is graded on both sides' });
});

test('the p-value is also given as if every ungraded pair counted against the effect', () => {
  const { finding } = compared('aaaaaaaas', 'ssssssssu');
  if (finding.status !== 'tested') throw new Error(finding.reason);
  expect(finding.pValue).toBeCloseTo(2 / 2 ** 8, 12);
  expect(finding.pValueIfWorst).toBeCloseTo((2 * (1 + 9)) / 2 ** 9, 12);
});

test('all ties: no odds, p is 1, and the difference has a width all the same', () => {
  const { finding } = compared('ssaa', 'ssaa');
  const square = 1.959963984540054 ** 2;
  expect(finding).toMatchObject({ status: 'tested', pValue: 1, difference: 0, odds: undefined });
  if (finding.status !== 'tested') return;
  expect(finding.interval?.high).toBeCloseTo(square / (4 + square), 12);
  expect(finding.interval?.low).toBeCloseTo(-square / (4 + square), 12);
});

test('several samples: where no task shows a net change the interval is that of the tasks, not of no width', () => {
  const { finding } = compared('sasa', 'asas', 2);
  const square = 1.959963984540054 ** 2;
  expect(finding).toMatchObject({ test: 'sign-flip', pValue: 1, intervalKind: 'tango', odds: { ratio: 1 } });
  if (finding.status !== 'tested') return;
  expect(finding.interval?.high).toBeCloseTo(square / (2 + square), 12);
});

test('several samples of one task: nothing can be said about other tasks', () => {
  const { finding } = compared('aaa', 'sss', 3);
  expect(finding).toMatchObject({ pValue: 1, difference: 1, interval: undefined, equivalence: undefined });
});
