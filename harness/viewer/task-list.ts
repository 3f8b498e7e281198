import type { MarkedOutcome } from '../report/page/outcome-marks.ts';
import type { Identity } from '../types/record.ts';
import { chosen, type Query } from './filters.ts';
import type { StepOutcome, TrialOutcome } from './run-index.ts';

/** A task as the lists show it: its trials of the chosen arms. */
export interface ListedTask {
  readonly taskId: string;
  readonly trials: readonly TrialOutcome[];
  readonly isFailing: boolean;
  /** A trial ended otherwise than it began. */
  readonly isFlipped: boolean;
}

/** An outcome as marks show it. */
export function marked({ status, reason }: StepOutcome): MarkedOutcome {
  return status === 'solved' ? { status } : { status, reason: reason ?? status };
}

/** The tasks of a run that the filters let through, in the manifest's order. */
export function listTasks(
  { taskIds }: Pick<Identity, 'taskIds'>,
  outcomes: ReadonlyMap<string, readonly TrialOutcome[]>,
  query: Query,
): ListedTask[] {
  const arms = chosen(query.arms);
  const { outcome, reason, changed, q = '' } = query;
  return taskIds.flatMap((taskId) => {
    if (!taskId.toLowerCase().includes(q.toLowerCase())) return [];
    const trials = (outcomes.get(taskId) ?? []).filter(({ condition }) => arms?.has(condition) !== false);
    const isFailing = trials.some(({ last }) => last.status !== 'solved');
    const isFlipped = trials.some(({ first, last }) => first.status !== last.status);
    if (outcome && !trials.some(({ last }) => last.status === outcome)) return [];
    if (reason && !trials.some(({ last }) => last.reason === reason)) return [];
    if (changed === 'failing' && !isFailing) return [];
    if (changed === 'flipped' && !isFlipped) return [];
    return [{ taskId, trials, isFailing, isFlipped }];
  });
}

/** Every reason that a run's trials ended with, sorted. */
export function reasonsIn(outcomes: ReadonlyMap<string, readonly TrialOutcome[]>): string[] {
  const reasons = [...outcomes.values()].flatMap((trials) => trials.flatMap(({ last }) => last.reason ?? []));
  return [...new Set(reasons)].sort();
}
