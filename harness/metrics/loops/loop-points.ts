import type { ConditionIdentity, Run } from '../../types/record.ts';
import { type Column, indexTrials, kRunOfColumn, trialKey } from '../columns.ts';
import type { AttributedCall } from '../cost.ts';
import { callsByTrial, spendingAtK, type TrialSpending } from './loop-spending.ts';

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
export function loopPoints(run: Run, columns: readonly Column[], calls: readonly AttributedCall[]): LoopPoint[] {
  const trials = indexTrials(run);
  const byTrial = callsByTrial(calls);
  return columns.map(({ condition, k, trials: results }) => {
    const kRun = kRunOfColumn(run, condition.name, k);
    const ofRun = { condition: condition.name, ...(kRun === undefined ? {} : { kRun }) };
    return {
      condition,
      k,
      trials: results.flatMap(({ taskId, sample, outcome }) => {
        const trial = trials.get(trialKey({ ...ofRun, taskId, sample }));
        if (trial === undefined || outcome.status === 'ungraded') return [];
        const spending = spendingAtK(trial.trajectory, byTrial, k);
        return [{ taskId, isSolved: outcome.status === 'solved', spending }];
      }),
    };
  });
}

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
