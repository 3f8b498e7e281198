import { canonicalJson, sha256 } from './hash.ts';
import { withEffort } from './limits.ts';
import type { Execution, ExecutionJob, ExecutionLimits, ExecutionTimes, Sandbox, Task, TestSuite } from './types.ts';

/** Part of every verdict's identity: raise it when the runner may judge the same program differently. */
export const GRADER_VERSION = '1';

export interface Executed {
  readonly execution: Execution;
  /** sha256 of exactly what was executed: prelude, candidate, tests, entry point, limits, grader version. */
  readonly gradedSha256: string;
}

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

/** Executes each (candidate, tests, limits) once per run and reuses what it showed, in loops and in grading alike. */
export function createExecutor(sandbox: Sandbox, limits: ExecutionLimits, store: ExecutionStore): Executor {
  const running = new Map<string, Promise<Execution>>();
  const toJob = (
    { id: taskId, prelude, entryPoint }: Task,
    code: string,
    { source: tests, effort = 1 }: TestSuite,
  ): ExecutionJob => {
    return { taskId, prelude, code, entryPoint, tests, limits: withEffort(limits, effort) };
  };
  const hash = (job: ExecutionJob): string =>
    sha256(canonicalJson({ ...job, taskId: undefined, graderVersion: GRADER_VERSION }));
  const executeOnce = (key: string, job: ExecutionJob): Promise<Execution> => {
    const already = running.get(key);
    if (already !== undefined) return already;
    const execution = sandbox.execute(job).then(async ({ times, ...shown }) => {
      if (shown.outcome.status !== 'ungraded') await store.put(key, shown, times);
      return shown;
    });
    running.set(key, execution);
    const forget = () => running.delete(key);
    execution.then(forget, forget);
    return execution;
  };
  return {
    gradedSha256: (task, candidate, suite) => hash(toJob(task, candidate, suite)),
    async execute(task, candidate, suite) {
      const job = toJob(task, candidate, suite);
      const gradedSha256 = hash(job);
      if (candidate.trim() === '') return { execution: EMPTY, gradedSha256 };
      return { execution: store.get(gradedSha256) ?? (await executeOnce(gradedSha256, job)), gradedSha256 };
    },
  };
}
