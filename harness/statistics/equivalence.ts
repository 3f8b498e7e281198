import { normalCdf } from './normal.ts';
import { type PairedCounts, tangoScore } from './tango.ts';

/**
 * Differences of less than this, 5 points, are declared not to matter: smaller than what a study of a few hundred tasks can show.
 * Declared here, before any run; every table that uses it prints it.
 */
export const EQUIVALENCE_MARGIN = 0.05;

/** Two one-sided tests of "the shares differ by at least `margin`". */
export interface Equivalence {
  readonly margin: number;
  /** At most 0.05: the 90 % interval of the difference lies within -+margin, so that the component "does not matter". */
  readonly pValue: number;
}

/**
 * Equivalence of paired shares: two one-sided tests (Schuirmann 1987) with Tango's score statistic (1998). The
 * p-value is the larger of the two. `undefined` without pairs. For independent pairs: one sample per task.
 */
export function pairedEquivalence(counts: PairedCounts, margin: number = EQUIVALENCE_MARGIN): Equivalence | undefined {
  if (counts.pairs === 0) return undefined;
  const isAboveLow = normalCdf(-tangoScore(counts, -margin));
  const isBelowHigh = normalCdf(tangoScore(counts, margin));
  return { margin, pValue: Math.max(isAboveLow, isBelowHigh) };
}

/**
 * Equivalence with several samples per task, from task-clustered bootstrap differences in ascending order: the larger share of them on the
 * wrong side of a margin, each counted with one more (Davison and Hinkley 1997, section 4.2), which inverts the percentile interval.
 * `undefined` when all are equal: where no two tasks differ the bootstrap knows no uncertainty, and equivalence would be an artefact of it.
 */
export function bootstrapEquivalence(
  differences: readonly number[],
  margin: number = EQUIVALENCE_MARGIN,
): Equivalence | undefined {
  if (differences[0] === differences.at(-1)) return undefined;
  const pValue = (isWrong: (difference: number) => boolean) =>
    (1 + differences.filter(isWrong).length) / (1 + differences.length);
  return {
    margin,
    pValue: Math.max(
      pValue((difference) => difference <= -margin),
      pValue((difference) => difference >= margin),
    ),
  };
}
