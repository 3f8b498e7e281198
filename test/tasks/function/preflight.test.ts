import { expect, onTestFinished, test } from 'vitest';
import { createExecutor } from '../../../harness/sandbox/executor.ts';
import { DEFAULT_LIMITS } from '../../../harness/sandbox/limits.ts';
import { memoryExecutions } from '../../../harness/sandbox/memory-executions.ts';
import { createProcessSandbox } from '../../../harness/sandbox/process.ts';
import { timeLimitFactorsOf } from '../../../harness/sandbox/reference-times.ts';
import { suiteOfDataset } from '../../../harness/sandbox/trusted-suite.ts';
import { preflight } from '../../../harness/tasks/function/preflight.ts';
import { refuseUnlessSound } from '../../../harness/tasks/function/refuse-unless-sound.ts';
import type { Dataset, Problem } from '../../../harness/types/task.ts';
import { problem } from '../../fixtures/trial.ts';

/** The least CPU clock there is; the wall clock shall not matter. */
const limits = { ...DEFAULT_LIMITS, cpuSeconds: 1, wallMs: 60_000 };

/** Doubles its argument after so many seconds of CPU time. */
const doublesAfter = (cpuSeconds: number): string =>
  `import time\ndef double(x):\n    end = time.process_time() + ${cpuSeconds}\n    while time.process_time() < end:\n        pass\n    return x * 2\n`;

const withCanonical = (canonical: string): Dataset => {
  const problems: Problem[] = [{ ...problem, canonical, hiddenTests: suiteOfDataset('assert double(2) == 4\n') }];
  return { id: 'tiny', title: 'tiny', sha256: '', source: '', problems, knownDefects: [] };
};

async function openSandbox() {
  const sandbox = await createProcessSandbox({ slots: 2 });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

test('a task whose canonical solution is slow here has longer limits for every program, and endless ones still end', {
  timeout: 300_000,
}, async () => {
  const sandbox = await openSandbox();
  const dataset = withCanonical(doublesAfter(0.55));
  const { task, hiddenTests } = dataset.problems[0] ?? problem;
  const { faults, references, lines } = await preflight(dataset, sandbox, limits, false);
  expect(faults).toEqual([]);
  expect(references).toMatchObject([{ taskId: task.id, stretch: { cpu: 2 } }]);
  expect(references[0]?.cpuMs).toBeGreaterThan(540);
  expect(lines.at(-1)).toContain('time limits are longer here for 1 of 1 tasks: test/double');

  const usual = createExecutor(sandbox, limits, memoryExecutions());
  const calibrated = createExecutor(sandbox, limits, memoryExecutions(), timeLimitFactorsOf(references));
  const outcomes = async (code: string) =>
    Promise.all(
      [usual, calibrated].map(async (executor) => (await executor.execute(task, code, hiddenTests)).execution.outcome),
    );
  const timeout = { status: 'unsolved', reason: 'timeout' };
  expect(await outcomes(doublesAfter(1.3))).toEqual([timeout, { status: 'solved' }]);
  expect(await outcomes(doublesAfter(1000))).toEqual([timeout, timeout]);
});

test('a canonical solution beyond the declared limits is measured within the longest ones', {
  timeout: 300_000,
}, async () => {
  const { faults, references } = await preflight(withCanonical(doublesAfter(2.2)), await openSandbox(), limits, false);
  expect(faults).toEqual([]);
  expect(references).toMatchObject([{ stretch: { cpu: 8 } }]);
});

test('nothing is started where the canonical solution is not solved', { timeout: 300_000 }, async () => {
  const refused = refuseUnlessSound(
    withCanonical('def double(x):\n    return x\n'),
    await openSandbox(),
    limits,
    () => {},
  );
  await expect(refused).rejects.toThrow(/test\/double: canonical: expected solved, came unsolved \(assertion\)/);
});
