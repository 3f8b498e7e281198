import { canonicalJson, sha256 } from './hash.ts';
import { NO_STRETCH, type Stretch, withEffort, withStretch } from './limits.ts';
import type { Execution, ExecutionJob, ExecutionLimits, ExecutionTimes, Sandbox, Task, TestSuite } from './types.ts';

/** Part of every verdict's identity: raise it when the runner may judge the same program differently. */
export const GRADER_VERSION = '2';

export interface Executed {
  readonly execution: Execution;
  /** sha256 of exactly what was executed: prelude, candidate, tests, entry point, declared limits, grader version. */
  readonly gradedSha256: string;
  /** Absent where what was stored stands, or nothing had to run. */
  readonly times?: ExecutionTimes;
}

/** By how much the time limits of a task's verdicts are stretched here. */
export type StretchOf = (taskId: string) => Stretch;

/** Executions that outlive a stop of the run. */
export interface ExecutionStore {
  get(key: string): Execution | undefined;
  put(key: string, execution: Execution, times: ExecutionTimes): Promise<void>;
}

export interface Executor {
  /** The hash a verdict on this candidate is bound to. */
  gradedSha256(task: Task, candidate: string, suite: TestSuite): string;
  /** Throws `SandboxLostError`; everything the candidate does is a value. */
  execute(task: Task, candidate: string, suite: TestSuite): Promise<Executed>;
}

/** Nothing to run: told apart from code that fails. */
const EMPTY: Execution = {
  outcome: { status: 'unsolved', reason: 'empty' },
  assertions: '',
  failures: [],
  output: '',
};

/**
 * Executes each (candidate, tests, limits) once per run and reuses what it showed, in loops and in grading alike. `stretchOf` is
 * no part of a verdict's identity: a slow machine gives more time so that the outcome is the same.
 */
export function createExecutor(
  sandbox: Sandbox,
  limits: ExecutionLimits,
  store: ExecutionStore,
  stretchOf: StretchOf = () => NO_STRETCH,
): Executor {
  const running = new Map<string, Promise<Omit<Executed, 'gradedSha256'>>>();
  const executeOnce = (key: string, declared: ExecutionJob): Promise<Omit<Executed, 'gradedSha256'>> => {
    const already = running.get(key);
    if (already !== undefined) return already;
    const job = { ...declared, limits: withStretch(declared.limits, stretchOf(declared.taskId)) };
    const executed = sandbox.execute(job).then(async ({ times, ...execution }) => {
      if (execution.outcome.status !== 'ungraded') await store.put(key, execution, times);
      return { execution, times };
    });
    running.set(key, executed);
    const forget = () => running.delete(key);
    executed.then(forget, forget);
    return executed;
  };
  return {
    gradedSha256: (task, candidate, suite) => hash(toJob(task, candidate, suite, limits)),
    async execute(task, candidate, suite) {
      const job = toJob(task, candidate, suite, limits);
      const gradedSha256 = hash(job);
      if (candidate.trim() === '') return { execution: EMPTY, gradedSha256 };
      const stored = store.get(gradedSha256);
      if (stored !== undefined) return { execution: stored, gradedSha256 };
      return { ...(await executeOnce(gradedSha256, job)), gradedSha256 };
    },
  };
}

function toJob(
  { id: taskId, prelude, entryPoint }: Task,
  code: string,
  { source: tests, effort = 1 }: TestSuite,
  limits: ExecutionLimits,
): ExecutionJob {
  return { taskId, prelude, code, entryPoint, tests, limits: withEffort(limits, effort) };
}

const hash = (job: ExecutionJob): string =>
  sha256(canonicalJson({ ...job, taskId: undefined, graderVersion: GRADER_VERSION }));
