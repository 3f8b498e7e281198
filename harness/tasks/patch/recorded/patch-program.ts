import { canonicalJson, sha256 } from '../../../storage/hash.ts';
import type { PatchProblem } from '../../../types/task.ts';
import type { PatchSuite } from '../evaluation/evaluate.ts';

/**
 * What a recording calls a patch run against a suite: sha256 of instance, base commit, tests and patch. Image, limits, rules and grader are
 * not in it: what was recorded outlives a change of these. `''` is the repository as it is.
 */
export function patchProgramSha256({ task, hiddenTests }: PatchProblem, patch: string, suite: PatchSuite): string {
  const { id, repository, baseCommit } = task;
  return sha256(canonicalJson({ id, repository, baseCommit, hiddenTests, patch, suite }));
}
