import { type Column, columnAt } from '../metrics/columns.ts';

/** A cell as the study prints it: a count out of the tasks that have a result file. */
export interface StudyCount {
  readonly solved: number;
  readonly total: number;
}

/**
 * One condition at one k, or solved at any of several, from the columns of `asCounted(run)`. A task without any trial is in no total;
 * the baseline's one answer stands at every k. `undefined` when no task has a trial.
 */
export function studyCount(
  columns: readonly Column[],
  condition: string,
  ks: readonly number[],
): StudyCount | undefined {
  const own = ks.flatMap((k) => columnAt(columns, condition, k) ?? []);
  const tasks = own[0]?.trials.map((_, position) => own.map(({ trials }) => trials[position]?.outcome)) ?? [];
  const counted = tasks.filter((outcomes) => outcomes.some((outcome) => outcome !== undefined && !isMissing(outcome)));
  if (counted.length === 0) return undefined;
  const solved = counted.filter((outcomes) => outcomes.some((outcome) => outcome?.status === 'solved'));
  return { solved: solved.length, total: counted.length };
}

const isMissing = (outcome: { readonly status: string; readonly reason?: string }): boolean =>
  outcome.status === 'ungraded' && outcome.reason === 'not-run';
