import { UsageError } from '../../errors.ts';
import { inDrawnOrder, selectProblems } from '../../loading/select.ts';
import type { Dataset, PatchProblem } from '../../types/task.ts';

export interface InstanceSelection {
  /** Exactly these, by id. */
  readonly instances?: readonly string[] | undefined;
  /** Of these repositories: `owner/name`, or the name alone. */
  readonly repo?: readonly string[] | undefined;
  /** So many at random; the same for the same seed, and part of every larger subset of that seed. */
  readonly subset?: number | undefined;
  readonly seed?: number | undefined;
  /** The first so many, after everything else. */
  readonly limit?: number | undefined;
  readonly excludeDefects?: boolean | undefined;
}

/** The chosen instances in the dataset's order. Throws `UsageError` for an unknown id or repository or an empty choice. */
export function selectInstances(
  dataset: Dataset<PatchProblem>,
  { instances, repo, subset, seed = 1, limit, excludeDefects }: InstanceSelection,
): Dataset<PatchProblem> {
  const named = selectProblems(dataset, { tasks: instances, excludeDefects });
  const wanted = repo?.map((name) => repositoryCalled(name, dataset));
  const ofRepositories = named.problems.filter(({ task }) => wanted === undefined || wanted.includes(task.repository));
  const drawn = subset === undefined ? ofRepositories : draw(ofRepositories, subset, seed);
  const problems = drawn.slice(0, limit ?? drawn.length);
  if (problems.length === 0)
    throw new UsageError(`no instance of ${dataset.id} is left by --instances, --repo and --limit`);
  return { ...dataset, problems };
}

function repositoryCalled(name: string, dataset: Dataset<PatchProblem>): string {
  const known = [...new Set(dataset.problems.map(({ task }) => task.repository))].sort();
  const found = known.find((repository) => repository === name || repository.endsWith(`/${name}`));
  if (found === undefined) throw new UsageError(`--repo ${name}: expected one of ${known.join(', ')}`);
  return found;
}

/** The first of the drawn order, in the dataset's. */
function draw(problems: readonly PatchProblem[], size: number, seed: number): readonly PatchProblem[] {
  const chosen = new Set(inDrawnOrder(problems, seed).slice(0, size));
  return problems.filter((problem) => chosen.has(problem));
}
