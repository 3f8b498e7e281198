import { gammaln } from 'simple-statistics';
import type { Interval } from './intervals.ts';
import { normalQuantile } from './normal.ts';

interface PowerOptions {
  /** Share of pairs that regress, whatever the gain. */
  readonly lossRate: number;
  /** Two-sided level of the exact McNemar test; 0.05 when absent. */
  readonly alpha?: number;
  /** Chance to see a difference that is there; 0.8 when absent. */
  readonly power?: number;
}

/** Studies of more tasks are not looked for. */
export const MOST_TASKS = 20_000;

/**
 * Minimum detectable effect of a paired comparison: the smallest share of wins minus share of losses that the exact McNemar
 * test of `pairs` tasks sees with the wanted power. `undefined` when even all other tasks improving would not be seen.
 */
export function minimumDetectableEffect(
  pairs: number,
  { lossRate, alpha = 0.05, power = 0.8 }: PowerOptions,
): number | undefined {
  const reaches = (effect: number): boolean => mcNemarPower(pairs, lossRate + effect, lossRate, alpha) >= power;
  let high = 1 - 2 * lossRate;
  if (pairs === 0 || high <= 0 || !reaches(high)) return undefined;
  let low = 0;
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * The smallest number of tasks with which the exact McNemar test sees a difference of `effect` with the wanted power. Power does not
 * rise evenly with the tasks, because counts are whole; a few tasks more may have a little less. `undefined` above 20,000.
 */
export function tasksNeeded(effect: number, { lossRate, alpha = 0.05, power = 0.8 }: PowerOptions): number | undefined {
  const winRate = lossRate + effect;
  if (effect <= 0 || winRate + lossRate > 1) return undefined;
  if (roughTasksNeeded(effect, winRate + lossRate, alpha, power) > 2 * MOST_TASKS) return undefined;
  const called = rejectionProbabilities(MOST_TASKS, winRate / (winRate + lossRate), alpha);
  for (let pairs = 1; pairs <= MOST_TASKS; pairs++) {
    if (meanOverDiscordant(pairs, winRate + lossRate, called) >= power) return pairs;
  }
  return undefined;
}

/** By the normal approximation (Connor 1987): near enough to tell a search that must fail, which is the slowest, from one that need not. */
function roughTasksNeeded(effect: number, discordant: number, alpha: number, power: number): number {
  const spread = Math.sqrt(Math.max(0, discordant - effect ** 2));
  return ((normalQuantile(1 - alpha / 2) * Math.sqrt(discordant) + normalQuantile(power) * spread) / effect) ** 2;
}

/**
 * The number of tasks with which a difference as large as the one seen is found, where a task has several samples: the standard error is
 * read off the 95 % interval over `tasks` tasks and shrinks with the root of their number (normal approximation). `undefined` without an
 * interval that has a width, without a difference, and above 20,000.
 */
export function tasksNeededFromInterval(
  seen: { readonly tasks: number; readonly difference: number; readonly interval: Interval | undefined },
  { alpha = 0.05, power = 0.8 }: Omit<PowerOptions, 'lossRate'>,
): number | undefined {
  const width = seen.interval === undefined ? 0 : seen.interval.high - seen.interval.low;
  if (width === 0 || seen.difference === 0) return undefined;
  const standardError = width / (2 * normalQuantile(0.975));
  const wanted = normalQuantile(1 - alpha / 2) + normalQuantile(power);
  const needed = Math.ceil(seen.tasks * ((wanted * standardError) / seen.difference) ** 2);
  return needed > MOST_TASKS ? undefined : needed;
}

/**
 * Chance that the exact McNemar test finds p <= alpha in the direction of the larger share when that share of `pairs`
 * improves and another regresses (Connor 1987, unconditional power): over the number of discordant pairs, the chance that
 * enough of them improve.
 */
export function mcNemarPower(pairs: number, winRate: number, lossRate: number, alpha: number): number {
  const discordant = winRate + lossRate;
  if (discordant === 0) return 0;
  return meanOverDiscordant(pairs, discordant, rejectionProbabilities(pairs, winRate / discordant, alpha));
}

/** The chance called by number of discordant pairs, averaged over how many there are: binomial of `pairs` and their `share`. */
function meanOverDiscordant(pairs: number, p: number, called: readonly number[]): number {
  // Counts this far from the mean have a chance below 1e-30 (Bernstein's inequality).
  const reach = 12 * Math.sqrt(pairs * p * (1 - p)) + 50;
  const last = Math.min(pairs, Math.ceil(pairs * p + reach));
  let mean = 0;
  for (let count = Math.max(0, Math.floor(pairs * p - reach)); count <= last; count++) {
    mean += binomialPmf(pairs, count, p) * at(called, count);
  }
  return Math.min(1, mean);
}

/**
 * For 0 to `largest` discordant pairs: the chance that so many improve, each with chance `share`, that the two-sided exact
 * test calls it at `alpha`. The fewest called, and both tails from there on, follow from those of one pair less.
 */
function rejectionProbabilities(largest: number, p: number, alpha: number): number[] {
  const probabilities = [0];
  let [fewest, tailIfEqual, tail] = [1, 0, 0];
  for (let pairs = 1; pairs <= largest; pairs++) {
    tailIfEqual += binomialPmf(pairs - 1, fewest - 1, 0.5) / 2;
    tail += p * binomialPmf(pairs - 1, fewest - 1, p);
    if (2 * tailIfEqual > alpha) {
      tailIfEqual -= binomialPmf(pairs, fewest, 0.5);
      tail -= binomialPmf(pairs, fewest, p);
      fewest++;
    }
    probabilities.push(Math.max(0, tail));
  }
  return probabilities;
}

function binomialPmf(trials: number, successes: number, p: number): number {
  if (successes < 0 || successes > trials) return 0;
  const ways = logFactorial(trials) - logFactorial(successes) - logFactorial(trials - successes);
  return Math.exp(ways + logPower(p, successes) + logPower(1 - p, trials - successes));
}

const logFactorials: number[] = [];

/** Remembered: a search asks for the same ones again and again. */
function logFactorial(count: number): number {
  logFactorials[count] ??= gammaln(count + 1);
  return at(logFactorials, count);
}

const at = (numbers: readonly number[], index: number): number => numbers[index] ?? 0;

/** log(share^count), with 0^0 = 1; rounding may leave a share a little below 0. */
function logPower(p: number, count: number): number {
  return count === 0 ? 0 : count * Math.log(Math.max(0, p));
}
