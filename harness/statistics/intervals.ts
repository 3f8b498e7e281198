import { quantileSorted } from 'simple-statistics';
import { createRandom } from '../random.ts';

/** Bounds of a share, both in [0, 1]. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % point of the standard normal distribution: intervals here are 95 % ones. */
const Z_95 = 1.959963984540054;

/** Resamples of a bootstrap: enough for the first decimal of a percentage. */
const RESAMPLES = 2000;

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

/** Successes among the counted observations of one task. */
export interface Cluster {
  readonly successes: number;
  readonly total: number;
}

/**
 * 95 % percentile interval of sum(successes) / sum(total) when whole tasks are resampled with replacement (Efron 1979,
 * clusters as units). Equal seeds and clusters give equal bounds. It has no width where all tasks agree: that is a limit of the bootstrap.
 */
export function clusteredBootstrapInterval(clusters: readonly Cluster[], seed: string): Interval | undefined {
  if (clusters.every(({ total }) => total === 0)) return undefined;
  const random = createRandom(seed);
  const proportions: number[] = [];
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let successes = 0;
    let total = 0;
    for (let draw = 0; draw < clusters.length; draw++) {
      const cluster = clusters[Math.floor(random() * clusters.length)];
      successes += cluster?.successes ?? 0;
      total += cluster?.total ?? 0;
    }
    // Only tasks without a graded trial were drawn: this resample has no share.
    if (total > 0) proportions.push(successes / total);
  }
  proportions.sort((a, b) => a - b);
  return { low: quantileSorted(proportions, 0.025), high: quantileSorted(proportions, 0.975) };
}
