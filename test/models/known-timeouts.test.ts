import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeKnownTimeouts, stopKnownTimeouts } from '../../harness/models/recorded/known-timeouts.ts';
import { DEFAULT_LIMITS } from '../../harness/sandbox/limits.ts';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';
import type { ExecutionJob, Sandbox } from '../../harness/types/execution.ts';

const timeout = 120_000;
/** CPU seconds that each execution was given. */
let given: number[] = [];
let sandbox: Sandbox;

beforeAll(async () => {
  const real = await createProcessSandbox({ slots: 1 });
  const execute = (job: ExecutionJob) => {
    given.push(job.limits.cpuSeconds);
    return real.execute(job);
  };
  sandbox = { ...real, execute };
});

afterAll(() => sandbox.close());

/** Runs a program that was at these assertions when a clock ended it. */
async function replay(recorded: string | undefined, code: string) {
  given = [];
  const limits = { ...DEFAULT_LIMITS, wallMs: 60_000 };
  const suite = { source: 'assert f(1) == 1\nassert f(2) == 2\nassert f(3) == 3\n' };
  const timed = stopKnownTimeouts(sandbox, { timedOutAt: () => recorded });
  return timed.execute({ taskId: 't', prelude: '', code, entryPoint: 'f', suite, limits });
}

const loops = 'def f(x):\n    while x == 2: pass\n    return x\n';

test('a program that is where it was out of time has a tenth of its CPU time and the recorded verdict', {
  timeout,
}, async () => {
  expect(await replay('pe-', loops)).toMatchObject({ assertions: 'pe-', outcome: { reason: 'timeout' } });
  expect(given).toEqual([0.3]);
});

test('one that was elsewhere when it was recorded has all of its time', { timeout }, async () => {
  expect(await replay('ppe', loops)).toMatchObject({ assertions: 'pe-', outcome: { reason: 'timeout' } });
  expect(given).toEqual([0.3, 3]);
});

test('one that ends by itself here is not out of time, whatever was recorded: early, or within all of its time', {
  timeout,
}, async () => {
  expect(await replay('pe-', 'def f(x):\n    return x\n')).toMatchObject({ outcome: { status: 'solved' } });
  const slow = `import time\n${loops.replace('while x == 2: pass', 'while x == 3 and time.process_time() < 1: pass')}`;
  expect(await replay('pe-', slow)).toMatchObject({ outcome: { status: 'solved' } });
  expect(given).toEqual([0.3, 3]);
});

test('what was not out of time has all of its time', { timeout }, async () => {
  expect(await replay(undefined, loops)).toMatchObject({ assertions: 'pe-' });
  expect(given).toEqual([3]);
});

test('it is said how many programs have less time here, and how they get all of it', () => {
  expect(describeKnownTimeouts({ timedOut: 0 }, DEFAULT_LIMITS)).toBeUndefined();
  expect(describeKnownTimeouts({ timedOut: 7 }, DEFAULT_LIMITS)).toBe(
    '7 programs that ran out of time when they were recorded are stopped after 0.3 of 3 s of CPU here if they then stand where they stood (--verdict-timeout 10 gives each all of it)',
  );
});
