import type { Execution } from '../../../types/execution.ts';
import type { PatchProblem } from '../../../types/task.ts';
import { gradePublicLog, type PatchSuite } from '../evaluation/evaluate.ts';
import { type EvaluationBounds, evaluationKey } from '../evaluation/evaluation-key.ts';
import { type InstanceEvaluator, NO_IMAGE, NOTHING, type PatchExecutor } from '../evaluation/executor.ts';
import { passedIn, publishedTestsOf, requiring } from '../evaluation/public-tests.ts';
import { executionOfSuite } from '../logs/execution-of-log.ts';
import { gradeLog } from '../logs/grade-log.ts';
import type { RecordedLogs } from './recorded-logs.ts';

/** A `PatchExecutor` of a replay. */
export interface RecordedExecutor extends PatchExecutor {
  /** Whether the grade of a patch is read from a recorded log. */
  readsLog(problem: PatchProblem, patch: string): boolean;
}

/**
 * Evaluates patches in containers where an instance has an image here. Elsewhere the log of the recorded evaluation is graded by the present
 * grader, never what it was graded as then; where there is none the execution is ungraded `image-missing`.
 */
export function createRecordedExecutor(
  live: (PatchExecutor & Pick<InstanceEvaluator, 'imageOf'>) | undefined,
  logs: RecordedLogs,
  bounds: EvaluationBounds,
): RecordedExecutor {
  const isHere = (problem: PatchProblem): boolean => live?.imageOf(problem) !== undefined;
  const isNothing = (patch: string): boolean => patch.trim() === '';

  /** Bound to the image that the log was made in, as the grade was then. */
  function keyOf(problem: PatchProblem, patch: string, suite: PatchSuite): string {
    const imageDigest = logs.find(problem, patch, suite)?.image.digest ?? digestOf(problem);
    return evaluationKey(problem, patch, { suite, imageDigest }, bounds);
  }
  const digestOf = ({ task }: PatchProblem) => logs.all.find(({ taskId }) => taskId === task.id)?.image.digest;

  /** Of the public suite first which tests are required: those that passed in the log of the repository as it is. */
  function gradeAgain(problem: PatchProblem, patch: string, suite: PatchSuite): Execution | undefined {
    const log = logs.find(problem, patch, suite)?.log;
    const required = suite === 'public' ? requiredOf(problem) : problem;
    if (log === undefined || required === undefined) return undefined;
    const grade = (suite === 'public' ? gradePublicLog : gradeLog)(log, required, bounds.rules);
    return executionOfSuite(log, grade, suite, problem);
  }

  function requiredOf(problem: PatchProblem): PatchProblem | undefined {
    const published = requiring(problem, publishedTestsOf(problem));
    if (published.hiddenTests.passToPass.length === 0) return published;
    const log = logs.find(problem, '', 'public')?.log;
    return log === undefined ? undefined : requiring(problem, passedIn(gradeLog(log, published, bounds.rules)));
  }

  return {
    readsLog: (problem, patch) =>
      !isHere(problem) && !isNothing(patch) && logs.find(problem, patch, 'hidden') !== undefined,
    gradedSha256: (problem, patch, suite) =>
      live !== undefined && isHere(problem) ? live.gradedSha256(problem, patch, suite) : keyOf(problem, patch, suite),
    async execute(problem, patch, suite) {
      if (live !== undefined && isHere(problem)) return live.execute(problem, patch, suite);
      const execution = isNothing(patch) ? NOTHING : (gradeAgain(problem, patch, suite) ?? NO_IMAGE);
      return { execution, gradedSha256: keyOf(problem, patch, suite) };
    },
    close: async () => live?.close(),
  };
}
