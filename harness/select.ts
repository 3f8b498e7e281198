import { UsageError } from './errors.ts';
import type { Dataset } from './types.ts';

export interface Selection {
  /** Exactly these tasks, by id. */
  readonly tasks?: readonly string[] | undefined;
  /** The first so many tasks. */
  readonly limit?: number | undefined;
  /** Leave out the tasks with a known defect. */
  readonly excludeDefects?: boolean | undefined;
}

/** The dataset with the chosen problems only, in the dataset's order. Throws `UsageError` for an unknown task or an empty choice. */
export function selectProblems<AnyProblem extends { readonly task: { readonly id: string } }>(
  dataset: Dataset<AnyProblem>,
  { tasks, limit, excludeDefects }: Selection,
): Dataset<AnyProblem> {
  const known = new Set(dataset.problems.map(({ task }) => task.id));
  const unknown = (tasks ?? []).filter((id) => !known.has(id));
  if (unknown.length > 0) {
    const example = dataset.problems[0]?.task.id ?? '';
    throw new UsageError(`unknown task ${unknown.join(', ')} in ${dataset.id}; ids look like ${example}`);
  }
  const defects = new Set(excludeDefects === true ? dataset.knownDefects.map(({ taskId }) => taskId) : []);
  const problems = dataset.problems
    .filter(({ task }) => tasks === undefined || tasks.includes(task.id))
    .filter(({ task }) => !defects.has(task.id))
    .slice(0, limit ?? dataset.problems.length);
  if (problems.length === 0)
    throw new UsageError(`no task of ${dataset.id} is left by --tasks, --limit and --exclude-defects`);
  return { ...dataset, problems };
}
