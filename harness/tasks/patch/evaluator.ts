import type { Evaluator } from '../../types/evaluator.ts';
import type { PatchProblem } from '../../types/task.ts';
import { describePatchAsPublished, describePatchExecution } from './describe-patch.ts';
import { extractPatch } from './diff/extract-patch.ts';
import { extractPublishedPatch } from './diff/extract-published-patch.ts';
import { inspectPatch } from './diff/inspect-patch.ts';
import type { PatchExecutor } from './evaluation/executor.ts';
import { headAndTail } from './logs/log-sections.ts';

/** Characters of a failure's traceback in a grade; the whole log is in the cache folder. */
const MOST_KEPT = 400;

/** Examines patches: the last well-formed diff of a response, applied and run against the repository's tests. */
export function patchEvaluator(problem: PatchProblem, executor: PatchExecutor, imageDigest?: string): Evaluator {
  const { task, hiddenTests } = problem;
  return {
    task,
    noun: 'patch',
    ...(imageDigest === undefined ? {} : { imageDigest }),
    extract: (response) => extractPatch(response),
    hasTests: (suite) => suite === 'hidden' || hiddenTests.passToPass.length > 0,
    gradedSha256: (candidate, suite) => executor.gradedSha256(problem, candidate, suite),
    execute: (candidate, suite) => executor.execute(problem, candidate, suite),
    describe: describePatchExecution,
    asPublished: { extract: extractPublishedPatch, describe: describePatchAsPublished },
    shorten: (failures) =>
      failures.map((failure) => ({ ...failure, message: headAndTail(failure.message, MOST_KEPT) })),
    touches(candidate) {
      const { testFiles, hooks } = inspectPatch(candidate, hiddenTests.testPatch);
      return { testFiles, hooks };
    },
  };
}
