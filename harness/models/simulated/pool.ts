import { mutate } from '../../python/mutate.ts';
import { createRandom, shuffled } from '../../random.ts';
import type { Outcome } from '../../types/execution.ts';
import type { Dataset, PoolCandidate, Problem } from '../../types/task.ts';

/** Runs a program against the problem's hidden tests. How many run at once is the executor's business. */
export type Execute = (problem: Problem, code: string) => Promise<Outcome>;

/** Enough to be wrong in different ways; every mutant costs an execution. */
const WRONG_PER_TASK = 4;

/**
 * The dataset with a pool for every task: where a task has no wrong candidate (a user who has only the official file),
 * mutants of its canonical solution are tried by execution until a few are known to be wrong; where it has no right one,
 * the canonical solution is it. A mutant that still passes says nothing new and one whose outcome is `ungraded` nothing
 * at all: both are left out. Equal datasets and outcomes give equal pools.
 */
export async function labelPool(dataset: Dataset, execute: Execute): Promise<Dataset> {
  const problems = await Promise.all(dataset.problems.map((problem) => withPool(problem, execute)));
  return { ...dataset, problems };
}

async function withPool(problem: Problem, execute: Execute): Promise<Problem> {
  const { pool, canonical } = problem;
  const hasRight = pool.some(({ isRight }) => isRight);
  const hasWrong = pool.some(({ isRight }) => !isRight);
  if (hasRight && hasWrong) return problem;
  const right: PoolCandidate[] = hasRight ? [] : [{ code: canonical, isRight: true, label: 'canonical' }];
  const wrong = hasWrong ? [] : await wrongMutants(problem, execute);
  return { ...problem, pool: [...pool, ...right, ...wrong] };
}

async function wrongMutants(problem: Problem, execute: Execute): Promise<PoolCandidate[]> {
  const mutants = shuffled(mutate(problem.canonical, problem.task.entryPoint), createRandom(problem.task.id));
  const wrong: PoolCandidate[] = [];
  for (const { code, label } of mutants) {
    if (wrong.length === WRONG_PER_TASK) break;
    const outcome = await execute(problem, code);
    if (outcome.status === 'unsolved') wrong.push({ code, isRight: false, label: `mutant: ${label}` });
  }
  return wrong;
}
