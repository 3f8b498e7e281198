import type { Interval } from './intervals.ts';

/** Paired outcomes of independent pairs: one sample per task. */
export interface PairedCounts {
  readonly pairs: number;
  /** Solved here, unsolved there. */
  readonly wins: number;
  readonly losses: number;
}

/**
 * Score statistic of a paired difference of shares (Tango 1998, Equivalence test and confidence interval for the difference in
 * proportions for the paired-sample design): how many standard errors, estimated under the hypothesis, the observed
 * difference lies above `difference`, which lies strictly between -1 and 1. 0 at the observed difference.
 */
export function tangoScore({ pairs, wins, losses }: PairedCounts, difference: number): number {
  const gap = wins - losses - pairs * difference;
  if (gap === 0) return 0;
  const loss = lossRateUnder({ pairs, wins, losses }, difference);
  return gap / Math.sqrt(pairs * (2 * loss + difference * (1 - difference)));
}

/** The most likely share that regresses when the difference is given: the larger root of Tango's quadratic. */
function lossRateUnder({ pairs, wins, losses }: PairedCounts, difference: number): number {
  const square = 2 * pairs;
  const linear = (2 * pairs - wins + losses) * difference - wins - losses;
  const constant = -losses * difference * (1 - difference);
  const root = Math.sqrt(Math.max(0, linear ** 2 - 4 * square * constant));
  // Of the two equal forms the one without cancellation.
  return linear > 0 ? (-2 * constant) / (linear + root) : (root - linear) / (2 * square);
}

/**
 * 95 % (or other, by its normal point) score interval of share of wins minus share of losses: the differences whose score lies
 * within -+`point` (Tango 1998). `undefined` without pairs. It has a width where no pair is discordant too.
 */
export function tangoInterval(counts: PairedCounts, z = 1.959963984540054): Interval | undefined {
  if (counts.pairs === 0) return undefined;
  const { pairs, wins, losses } = counts;
  return {
    low: losses === pairs ? -1 : differenceAtScore(counts, z),
    high: wins === pairs ? 1 : differenceAtScore(counts, -z),
  };
}

/** The score falls as the difference rises; bisected to the last bit. */
function differenceAtScore(counts: PairedCounts, score: number): number {
  const observed = (counts.wins - counts.losses) / counts.pairs;
  let [low, high] = score > 0 ? [-1, observed] : [observed, 1];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (tangoScore(counts, middle) > score) low = middle;
    else high = middle;
  }
}
