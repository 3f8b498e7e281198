import { clopperPearsonInterval } from './clopper-pearson.ts';
import type { Interval } from './intervals.ts';

/** How many times as likely a discordant pair is to have improved as to have regressed. */
export interface OddsRatio {
  /** `Infinity` when nothing regressed. */
  readonly ratio: number;
  /** The upper end is `Infinity` when nothing regressed. */
  readonly interval: Interval;
}

/**
 * Conditional odds ratio of matched pairs, improved / regressed (Agresti 2013, Categorical data analysis, chapter 11), with the
 * exact 95 % interval that agrees with the exact McNemar test: the Clopper-Pearson bounds of improved / discordant as odds.
 * `undefined` without a discordant pair. For independent pairs: one sample a task.
 */
export function pairedOddsRatio(improved: number, regressed: number): OddsRatio | undefined {
  const wins = clopperPearsonInterval(improved, improved + regressed);
  if (wins === undefined) return undefined;
  return { ratio: improved / regressed, interval: oddsInterval(wins) };
}

/** Bounds of a share as bounds of its odds, share / (1 - share). */
export function oddsInterval({ low, high }: Interval): Interval {
  return { low: low / (1 - low), high: high / (1 - high) };
}
