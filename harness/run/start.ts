import { UsageError } from '../errors.ts';
import type { Identity } from '../types/record.ts';
import type { AnyProblem, Dataset } from '../types/task.ts';

/** Throws `UsageError` for a kind of task that has no pools, before anything of it is opened. */
export function checkStartOf(dataset: string, kind: string, start: Identity['start']): void {
  if (start === undefined || kind === 'function') return;
  throw new UsageError(`--start ${start}: expected a dataset of functions, ${dataset} has tasks of kind ${kind}`);
}

/** Throws `UsageError` where a task has no program to start from. */
export function checkStart({ problems }: Dataset<AnyProblem>, start: Identity['start']): void {
  if (start === undefined) return;
  const wanted = start === 'pool:both' ? [true, false] : [start === 'pool:right'];
  for (const problem of problems) {
    const pool = 'pool' in problem ? problem.pool : [];
    const missing = wanted.find((isRight) => pool.every((one) => one.isRight !== isRight));
    if (missing === undefined) continue;
    throw new UsageError(
      `--start ${start}: ${problem.task.id} has no ${missing ? 'right' : 'wrong'} program in a pool; expected a dataset that brings pools, such as kata`,
    );
  }
}

/** Samples a task: where every task begins right and wrong, as many of each. */
export const samplesOf = (samples: number, start: Identity['start']): number =>
  start === 'pool:both' ? 2 * Math.ceil(samples / 2) : samples;
