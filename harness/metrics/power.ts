import { exactMcNemar } from './paired.ts';

export interface PowerOptions {
  /** Share of pairs that regress, whatever the gain. */
  readonly regressed: number;
  /** Two-sided level of the exact McNemar test; 0.05 when absent. */
  readonly alpha?: number;
  /** Chance to see a difference that is there; 0.8 when absent. */
  readonly power?: number;
}

/**
 * Minimum detectable effect of a paired comparison: the smallest share improved less share regressed that the exact McNemar
 * test of `pairs` tasks sees with the wanted power. `undefined` when even all other tasks improving would not be seen.
 */
export function minimumDetectableEffect(
  pairs: number,
  { regressed, alpha = 0.05, power = 0.8 }: PowerOptions,
): number | undefined {
  const reaches = (effect: number): boolean => mcNemarPower(pairs, regressed + effect, regressed, alpha) >= power;
  let high = 1 - 2 * regressed;
  if (pairs === 0 || high <= 0 || !reaches(high)) return undefined;
  let low = 0;
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Chance that the exact McNemar test finds p <= alpha in the direction of the larger share when that share of `pairs`
 * improves and another regresses: summed over the trinomial distribution of both (Connor 1987, unconditional power).
 */
export function mcNemarPower(pairs: number, improved: number, regressed: number, alpha: number): number {
  const factorials = logFactorials(pairs);
  let called = 0;
  let power = 0;
  for (let worse = 0; worse <= pairs; worse++) {
    // The fewest improvements that the test calls rise with the regressions: each is looked for from the last one on.
    while (called + worse <= pairs && (called <= worse || exactMcNemar(called, worse) > alpha)) called++;
    for (let better = called; better + worse <= pairs; better++) {
      const equal = pairs - better - worse;
      const ways = at(factorials, pairs) - at(factorials, better) - at(factorials, worse) - at(factorials, equal);
      const chance =
        logPower(improved, better) + logPower(regressed, worse) + logPower(1 - improved - regressed, equal);
      power += Math.exp(ways + chance);
    }
  }
  return Math.min(1, power);
}

function logFactorials(largest: number): number[] {
  const logs = [0];
  for (let number = 1; number <= largest; number++) logs.push(at(logs, number - 1) + Math.log(number));
  return logs;
}

const at = (numbers: readonly number[], index: number): number => numbers[index] ?? 0;

/** log(share^count), with 0^0 = 1; rounding may leave a share a little below 0. */
function logPower(share: number, count: number): number {
  return count === 0 ? 0 : count * Math.log(Math.max(0, share));
}
