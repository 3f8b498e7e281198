import { tasksNeeded, tasksNeededFromInterval } from '../statistics/power.ts';
import type { Tested } from './comparison.ts';
import type { HeadToHead } from './paired.ts';

/** A p-value up to this, after Holm over the declared comparisons, decides. */
export const LEVEL = 0.05;

/**
 * What a declared comparison says, the first that fits:
 * `refused`: nothing may be said · `by-construction`: it cannot come out worse, so that better is no finding · `holds`: different after
 * Holm · `equivalent`: within the margin after Holm · `no-difference`: as much gained as lost, so that these numbers name no direction and
 * no number of tasks · `undecided`: neither different nor equivalent.
 */
export type ReadingStatus = 'refused' | 'by-construction' | 'holds' | 'equivalent' | 'no-difference' | 'undecided';

export interface Reading {
  readonly comparison: HeadToHead;
  readonly status: ReadingStatus;
  /**
   * About how many tasks would decide an undecided one, rounded up to two digits: 80 % power at Holm's strictest step over this family, if
   * as large a share of tasks improves and regresses as here. `undefined`: more than 20,000, or not undecided.
   */
  readonly tasksToDecide: number | undefined;
}

/** One reading for each declared comparison, in their order. */
export function readComparisons(declared: readonly HeadToHead[]): Reading[] {
  const alpha = LEVEL / Math.max(1, declared.filter(({ finding }) => finding.status === 'tested').length);
  return declared.map((comparison) => {
    const status = statusOf(comparison);
    const isUndecided = status === 'undecided' && comparison.finding.status === 'tested';
    return {
      comparison,
      status,
      tasksToDecide: isUndecided ? roundedUp(tasksFor(comparison, comparison.finding, alpha)) : undefined,
    };
  });
}

function statusOf({ finding, isByConstruction, adjustedPValue, adjustedEquivalence }: HeadToHead): ReadingStatus {
  if (finding.status === 'refused') return 'refused';
  if (isByConstruction) return 'by-construction';
  if (adjustedPValue !== undefined && adjustedPValue <= LEVEL) return 'holds';
  if (adjustedEquivalence !== undefined && adjustedEquivalence <= LEVEL) return 'equivalent';
  return finding.difference === 0 ? 'no-difference' : 'undecided';
}

function tasksFor(
  { compared, wins, losses }: HeadToHead,
  { test, tasks, difference, interval }: Tested,
  alpha: number,
): number | undefined {
  if (test === 'sign-flip') return tasksNeededFromInterval({ tasks, difference, interval }, { alpha });
  return tasksNeeded(Math.abs(difference), { lossRate: Math.min(wins, losses) / compared, alpha });
}

function roundedUp(tasks: number | undefined): number | undefined {
  if (tasks === undefined) return undefined;
  const unit = 10 ** Math.max(0, String(tasks).length - 2);
  return Math.ceil(tasks / unit) * unit;
}
