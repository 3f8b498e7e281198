import { expect, test } from 'vitest';
import { costs } from '../../harness/metrics/cost.ts';
import { attributeCalls } from '../../harness/metrics/trials/attributed-calls.ts';
import { recordedTrials } from '../../harness/metrics/trials/trials.ts';
import type { CallRecord } from '../../harness/types/record.ts';
import { makeRun } from '../fixtures/run.ts';

const conditions = { baseline: { trials: ['a', 's'] }, loop: { trials: ['a/s+', 's+'] } };

test('a shared answer costs every trial that used it, and is paid by the first in plan order', () => {
  const run = makeRun({ tasks: ['a', 'b'], conditions });
  const [baseline, loop] = costs(run);
  expect(baseline).toMatchObject({ trials: 2, calls: 2, inputTokens: { known: 200 }, outputTokens: { known: 100 } });
  expect(baseline?.paidUsd.known).toBeCloseTo(0.02, 12);
  expect(loop?.costUsd.known).toBeCloseTo(0.03, 12);
  expect(loop?.paidUsd.known).toBeCloseTo(0.01, 12);
});

test('equal requests of one trial share an answer: counted once', () => {
  const sameKey = (call: CallRecord): CallRecord => ({ ...call, key: 'same' });
  const run = makeRun({ tasks: ['a'], conditions: { loop: { trials: ['a/a/a/s+'] } }, call: sameKey });
  expect(costs(run)).toMatchObject([
    { calls: 4, repeatedCalls: 3, inputTokens: { known: 100, parts: 1 }, costUsd: { known: 0.01 } },
  ]);
});

test('what is unknown is counted as unknown, not as 0', () => {
  const withoutUsage = ({ usage: _, costUsd: __, ...call }: CallRecord): CallRecord => call;
  const run = makeRun({
    tasks: ['a', 'b'],
    conditions,
    call: (call, { taskId }) => (taskId === 'b' ? withoutUsage(call) : call),
  });
  expect(costs(run)[0]).toMatchObject({
    inputTokens: { known: 100, unknownParts: 1, parts: 2 },
    costUsd: { known: 0.01, unknownParts: 1, parts: 2 },
  });
});

test('calls after the last finished step are paid too', () => {
  const run = makeRun({ tasks: ['a'], conditions: { loop: { trials: ['a/!'] } } });
  const [trajectory] = run.trajectories;
  if (trajectory === undefined) throw new Error('no trajectory');
  const [call] = trajectory.steps.flatMap(({ calls }) => calls);
  if (call === undefined) throw new Error('no call');
  const cut = { ...run, trajectories: [{ ...trajectory, unfinishedCalls: [{ ...call, key: 'later' }] }] };
  const [attributed] = attributeCalls(recordedTrials(cut));
  expect(attributed?.calls.map(({ step }) => step?.index)).toEqual([0, undefined]);
  expect(costs(cut)[0]?.costUsd.known).toBeCloseTo(0.02, 12);
});
