import type { ConditionIdentity, Run } from '../../types/record.ts';
import { type Column, inPlan, kRunOfColumn } from '../columns.ts';
import { trialsOf } from '../trials/trials.ts';
import { spendingAtK, type TrialSpending } from './loop-spending.ts';

/** One condition at one k: what every graded trial reached and what it had used by then. */
export interface LoopPoint {
  readonly condition: ConditionIdentity;
  readonly k: number;
  readonly trials: readonly PointTrial[];
}

interface PointTrial {
  readonly taskId: string;
  readonly isSolved: boolean;
  /** `undefined` where the record does not tell. */
  readonly spending: TrialSpending | undefined;
}

/** The columns with what they cost. Ungraded trials are left out: their money bought nothing that is known. */
export function loopPoints(run: Run, columns: readonly Column[]): LoopPoint[] {
  return [...Map.groupBy(columns, ({ condition }) => condition.name).values()].flatMap((own) => pointsOf(run, own));
}

/** The points of one arm in one pass over its trials. What a trial shows and used at two k alike is one object. */
function pointsOf(run: Run, columns: readonly Column[]): LoopPoint[] {
  const [first] = columns;
  if (first === undefined) return [];
  const { name } = first.condition;
  const points = columns.map((column) => ({
    column,
    kRun: kRunOfColumn(run, name, column.k),
    trials: new Array<PointTrial | undefined>(column.trials.length).fill(undefined),
  }));
  for (const { position, id, trial } of inPlan(first.trials, trialsOf(run, name))) {
    let last: PointTrial | undefined;
    for (const { column, kRun, trials } of points) {
      const outcome = column.trials[position]?.outcome;
      if (kRun !== trial.trajectory.kRun || outcome === undefined || outcome.status === 'ungraded') continue;
      const spending = spendingAtK(trial, column.k);
      const isSolved = outcome.status === 'solved';
      const isAlike = last?.isSolved === isSolved && isSame(last.spending, spending);
      last = last !== undefined && isAlike ? last : { taskId: id.taskId, isSolved, spending };
      trials[position] = last;
    }
  }
  return points.map(({ column: { condition, k }, trials }) => ({
    condition,
    k,
    trials: trials.filter((trial) => trial !== undefined),
  }));
}

const isSame = (one: TrialSpending | undefined, other: TrialSpending | undefined): boolean =>
  one?.candidates === other?.candidates && one?.tokens === other?.tokens && one?.costUsd === other?.costUsd;

/** What a budget is counted in. */
export type BudgetUnit = 'candidates' | 'tokens' | 'dollars';

/** What trials used on average in one unit; `undefined` without trials or when one of them is unknown. */
export function meanSpending(trials: readonly Pick<PointTrial, 'spending'>[], unit: BudgetUnit): number | undefined {
  if (trials.length === 0) return undefined;
  let total = 0;
  for (const { spending } of trials) {
    const used = spending && spent(spending, unit);
    if (used === undefined) return undefined;
    total += used;
  }
  return total / trials.length;
}

/** One unit of what was used. */
export function spent(spending: TrialSpending, unit: BudgetUnit): number | undefined {
  if (unit === 'candidates') return spending.candidates;
  return unit === 'tokens' ? spending.tokens : spending.costUsd;
}
