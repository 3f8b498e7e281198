/** Bounds of a share, both in [0, 1]. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % point of the standard normal distribution: intervals here are 95 % ones. */
const Z_95 = 1.959963984540054;

/**
 * 95 % score interval of a binomial share (Wilson 1927, without continuity correction). `undefined` when nothing was counted.
 * For independent observations only: one sample per task.
 */
export function wilsonInterval(successes: number, total: number): Interval | undefined {
  if (total === 0) return undefined;
  const p = successes / total;
  const square = Z_95 ** 2;
  const denominator = 1 + square / total;
  const centre = (p + square / (2 * total)) / denominator;
  const half = (Z_95 / denominator) * Math.sqrt((p * (1 - p)) / total + square / (4 * total ** 2));
  // At 0 of n and n of n the bound is the share itself; rounding must not move it.
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === total ? 1 : Math.min(1, centre + half),
  };
}
