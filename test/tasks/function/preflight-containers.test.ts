import { expect, onTestFinished, test } from 'vitest';
import { createContainerPool } from '../../../harness/sandbox/docker/pool.ts';
import { createExecutor } from '../../../harness/sandbox/executor.ts';
import { DEFAULT_LIMITS } from '../../../harness/sandbox/limits.ts';
import { memoryExecutions } from '../../../harness/sandbox/memory-executions.ts';
import { startProcessRunner } from '../../../harness/sandbox/process.ts';
import { findPython } from '../../../harness/sandbox/runner/python.ts';
import { sharingContainers } from '../../../harness/sandbox/share-containers.ts';
import { suiteOfDataset } from '../../../harness/sandbox/trusted-suite.ts';
import type { ContainerUse } from '../../../harness/tasks/function/preflight.ts';
import { refuseUnlessSound } from '../../../harness/tasks/function/refuse-unless-sound.ts';
import type { Sandbox } from '../../../harness/types/execution.ts';
import type { Problem } from '../../../harness/types/task.ts';
import { problem } from '../../fixtures/trial.ts';

const limits = { ...DEFAULT_LIMITS, wallMs: 600_000 };
const timeout = 300_000;
const [TASKS, SLOTS] = [4, 2];

const CANONICAL = 'def double(x):\n    return x * 2\n';
const problems: readonly Problem[] = Array.from({ length: TASKS }, (_, at) => ({
  ...problem,
  task: { ...problem.task, id: `test/${at}` },
  canonical: CANONICAL,
  hiddenTests: suiteOfDataset('assert double(2) == 4\n'),
}));
const dataset = { id: 'tiny', title: 'tiny', sha256: '', source: '', knownDefects: [], problems };

/** The pool of containers, with runners that are processes, and how many of them were started. */
async function openPool(keptTasks: number) {
  const { path: python } = await findPython();
  let started = 0;
  const pool = createContainerPool({
    slots: SLOTS,
    bound: Math.max(keptTasks, SLOTS),
    warm: 0,
    cores: 64,
    start() {
      started++;
      return startProcessRunner(python, 1);
    },
  });
  onTestFinished(() => pool.close());
  const sandbox: Sandbox = { kind: 'process', description: 'a pool of processes', keptTasks, ...pool };
  return { sandbox, started: () => started };
}

/** Containers after preflight, and after two answers to each task were graded. */
async function preflightAndGrade(containers: ContainerUse, keptTasks: number): Promise<number[]> {
  const { sandbox, started } = await openPool(keptTasks);
  await refuseUnlessSound(dataset, sandbox, limits, () => {}, { containers });
  const checked = started();
  const used = containers === 'shared' ? sharingContainers(sandbox) : sandbox;
  const executor = createExecutor(used, limits, memoryExecutions());
  const answers = problems.flatMap(({ task, hiddenTests }) =>
    [1, 2].map((copy) => executor.execute(task, `${CANONICAL}# ${task.id}, ${copy}\n`, hiddenTests)),
  );
  for (const { execution } of await Promise.all(answers)) expect(execution.outcome.status).toBe('solved');
  return [checked, started()];
}

test('a task is graded in the container that its canonical solution was run in', { timeout }, async () => {
  expect(await preflightAndGrade('per-task', TASKS)).toEqual([TASKS, TASKS]);
});

test('where the containers of all tasks cannot be kept, they are checked in shared ones', { timeout }, async () => {
  expect(await preflightAndGrade('per-task', TASKS - 1)).toEqual([SLOTS, SLOTS + TASKS]);
});

test('where tasks share containers, answers are graded in those of the preflight', { timeout }, async () => {
  expect(await preflightAndGrade('shared', TASKS)).toEqual([SLOTS, SLOTS]);
});
