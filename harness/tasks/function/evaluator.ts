import { testedSha256 } from '../../models/recorded/recording-files.ts';
import type { CheckTool, Evaluator, Executor, RecordedVerdicts, SuiteName } from '../../types/evaluator.ts';
import type { Problem, Task, TrustedSuite } from '../../types/task.ts';
import { describeExecution } from './describe.ts';
import { describeTraceback } from './describe-traceback.ts';
import { extractDefault, extractPublished } from './extraction/extract.ts';

interface FunctionEvaluatorOptions {
  readonly extractor?: 'default' | 'published';
  readonly recorded?: RecordedVerdicts;
  /** Runs checks of claims that are not plain assertions. */
  readonly tools?: readonly CheckTool[];
  /** Wall clock of one execution. */
  readonly seconds?: number;
  /** Runs checks on the dataset's own programs after the run, where that differs from what runs candidates. */
  readonly onReferences?: ReferenceRunner;
}

/** A check may run on the reference solution and the pool's programs, which are known, where it may not run on a candidate. */
interface ReferenceRunner {
  readonly executor: Executor;
  mayRun(task: Task, source: string): boolean;
}

/** Examines functions: the extractor takes a program, a sandbox runs it against assertions. */
export function functionEvaluator(
  problem: Problem,
  executor: Executor,
  { extractor = 'default', recorded, tools = [], seconds, onReferences }: FunctionEvaluatorOptions = {},
): Evaluator {
  const { task, hiddenTests } = problem;
  const suiteOf = (suite: SuiteName): TrustedSuite => (suite === 'hidden' ? hiddenTests : task.publicTests);
  const programSha256 = (candidate: string, suite: SuiteName): string => testedSha256(task, candidate, suiteOf(suite));
  return {
    task,
    noun: 'program',
    extract: (response) => extractDefault(response, task),
    asPublished: {
      extract: (response) => extractPublished(response, task),
      describe: describeTraceback,
    },
    ...(extractor === 'published' ? { extractPublished: (response: string) => extractPublished(response, task) } : {}),
    hasTests: (suite) => suiteOf(suite).source.trim() !== '',
    gradedSha256: (candidate, suite) => executor.gradedSha256(task, candidate, suiteOf(suite)),
    timeFactor: (suite) => suiteOf(suite).timeFactor ?? 1,
    execute: (candidate, suite) => executor.execute(task, candidate, suiteOf(suite)),
    describe: (execution) => describeExecution(task, execution),
    claims: {
      task,
      executor,
      tool: (kind) => tools.find((tool) => tool.kind === kind),
      ...(recorded?.reportOn === undefined ? {} : { recorded: recorded.reportOn }),
      ...(recorded === undefined ? {} : { recordedRun: (asked: string) => recorded.verdictOn(asked)?.feedback }),
      ...(seconds === undefined ? {} : { seconds }),
    },
    pool: problem.pool,
    references: {
      canonical: problem.canonical,
      wrong: problem.pool.filter(({ isRight }) => !isRight).map(({ code }) => code),
      executor: onReferences?.executor ?? executor,
      ...(onReferences === undefined ? {} : { mayRun: (source: string) => onReferences.mayRun(task, source) }),
    },
    programSha256,
    ...(recorded === undefined
      ? {}
      : { recorded: (candidate: string, suite: SuiteName) => recorded.verdictOn(programSha256(candidate, suite)) }),
  };
}
