import type { ConditionIdentity, Run } from '../../types/record.ts';
import { type Column, inPlan, kRunOfColumn } from '../columns.ts';
import { trialsOf } from '../trials/trials.ts';
import { addKnown, spendingAtK, type TrialSpending } from './loop-spending.ts';

/** One condition at one k: what its graded trials reached and what they had used by then. */
export interface LoopPoint {
  readonly condition: ConditionIdentity;
  readonly k: number;
  readonly all: TrialSums;
  /** The same of each task with a graded trial, in plan order. */
  readonly byTask: ReadonlyMap<string, TrialSums>;
}

/** Some graded trials: what they used is added up; `undefined` where it is unknown of one of them. */
export interface TrialSums {
  readonly trials: number;
  readonly solved: number;
  readonly candidates: number | undefined;
  readonly tokens: number | undefined;
  readonly costUsd: number | undefined;
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

/** The points of one arm in one pass over its trials, of which sums are kept. What a trial shows and used at two k alike is one object. */
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
  return points.map(({ column: { condition, k }, trials: placed }) => {
    const trials = placed.filter((trial) => trial !== undefined);
    const byTask = [...Map.groupBy(trials, ({ taskId }) => taskId)].map(([task, own]) => [task, sumsOf(own)] as const);
    return { condition, k, all: sumsOf(trials), byTask: new Map(byTask) };
  });
}

const isSame = (one: TrialSpending | undefined, other: TrialSpending | undefined): boolean =>
  one?.candidates === other?.candidates && one?.tokens === other?.tokens && one?.costUsd === other?.costUsd;

function sumsOf(trials: readonly PointTrial[]): TrialSums {
  return {
    trials: trials.length,
    solved: trials.filter(({ isSolved }) => isSolved).length,
    candidates: addKnown(trials.map(({ spending }) => spending?.candidates)),
    tokens: addKnown(trials.map(({ spending }) => spending?.tokens)),
    costUsd: addKnown(trials.map(({ spending }) => spending?.costUsd)),
  };
}

/** What a budget is counted in. */
export type BudgetUnit = 'candidates' | 'tokens' | 'dollars';

/** What trials used on average in one unit; `undefined` without trials or when one of them is unknown. */
export function meanSpending(sums: TrialSums, unit: BudgetUnit): number | undefined {
  const total = spent(sums, unit);
  return total === undefined || sums.trials === 0 ? undefined : total / sums.trials;
}

/** One unit of what was used. */
export function spent(
  used: Pick<TrialSums, 'candidates' | 'tokens' | 'costUsd'>,
  unit: BudgetUnit,
): number | undefined {
  if (unit === 'candidates') return used.candidates;
  return unit === 'tokens' ? used.tokens : used.costUsd;
}
