import type { CheckTool } from './claims/check.ts';
import type { References } from './claims/check-truth.ts';
import type { ClaimParts } from './claims/claim-book.ts';
import type { Executed, Executor } from './executor.ts';
import { type Extracted, extractDefault, extractPublished } from './extract.ts';
import type { AnyTask, Execution, Grade, Problem, Task, TrustedSuite } from './types.ts';
import type { RecordedVerdict, RecordedVerdicts } from './verifiers/recorded.ts';
import { describeExecution } from './verifiers/tests.ts';

/** `hidden`: the tests that grade. `public`: those that a loop may see. */
export type SuiteName = 'hidden' | 'public';

/**
 * A task with everything in which functions and patches differ for a trial and its grades: what of a response is the candidate, what a
 * suite shows of it, and what a loop is told. A trial knows its task through nothing else; conditions are given `task` alone.
 */
export interface Examiner {
  readonly task: AnyTask;
  /** What a candidate is called where a verifier speaks of it. */
  readonly noun: 'program' | 'patch';
  /** Of the image that is the task's own. */
  readonly imageDigest?: string;
  /** The candidate in a response; empty when there is none. Pure. */
  extract(response: string): Extracted;
  /** The published study's extractor, where independent draws are graded under it too. */
  readonly extractPublished?: (response: string) => Extracted;
  /** `false`: nothing would be run, so there is nothing to reject with. */
  hasTests(suite: SuiteName): boolean;
  /** The hash a verdict on this candidate is bound to. */
  gradedSha256(candidate: string, suite: SuiteName): string;
  /** Throws `SandboxLostError`; everything the candidate does is a value. */
  execute(candidate: string, suite: SuiteName): Promise<Executed>;
  /** What a loop may be told about an execution: the same text for two equal ones. */
  describe(execution: Execution): string;
  /** Failures as grades keep them, where an execution's own are long: a study has many equal ones. */
  readonly shorten?: (failures: Execution['failures']) => Execution['failures'];
  /** What a reader must know of a candidate beside its grade. */
  readonly touches?: (candidate: string) => Grade['touches'];
  /** In a replay, or where a recording is completed: what came out when it was recorded. */
  readonly recorded?: (candidate: string, suite: SuiteName) => RecordedVerdict | undefined;
  /** Runs checks that were written for claims; absent where candidates are patches. */
  readonly claims?: ClaimParts;
  /** What such checks are held against after the run. */
  readonly references?: References;
}

export interface FunctionExaminerOptions {
  readonly extractor?: 'default' | 'published';
  readonly recorded?: RecordedVerdicts;
  /** Runs checks of claims that are not plain assertions. */
  readonly tools?: readonly CheckTool[];
  /** Runs checks on the dataset's own programs after the run, where that differs from what runs candidates. */
  readonly onReferences?: ReferenceRunner;
}

/** A check may run on the reference solution and the pool's programs, which are known, where it may not run on a candidate. */
export interface ReferenceRunner {
  readonly executor: Executor;
  mayRun(task: Task, source: string): boolean;
}

/** Examines functions: the extractor takes a program, a sandbox runs it against assertions. */
export function functionExaminer(
  problem: Problem,
  executor: Executor,
  { extractor = 'default', recorded, tools = [], onReferences }: FunctionExaminerOptions = {},
): Examiner {
  const { task, hiddenTests } = problem;
  const suiteOf = (suite: SuiteName): TrustedSuite => (suite === 'hidden' ? hiddenTests : task.publicTests);
  return {
    task,
    noun: 'program',
    extract: (response) => extractDefault(response, task),
    ...(extractor === 'published' ? { extractPublished: (response: string) => extractPublished(response, task) } : {}),
    hasTests: (suite) => suiteOf(suite).source.trim() !== '',
    gradedSha256: (candidate, suite) => executor.gradedSha256(task, candidate, suiteOf(suite)),
    execute: (candidate, suite) => executor.execute(task, candidate, suiteOf(suite)),
    describe: (execution) => describeExecution(task, execution),
    claims: {
      task,
      executor,
      tool: (kind) => tools.find((tool) => tool.kind === kind),
      ...(recorded?.reportOn === undefined ? {} : { recorded: recorded.reportOn }),
    },
    references: {
      canonical: problem.canonical,
      wrong: problem.pool.filter(({ isRight }) => !isRight).map(({ code }) => code),
      executor: onReferences?.executor ?? executor,
      ...(onReferences === undefined ? {} : { mayRun: (source: string) => onReferences.mayRun(task, source) }),
    },
    ...(recorded === undefined
      ? {}
      : { recorded: (candidate: string, suite: SuiteName) => recorded.verdictOn(task, candidate, suiteOf(suite)) }),
  };
}
