import { betaQuantile } from './incomplete-beta.ts';
import type { Interval } from './intervals.ts';

/**
 * Exact interval of a binomial share (Clopper and Pearson 1934): each tail holds at most half of 1 - `level`, so it covers at least
 * `level` whatever the share; wider than Wilson's. `undefined` when nothing was counted. For independent observations only.
 */
export function clopperPearsonInterval(successes: number, total: number, level = 0.95): Interval | undefined {
  if (total === 0) return undefined;
  const tail = (1 - level) / 2;
  const failures = total - successes;
  return {
    low: successes === 0 ? 0 : betaQuantile(tail, successes, failures + 1),
    // The mirror image of the lower bound of the failures: small bounds keep their digits on both sides.
    high: failures === 0 ? 1 : 1 - betaQuantile(tail, failures, successes + 1),
  };
}
