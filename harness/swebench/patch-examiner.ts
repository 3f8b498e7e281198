import type { Examiner } from '../examiner.ts';
import { extractPatch } from '../patches/extract-patch.ts';
import { inspectPatch } from '../patches/inspect-patch.ts';
import type { PatchProblem } from '../types.ts';
import { describePatchExecution } from './describe-patch.ts';
import type { PatchExecutor } from './patch-executor.ts';

/** Examines patches: the last well-formed diff of a response, applied and run against the repository's tests. */
export function patchExaminer(problem: PatchProblem, executor: PatchExecutor, imageDigest?: string): Examiner {
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
    touches(candidate) {
      const { testFiles, hooks } = inspectPatch(candidate, hiddenTests.testPatch);
      return { testFiles, hooks };
    },
  };
}
