import type { Interval } from '../../statistics/intervals.ts';
import type { ConditionIdentity } from '../../types/record.ts';
import type { AccuracyCell } from '../accuracy.ts';
import { type BudgetUnit, type LoopPoint, meanSpending } from './loop-points.ts';

/** What a condition reaches at one k and what a trial of it costs on average, as if it had run alone. */
export interface FrontierPoint {
  readonly condition: ConditionIdentity;
  readonly k: number;
  readonly graded: number;
  readonly rate: number | undefined;
  readonly interval: Interval | undefined;
  readonly candidates: number | undefined;
  /** In and out; `undefined` when the usage of a call is unknown. */
  readonly tokens: number | undefined;
  readonly costUsd: number | undefined;
  /** No other point reaches as much for less, or more for as little. `undefined` when its cost is unknown. */
  readonly isOnTokenFrontier: boolean | undefined;
  readonly isOnCostFrontier: boolean | undefined;
}

/**
 * Accuracy against cost, by condition and k. A condition that does not look at the grading tests is measured against its
 * like only: what an oracle buys is not for sale.
 */
export function frontier(cells: readonly AccuracyCell[], points: readonly LoopPoint[]): FrontierPoint[] {
  const measured = points.flatMap(({ condition, k, all }) => {
    const cell = cells.find((one) => one.condition.name === condition.name && one.k === k);
    if (cell === undefined) return [];
    const { graded, rate, interval } = cell;
    const mean = (unit: BudgetUnit) => meanSpending(all, unit);
    return [
      {
        condition,
        k,
        graded,
        rate,
        interval,
        candidates: mean('candidates'),
        tokens: mean('tokens'),
        costUsd: mean('dollars'),
      },
    ];
  });
  return measured.map((point) => ({
    ...point,
    isOnTokenFrontier: isOnFrontier(point, measured, 'tokens'),
    isOnCostFrontier: isOnFrontier(point, measured, 'costUsd'),
  }));
}

type Measured = Omit<FrontierPoint, 'isOnTokenFrontier' | 'isOnCostFrontier'>;

function isOnFrontier(point: Measured, all: readonly Measured[], unit: 'tokens' | 'costUsd'): boolean | undefined {
  const { rate, [unit]: cost } = point;
  if (rate === undefined || cost === undefined) return undefined;
  return !all.some((other) => {
    const { rate: otherRate, [unit]: otherCost } = other;
    if (otherRate === undefined || otherCost === undefined) return false;
    if (other.condition.oracle && !point.condition.oracle) return false;
    return otherRate >= rate && otherCost <= cost && (otherRate > rate || otherCost < cost);
  });
}
