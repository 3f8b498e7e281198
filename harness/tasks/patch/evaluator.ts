import type { Evaluator, RecordedVerdicts, SuiteName } from '../../types/evaluator.ts';
import type { PatchProblem } from '../../types/task.ts';
import { describePatchAsPublished, describePatchExecution } from './describe-patch.ts';
import { extractPatch } from './diff/extract-patch.ts';
import { extractPublishedPatch } from './diff/extract-published-patch.ts';
import { inspectPatch } from './diff/inspect-patch.ts';
import type { PatchExecutor } from './evaluation/executor.ts';
import { headAndTail } from './logs/log-sections.ts';
import { patchProgramSha256 } from './recorded/patch-program.ts';

/** Characters of a failure's traceback in a grade; the whole log is in the cache folder. */
const MOST_KEPT = 400;

interface PatchEvaluatorParts {
  readonly imageDigest?: string | undefined;
  /** What loops were told when it was recorded. */
  readonly recorded?: RecordedVerdicts | undefined;
  /** In a replay: whether a patch's grade is read from a recorded log. */
  readonly readsLog?: ((problem: PatchProblem, patch: string) => boolean) | undefined;
}

/** Examines patches: the last well-formed diff of a response, applied and run against the repository's tests. */
export function patchEvaluator(
  problem: PatchProblem,
  executor: PatchExecutor,
  { imageDigest, recorded, readsLog }: PatchEvaluatorParts = {},
): Evaluator {
  const { task, hiddenTests } = problem;
  const programSha256 = (candidate: string, suite: SuiteName) => patchProgramSha256(problem, candidate, suite);
  return {
    task,
    noun: 'patch',
    ...(imageDigest === undefined ? {} : { imageDigest }),
    extract: (response) => extractPatch(response),
    hasTests: (suite) => suite === 'hidden' || hiddenTests.passToPass.length > 0,
    gradedSha256: (candidate, suite) => executor.gradedSha256(problem, candidate, suite),
    programSha256,
    ...(recorded === undefined
      ? {}
      : { recorded: (candidate: string, suite: SuiteName) => recorded.verdictOn(programSha256(candidate, suite)) }),
    ...(readsLog === undefined ? {} : { readsRecordedLog: (candidate: string) => readsLog(problem, candidate) }),
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
