import type { Interval } from '../../statistics/intervals.ts';
import { differenceEstimate, percentileInterval, type Resampled } from '../../statistics/task-bootstrap.ts';

export type ConvergenceLabel = 'converges' | 'plateaus' | 'regresses' | 'diverges' | 'not distinguishable';

/** A change of the mean gap between two rounds, paired by trial. */
export interface GapChange {
  readonly value: number;
  /** 95 %, task-clustered bootstrap (Tango's over the tasks where none changed). */
  readonly interval: Interval | undefined;
  /** 90 %: two one-sided tests at 5 % for "no more than the margin either way". */
  readonly equivalence: Interval | undefined;
  /** Tasks whose gap is not the same at both ends. */
  readonly changedTasks: number;
}

export interface LabelledConvergence {
  readonly label: ConvergenceLabel;
  readonly why: string;
}

/** A late change of less than five points of the assertions either way is none. */
const PLATEAU_MARGIN = 0.05;

/** Fewer changed tasks cannot be significant at 5 %, whatever they show: 2 x 0.5^5 > 0.05. */
const LEAST_CHANGED_TASKS = 6;

/**
 * With twelve tasks the resampled 95 % intervals of gamma and gamma + beta cover 82 to 83 %, with sixty 93 to 94 %
 * (`results/calibration`).
 */
export const LEAST_TASKS_FOR_RATIO = 20;

/** Fewer tasks cannot rule out, at 5 %, a change in one task of twenty that none of them happened to show: 0.95^58 > 0.05. */
const LEAST_TASKS_FOR_PLATEAU = 59;

/** The rule in words, for whoever prints labels. */
export const LABEL_RULE = `Label, first that fits: diverges: the mean gap rose from the first to the last round; regresses: it rose in the second half of the rounds; converges: it fell, and either every hidden assertion holds in the end or it still fell in the second half; plateaus: in the second half it changed by less than ${100 * PLATEAU_MARGIN} points either way (90 % interval, at least ${LEAST_TASKS_FOR_PLATEAU} tasks); else not distinguishable. Rose and fell: the 95 % interval of the paired change excludes 0 and at least ${LEAST_CHANGED_TASKS} tasks changed.`;

/** One change with its intervals. */
export function gapChange(resampled: Resampled, tasks: number, changedTasks: number): GapChange {
  return {
    value: resampled.value ?? 0,
    interval: differenceEstimate(resampled, tasks).interval,
    equivalence: percentileInterval(resampled, 0.9),
    changedTasks,
  };
}

/** The label by `LABEL_RULE`. `total` is the change over all rounds, `late` over their second half. */
export function labelConvergence(
  total: GapChange,
  late: GapChange,
  { rounds, tasks, lastGap }: { readonly rounds: number; readonly tasks: number; readonly lastGap: number },
): LabelledConvergence {
  if (rounds < 2) return { label: 'not distinguishable', why: 'fewer than two rounds' };
  if (hasRisen(total)) return { label: 'diverges', why: 'the gap rose over all rounds' };
  if (hasRisen(late)) return { label: 'regresses', why: 'the gap rose in the second half of the rounds' };
  if (hasFallen(total) && lastGap === 0) return { label: 'converges', why: 'every hidden assertion holds in the end' };
  if (hasFallen(total) && hasFallen(late)) return { label: 'converges', why: 'the gap fell and was still falling' };
  const { low, high } = late.equivalence ?? { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const isFlat = low > -PLATEAU_MARGIN && high < PLATEAU_MARGIN;
  if (isFlat && tasks >= LEAST_TASKS_FOR_PLATEAU) {
    return { label: 'plateaus', why: 'no change to speak of in the second half of the rounds' };
  }
  return {
    label: 'not distinguishable',
    why: isFlat
      ? `hardly any change in the second half, but fewer than ${LEAST_TASKS_FOR_PLATEAU} tasks`
      : 'the interval of the late change is too wide',
  };
}

function hasRisen({ interval, changedTasks }: GapChange): boolean {
  return interval !== undefined && interval.low > 0 && changedTasks >= LEAST_CHANGED_TASKS;
}

function hasFallen({ interval, changedTasks }: GapChange): boolean {
  return interval !== undefined && interval.high < 0 && changedTasks >= LEAST_CHANGED_TASKS;
}
