import { describe, expect, test } from 'vitest';
import { createExecutor } from '../../harness/sandbox/executor.ts';
import {
  DECLARED_TIME_LIMITS,
  DEFAULT_LIMITS,
  timeLimitFactorFor,
  withTimeLimitFactor,
} from '../../harness/sandbox/limits.ts';
import { memoryExecutions } from '../../harness/sandbox/memory-executions.ts';
import {
  describeSlowest,
  describeTimeLimitFactors,
  type ReferenceTime,
  reconcileReferenceTimes,
} from '../../harness/sandbox/reference-times.ts';
import type { ExecutionJob, Sandbox } from '../../harness/types/execution.ts';
import { createMemorySandbox } from '../fixtures/memory-sandbox.ts';
import { problem } from '../fixtures/trial.ts';

const reference = (taskId: string, cpu: number, wall: number): ReferenceTime => {
  return { taskId, cpuMs: 900, wallMs: 1000, stretch: { cpu, wall } };
};

describe('limits are four times the reference, to the nearest power of two, and never less than declared', () => {
  test.each([
    // 3 s of CPU and 10 s of wall time are declared.
    [{ cpuMs: 0, wallMs: 0 }, DECLARED_TIME_LIMITS],
    [{ cpuMs: 5, wallMs: 12 }, DECLARED_TIME_LIMITS],
    [{ cpuMs: 1_000, wallMs: 3_500 }, DECLARED_TIME_LIMITS],
    [
      { cpuMs: 1_100, wallMs: 1_100 },
      { cpu: 2, wall: 2 },
    ],
    [
      { cpuMs: 2_000, wallMs: 2_000 },
      { cpu: 2, wall: 2 },
    ],
    [
      { cpuMs: 2_500, wallMs: 2_500 },
      { cpu: 4, wall: 4 },
    ],
    [
      { cpuMs: 5, wallMs: 20_000 },
      { cpu: 1, wall: 8 },
    ],
    [
      { cpuMs: 900_000, wallMs: 900_000 },
      { cpu: 16, wall: 16 },
    ],
  ])('%o', (times, stretch) => {
    expect(timeLimitFactorFor(times, DEFAULT_LIMITS)).toEqual(stretch);
  });

  test('both clocks are stretched and nothing else', () => {
    const stretched = withTimeLimitFactor(DEFAULT_LIMITS, { cpu: 2, wall: 4 });
    expect(stretched).toEqual({ ...DEFAULT_LIMITS, cpuSeconds: 6, wallMs: 40_000 });
  });
});

test('a verdict gets the stretched limits and is bound to the declared ones, so that equal runs stay equal', async () => {
  const given: ExecutionJob['limits'][] = [];
  const inner = createMemorySandbox();
  const sandbox: Sandbox = {
    ...inner,
    execute(job) {
      given.push(job.limits);
      return inner.execute(job);
    },
  };
  const { task, hiddenTests } = problem;
  const usual = createExecutor(sandbox, DEFAULT_LIMITS, memoryExecutions());
  const slow = createExecutor(sandbox, DEFAULT_LIMITS, memoryExecutions(), () => ({ cpu: 4, wall: 8 }));
  const results = [];
  for (const executor of [usual, slow]) {
    results.push(await executor.execute(task, 'RIGHT', hiddenTests));
    await executor.execute(task, 'RIGHT', task.publicTests);
  }
  const [first, second] = results;
  expect(given.map(({ cpuSeconds, wallMs }) => [cpuSeconds, wallMs])).toEqual([
    [3, 10_000],
    [3, 10_000],
    [12, 80_000],
    [12, 80_000],
  ]);
  expect(second).toEqual(first);
  expect(first?.times).toEqual({ wallMs: 1, cpuMs: 1 });
});

describe('a resumed run', () => {
  test('keeps the limits it began with, whatever noise says now', () => {
    const earlier = [reference('a', 1, 1), reference('b', 4, 4)];
    const measured = [reference('a', 2, 2), reference('b', 1, 1), reference('c', 2, 2)];
    expect(reconcileReferenceTimes(earlier, measured)).toEqual([earlier[0], earlier[1], measured[2]]);
  });

  test('on a machine that is far slower has longer limits, and never shorter ones', () => {
    const settled = reconcileReferenceTimes([reference('a', 1, 8)], [reference('a', 4, 4)]);
    expect(settled).toEqual([reference('a', 4, 8)]);
  });
});

test('stretched limits are said in one line that names the tasks, usual ones not at all', () => {
  expect(describeTimeLimitFactors([reference('a', 1, 1)])).toBeUndefined();
  expect(describeTimeLimitFactors([reference('a', 1, 1), reference('b', 2, 2), reference('c', 1, 4)])).toBe(
    'time limits are longer here for 2 of 3 tasks: b x2 (canonical solution: 0.9 s CPU, 1.0 s wall), c CPU x1, wall x4 (canonical solution: 0.9 s CPU, 1.0 s wall)',
  );
  expect(describeSlowest([{ ...reference('a', 1, 1), cpuMs: 10 }, reference('b', 2, 2)])).toBe(
    'slowest canonical solution: b, 0.9 s CPU, 1.0 s wall',
  );
});
