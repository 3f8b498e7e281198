import { expect, test } from 'vitest';
import { analyse } from '../../harness/metrics/analysis.ts';
import { compareDescent } from '../../harness/metrics/updates/descent.ts';
import { updateSections } from '../../harness/report/tables/updates.ts';
import { signFlipOfShares, signFlipTest } from '../../harness/statistics/sign-flip.ts';
import type { Fate } from '../../harness/types/codegrad.ts';
import type { WholeRun } from '../../harness/types/record.ts';
import { makeRun } from '../fixtures/run.ts';

const update = (fate: Fate) => ({
  ...{ edits: [], dropped: 0, filled: 0, merged: 0, draft: 'def f(): pass', fate },
  invariants: [],
});

/** A wrong program holds one of three assertions. Task b of `codegrad` has a wrong draft that the gate discarded. */
function descentRun(): WholeRun {
  const made = makeRun({
    tasks: ['a', 'b', 'c', 'd', 'e'],
    conditions: {
      codegrad: { comparator: 'codegrad-matched', trials: ['a/s+', 's/s/', 'a/s+', 's+', 'a!'] },
      'codegrad-placebo': { comparator: 'codegrad', trials: ['a/a/', 's/a/', 'a/s+', 's/a/', 'a/s+'] },
    },
  });
  const isDiscarded = (condition: string, taskId: string): boolean => condition === 'codegrad' && taskId === 'b';
  const wrong = { outcome: { status: 'unsolved', reason: 'assertion' }, assertions: 'pf-', gradedSha256: 'd' } as const;
  return {
    ...made,
    trajectories: made.trajectories.map((trajectory) => ({
      ...trajectory,
      steps: trajectory.steps.map((step) => {
        const fate = isDiscarded(trajectory.condition, trajectory.taskId) ? 'discarded' : 'accepted';
        return step.index === 0 ? step : { ...step, update: update(fate) };
      }),
    })),
    grades: made.grades.map((grade) =>
      isDiscarded(grade.condition, grade.taskId) && grade.step === 1 ? { ...grade, draft: wrong } : grade,
    ),
  };
}

test('one revision against none, and arm against arm on the same programs, permuted over tasks', () => {
  const rows = compareDescent(descentRun());
  const [critic, placebo, between] = rows;
  expect(rows.map(({ condition, against }) => [condition.name, against?.name])).toEqual([
    ['codegrad', undefined],
    ['codegrad-placebo', undefined],
    ['codegrad-placebo', 'codegrad'],
  ]);
  // e is not known: its trial failed before a draft. d was not revised: its review accepted it.
  expect(critic).toMatchObject({ programs: 4, tasks: 4, leftOut: 1 });
  // Two tasks repaired: both signs alike in 2 of 4 patterns.
  expect(critic?.repaired).toEqual({ own: 2, other: 0, pValue: 0.5 });
  expect(critic?.broken).toEqual({ own: 1, other: 0, pValue: 1 });
  // -2/3, +2/3, -2/3 and 0 over four programs.
  expect(critic?.change.own).toBeCloseTo(-1 / 6, 12);
  expect(critic?.change.pValue).toBe(1);
  expect(placebo).toMatchObject({ programs: 5, leftOut: 0, repaired: { own: 2 }, broken: { own: 2 } });
  expect(placebo?.change.own).toBeCloseTo(0, 12);
  expect(between).toMatchObject({ programs: 4, leftOut: 1, repaired: { own: 1, other: 2, pValue: 1 } });
  expect(between?.broken).toEqual({ own: 2, other: 1, pValue: 1 });
  // Tasks a and d differ, by 2/3 each: 2 of 4 patterns are as far from 0.
  expect(between?.change.pValue).toBe(0.5);
  const text = JSON.stringify(updateSections(analyse(descentRun())));
  expect(text).toContain('Does following the edits lower the loss?');
  expect(text).toContain('"no revision"');
});

test('arms that began with other programs are not paired', () => {
  const run = descentRun();
  const trajectories = run.trajectories.map((trajectory) =>
    trajectory.condition === 'codegrad' && trajectory.taskId === 'a'
      ? { ...trajectory, steps: trajectory.steps.map((step) => ({ ...step, candidateSha256: 'another' })) }
      : trajectory,
  );
  const between = compareDescent({ ...run, trajectories }).find(({ against }) => against !== undefined);
  expect(between).toMatchObject({ programs: 3, leftOut: 2 });
});

test('a sign-flip of fractions is that of whole numbers where these are, drawn where there are too many to count', () => {
  for (const whole of [[1, 1, -1, 2], [3, 0, 0], [], [1, 1, 1, 1, 1, 1]])
    expect(signFlipOfShares(whole, '1')).toBeCloseTo(signFlipTest(whole), 12);
  // Thirds that are the same sum in another order are as far from 0.
  expect(signFlipOfShares([1 / 3, 1 / 3, -2 / 3], '1')).toBe(1);
  const many = Array.from({ length: 24 }, (_, at) => (at % 4 === 0 ? -1 : 1));
  expect(Math.abs(signFlipOfShares(many, '1') - signFlipTest(many))).toBeLessThan(0.005);
  expect(signFlipOfShares(many, '1')).toBe(signFlipOfShares(many, '1'));
  expect(signFlipOfShares(Array(40).fill(0.5), '1')).toBeGreaterThan(0);
});
