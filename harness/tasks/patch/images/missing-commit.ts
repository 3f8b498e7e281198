import { DataError } from '../../../errors.ts';
import type { EnvironmentSpecification, PatchProblem } from '../../../types/task.ts';
import type { Mirror } from '../repository/mirror.ts';

/**
 * The commit that a repository's mirror lacks of those an instance's image is made of, in a sentence; `undefined` when it has them: the
 * base commit, and that of the requirement files where the specification has any.
 */
export async function missingCommit(
  mirror: Mirror,
  { task, environmentCommit }: Pick<PatchProblem, 'task' | 'environmentCommit'>,
  { requirementFiles = [] }: EnvironmentSpecification,
): Promise<string | undefined> {
  const commits = [task.baseCommit, ...(requirementFiles.length === 0 ? [] : [environmentCommit])];
  try {
    for (const commit of commits) await mirror.listFiles(commit);
    return undefined;
  } catch (error) {
    if (error instanceof DataError) return error.message;
    throw error;
  }
}
