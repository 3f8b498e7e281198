import { canonicalJson, sha256 } from './hash.ts';
import { NO_STRETCH, type Stretch, withEffort, withStretch } from './limits.ts';
import { isTrusted } from './trusted-suite.ts';
import type {
  Execution,
  ExecutionJob,
  ExecutionLimits,
  ExecutionTimes,
  Outcome,
  Sandbox,
  Task,
  TestSuite,
  TrustedSuite,
} from './types.ts';

/** Part of every verdict's identity: raise it when the runner may judge the same program differently. */
export const GRADER_VERSION = '3';

export interface Executed {
  readonly execution: Execution;
  /** sha256 of exactly what was executed: prelude, candidate, tests, entry point, declared limits, grader version. */
  readonly gradedSha256: string;
  /** Absent where what was stored stands, or nothing had to run. */
  readonly times?: ExecutionTimes;
}

/** What test text of any origin says of a program: evidence for a loop. It is no `Execution`, so that it cannot become a grade. */
export interface CheckRun extends Omit<Execution, 'outcome'> {
  readonly said: Outcome;
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
  gradedSha256(task: Task, candidate: string, suite: TrustedSuite): string;
  /** Runs a dataset's tests. Throws `SandboxLostError`; everything the candidate does is a value. */
  execute(task: Task, candidate: string, suite: TrustedSuite): Promise<Executed>;
  /** Runs tests that anyone may have written, apart from all others. Throws `SandboxLostError`. */
  check(task: Task, candidate: string, suite: TestSuite): Promise<CheckRun>;
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
  async function run(job: ExecutionJob): Promise<Executed> {
    const gradedSha256 = hash(job);
    if (job.code.trim() === '') return { execution: EMPTY, gradedSha256 };
    const stored = store.get(gradedSha256);
    if (stored !== undefined) return { execution: stored, gradedSha256 };
    return { ...(await executeOnce(gradedSha256, job)), gradedSha256 };
  }
  return {
    gradedSha256: (task, candidate, suite) => hash(toJob(task, candidate, suite, limits)),
    async execute(task, candidate, suite) {
      if (!isTrusted(suite))
        throw new Error(`the tests of ${task.id} did not come with its dataset: they cannot grade`);
      return run(toJob(task, candidate, suite, limits));
    },
    async check(task, candidate, { source, effort = 1 }) {
      const { outcome: said, ...rest } = (await run(toJob(task, candidate, { source, effort }, limits))).execution;
      return { ...rest, said };
    },
  };
}

function toJob(
  { id: taskId, prelude, entryPoint }: Task,
  code: string,
  suite: TestSuite,
  limits: ExecutionLimits,
): ExecutionJob {
  return { taskId, prelude, code, entryPoint, suite, limits: withEffort(limits, suite.effort ?? 1) };
}

const hash = ({ prelude, code, entryPoint, suite, limits }: ExecutionJob): string =>
  sha256(
    canonicalJson({
      ...{ prelude, code, entryPoint, tests: suite.source, limits },
      isTrusted: isTrusted(suite),
      graderVersion: GRADER_VERSION,
    }),
  );
