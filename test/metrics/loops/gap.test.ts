import { expect, test } from 'vitest';
import { assertionCounts, compareHeld, heldAssertions, readRounds } from '../../../harness/metrics/loops/gap.ts';
import { readLoops } from '../../../harness/metrics/loops/loop-trials.ts';
import type { Outcome } from '../../../harness/types/execution.ts';
import type { Grade } from '../../../harness/types/record.ts';
import { makeRun } from '../../fixtures/run.ts';

function grade(assertions: string | undefined, outcome: Outcome = { status: 'unsolved', reason: 'assertion' }): Grade {
  return {
    condition: 'loop',
    taskId: 'a',
    sample: 0,
    step: 0,
    outcome,
    failures: [],
    ...(assertions === undefined ? {} : { assertions }),
  };
}

const gapOf = (one: Grade, count?: number) => heldAssertions(one, count)?.gap;

test('failed, raised and never reached: such an assertion does not hold', () => {
  expect(gapOf(grade('pfe-'))).toBe(0.75);
  expect(gapOf(grade('ppppp', { status: 'solved' }))).toBe(0);
});

test('without letters all assertions hold or none, by the outcome', () => {
  expect(heldAssertions(grade('', { status: 'unsolved', reason: 'empty' }), 3)).toEqual({
    held: [false, false, false],
    gap: 1,
  });
  expect(heldAssertions(grade(undefined, { status: 'solved' }), undefined)).toEqual({ held: [true], gap: 0 });
  expect(gapOf(grade(undefined))).toBe(1);
});

test('what is not graded has no gap; unsolved with every assertion held still leaves something open', () => {
  expect(heldAssertions(grade('pp', { status: 'ungraded', reason: 'sandbox-lost' }), 2)).toBeUndefined();
  expect(heldAssertions(undefined, 2)).toBeUndefined();
  expect(gapOf(grade('pppp', { status: 'unsolved', reason: 'exited-early' }))).toBe(0.25);
});

test('a round splits into what persisted and what it broke', () => {
  const [before, after] = ['ppff', 'fppf'].map((letters) => heldAssertions(grade(letters), 4));
  if (before === undefined || after === undefined) throw new Error('both are graded');
  expect(compareHeld(before, after)).toEqual({
    before: 0.5,
    after: 0.5,
    persisting: 0.25,
    introduced: 0.25,
    isReplaced: true,
  });
  const other = heldAssertions(grade('pf'), 2);
  expect(other && compareHeld(before, other)).toBeUndefined();
});

test('after its last step a trial keeps its candidate; one that broke off has no known rounds', () => {
  const run = makeRun({
    tasks: ['a', 'b', 'c', 'd'],
    conditions: { loop: { trials: ['a/s+', 'a/!', 'a/a#', 'a/u/'] } },
  });
  const counts = assertionCounts(run);
  expect(counts.get('a')).toBe(3);
  const rounds = Array.from(readLoops(run)[0]?.trials ?? [], (trial) => readRounds(trial, counts));
  const kept = (gap: number) => ({ before: gap, after: gap, persisting: gap, introduced: 0, isReplaced: false });
  expect(rounds?.[0]).toEqual([
    { before: 2 / 3, after: 0, persisting: 0, introduced: 0, isReplaced: true },
    kept(0),
    kept(0),
  ]);
  expect(rounds?.[1]).toBeUndefined();
  expect(rounds?.[2]?.[2]).toEqual(kept(2 / 3));
  expect(rounds?.[3]).toBeUndefined();
});
