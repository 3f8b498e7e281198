import { expect, test } from 'vitest';
import { drift, hasDrifted } from '../../harness/metrics/drift.ts';
import type { Grade, Step, WholeRun } from '../../harness/types/record.ts';
import { makeRun } from '../fixtures/run.ts';

/** A replay of one trial a letter, with what was found here beside what was recorded. */
function replayed(found: readonly { step?: Partial<Step>; grade?: Partial<Grade> }[]): WholeRun {
  const run = makeRun({
    tasks: found.map((_, index) => `t/${index}`),
    conditions: { lucid: { trials: found.map(() => 's+') } },
    identity: { recording: 'tiny' },
  });
  return {
    ...run,
    trajectories: run.trajectories.map((trajectory, index) => ({
      ...trajectory,
      steps: trajectory.steps.map((step) => ({ ...step, ...found[index]?.step })),
    })),
    grades: run.grades.map((grade, index) => ({ ...grade, ...found[index]?.grade })),
  };
}

test('what was not run here, or not when it was recorded, is neither drift nor its absence', () => {
  const run = replayed([
    {},
    { step: { liveVerdict: 'reject' } },
    { grade: { recordedOutcome: 'unsolved' } },
    { step: { liveVerdict: 'no-verdict' }, grade: { recordedOutcome: 'none' } },
    { step: { liveVerdict: 'sandbox-refused' } },
    { grade: { outcome: { status: 'ungraded', reason: 'sandbox-lost' } } },
    { grade: { recordedOutcome: 'none' } },
    { grade: { ofRecordedLog: true } },
  ]);
  const [row] = drift(run);
  expect(row).toMatchObject({ steps: 8, verdicts: 2, grades: 1, either: 3, ofRecordedLogs: 1 });
  expect([...(row?.notCompared ?? [])]).toEqual([
    ['not-recorded', 1],
    ['sandbox-lost', 1],
    ['sandbox-refused', 1],
  ]);
  const seen = run.trajectories.map(({ steps: [step] }, index) => step && hasDrifted(run, step, run.grades[index]));
  expect(seen).toEqual([false, true, true, true, undefined, undefined, undefined, false]);
});

test('a discarded draft that was graded otherwise than when it was recorded is drift of its step', () => {
  const draft = (more: Partial<NonNullable<Grade['draft']>> = {}) => ({
    draft: { outcome: { status: 'solved' }, assertions: 'p', gradedSha256: '', ...more } as const,
  });
  const run = replayed([
    { grade: draft() },
    { grade: draft({ recordedOutcome: 'unsolved' }) },
    { grade: draft({ recordedOutcome: 'none' }) },
    { grade: draft({ outcome: { status: 'ungraded', reason: 'sandbox-lost' } }) },
  ]);
  const [row] = drift(run);
  expect(row).toMatchObject({ steps: 4, verdicts: 0, grades: 1, either: 1 });
  expect([...(row?.notCompared ?? [])]).toEqual([
    ['not-recorded', 1],
    ['sandbox-lost', 1],
  ]);
});
