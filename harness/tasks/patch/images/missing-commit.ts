import { DataError } from '../../../errors.ts';
import type { EnvironmentSpecification } from '../../../types/environment-specification.ts';
import type { PatchProblem } from '../../../types/task.ts';
import type { Mirror } from '../repository/mirror.ts';
import { layersOf } from './image-layers.ts';

/**
 * Looks for the commits that an instance's image is made of: the base commit with all of its files, those that instances share, and, where the specification has
 * requirement files, the one that they are read at. Returns a sentence on the first that the mirror lacks in whole or in part, `undefined` when it has them all.
 */
export async function missingCommit(
  mirror: Mirror,
  problem: Pick<PatchProblem, 'task' | 'environmentCommit'>,
  environment: EnvironmentSpecification,
): Promise<string | undefined> {
  const { requirementFiles = [] } = environment;
  const commits = layersOf(problem, environment).flatMap(({ checkout }) => checkout?.commit ?? []);
  try {
    for (const commit of commits.toReversed()) await mirror.check(commit);
    if (requirementFiles.length > 0) await mirror.listFiles(problem.environmentCommit);
    return undefined;
  } catch (error) {
    if (error instanceof DataError) return error.message;
    throw error;
  }
}
