import { UsageError } from '../errors.ts';
import { sha256 } from '../storage/hash.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import type { Dataset } from '../types/task.ts';

export interface Selection {
  /** Exactly these tasks, by id. */
  readonly tasks?: readonly string[] | undefined;
  /** So many at random, in the order in which they were drawn: a smaller subset of the same seed is its beginning. */
  readonly subset?: number | undefined;
  readonly seed?: number | undefined;
  /** The first so many tasks. */
  readonly limit?: number | undefined;
  /** Leave out the tasks with a known defect. */
  readonly excludeDefects?: boolean | undefined;
}

/**
 * The dataset with the chosen problems only, in the dataset's order but for a subset. Throws `UsageError` for an unknown task or an empty
 * choice.
 */
export function selectProblems<AnyProblem extends { readonly task: { readonly id: string } }>(
  dataset: Dataset<AnyProblem>,
  { tasks, subset, seed = 1, limit, excludeDefects }: Selection,
): Dataset<AnyProblem> {
  const known = new Set(dataset.problems.map(({ task }) => task.id));
  const unknown = (tasks ?? []).filter((id) => !known.has(id));
  if (unknown.length > 0) {
    const example = dataset.problems[0]?.task.id ?? '';
    const meant = didYouMean(unknown[0] ?? '', known);
    throw new UsageError(`unknown task ${unknown.join(', ')} in ${dataset.id}${meant}; ids look like ${example}`);
  }
  const defects = new Set(excludeDefects === true ? dataset.knownDefects.map(({ taskId }) => taskId) : []);
  const chosen = dataset.problems
    .filter(({ task }) => tasks === undefined || tasks.includes(task.id))
    .filter(({ task }) => !defects.has(task.id));
  const drawn = subset === undefined ? chosen : inDrawnOrder(chosen, seed).slice(0, subset);
  for (const [flag, count] of Object.entries({ limit, subset })) {
    if (count === undefined || count <= chosen.length) continue;
    throw new UsageError(
      `--${flag} ${count}: ${dataset.id} has ${chosen.length} tasks to choose from; leave it out for all`,
    );
  }
  const problems = drawn.slice(0, limit ?? drawn.length);
  if (problems.length === 0)
    throw new UsageError(`no task of ${dataset.id} is left by --tasks, --subset, --limit and --exclude-defects`);
  return { ...dataset, problems };
}

/** Tasks in the order in which the seed draws them: each has its own place for a seed, whatever else is there. */
export function inDrawnOrder<AnyProblem extends { readonly task: { readonly id: string } }>(
  problems: readonly AnyProblem[],
  seed: number,
): AnyProblem[] {
  const keyed = problems.map((problem) => ({ problem, hash: sha256(`${seed} ${problem.task.id}`) }));
  return keyed.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ problem }) => problem);
}
