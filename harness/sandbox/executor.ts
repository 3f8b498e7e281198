import { canonicalJson, sha256 } from '../storage/hash.ts';
import type { Executed, ExecutionStore, Executor } from '../types/evaluator.ts';
import type { Execution, ExecutionJob, ExecutionLimits, Sandbox } from '../types/execution.ts';
import type { Task, TestSuite, TrustedSuite } from '../types/task.ts';
import { DECLARED_TIME_LIMITS, type TimeLimitFactor, withSuiteTimeFactor, withTimeLimitFactor } from './limits.ts';
import { isTrusted } from './trusted-suite.ts';

/** Part of every verdict's identity: raise it when the runner may judge the same program differently. */
export const GRADER_VERSION = '3';

/** By how much the time limits of a task's verdicts are stretched here. */
export type TimeLimitFactorOf = (taskId: string) => TimeLimitFactor;

/** Nothing to run: told apart from code that fails. */
const EMPTY: Execution = {
  outcome: { status: 'unsolved', reason: 'empty' },
  assertions: '',
  failures: [],
  output: '',
};

/**
 * Executes each (candidate, tests, limits) once per run and reuses what it showed, in loops and in grading alike. `factorOf` is
 * no part of a verdict's identity: a slow machine gives more time so that the outcome is the same.
 */
export function createExecutor(
  sandbox: Sandbox,
  limits: ExecutionLimits,
  store: ExecutionStore,
  factorOf: TimeLimitFactorOf = () => DECLARED_TIME_LIMITS,
): Executor {
  const running = new Map<string, Promise<Omit<Executed, 'gradedSha256'>>>();
  const executeOnce = (key: string, declared: ExecutionJob): Promise<Omit<Executed, 'gradedSha256'>> => {
    const already = running.get(key);
    if (already !== undefined) return already;
    const job = { ...declared, limits: withTimeLimitFactor(declared.limits, factorOf(declared.taskId)) };
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
    gradedSha256: (task, candidate, suite) => gradedSha256(task, candidate, suite, limits),
    async execute(task, candidate, suite) {
      if (!isTrusted(suite))
        throw new Error(`the tests of ${task.id} did not come with its dataset: they cannot grade`);
      return run(toJob(task, candidate, suite, limits));
    },
    async check(task, candidate, { source, timeFactor = 1 }) {
      const { outcome: said, ...rest } = (await run(toJob(task, candidate, { source, timeFactor }, limits))).execution;
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
  return { taskId, prelude, code, entryPoint, suite, limits: withSuiteTimeFactor(limits, suite.timeFactor ?? 1) };
}

/** What binds a verdict to the program, the tests and the limits it was executed with. */
export function gradedSha256(task: Task, candidate: string, suite: TrustedSuite, limits: ExecutionLimits): string {
  return hash(toJob(task, candidate, suite, limits));
}

const hash = ({ prelude, code, entryPoint, suite, limits }: ExecutionJob): string =>
  sha256(
    canonicalJson({
      ...{ prelude, code, entryPoint, tests: suite.source, limits },
      isTrusted: isTrusted(suite),
      graderVersion: GRADER_VERSION,
    }),
  );
