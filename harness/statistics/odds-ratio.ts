import { clopperPearsonInterval } from './clopper-pearson.ts';
import type { Interval } from './intervals.ts';

/** How many times as likely a discordant pair is to be a win as a loss. */
export interface OddsRatio {
  /** `Infinity` when there is no loss. */
  readonly ratio: number;
  /** The upper end is `Infinity` when there is no loss. */
  readonly interval: Interval;
}

/**
 * Conditional odds ratio of matched pairs, wins / losses (Agresti 2013, Categorical data analysis, chapter 11), with the
 * exact 95 % interval that agrees with the exact McNemar test: the Clopper-Pearson bounds of wins / discordant as odds.
 * `undefined` without a discordant pair. For independent pairs: one sample per task.
 */
export function pairedOddsRatio(wins: number, losses: number): OddsRatio | undefined {
  const bounds = clopperPearsonInterval(wins, wins + losses);
  if (bounds === undefined) return undefined;
  return { ratio: wins / losses, interval: oddsInterval(bounds) };
}

/** Bounds of a share as bounds of its odds, share / (1 - share). */
export function oddsInterval({ low, high }: Interval): Interval {
  return { low: low / (1 - low), high: high / (1 - high) };
}
