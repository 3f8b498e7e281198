import { clopperPearsonInterval } from '../../statistics/clopper-pearson.ts';
import { type Interval, wilsonInterval } from '../../statistics/intervals.ts';
import { binomialPmf } from '../binomial.ts';

/** The two intervals of a share with one sample per task. */
export const BINOMIAL_INTERVALS = { wilson: wilsonInterval, 'clopper-pearson': clopperPearsonInterval } as const;

type BinomialInterval = keyof typeof BINOMIAL_INTERVALS;

/** Numbers of tasks whose coverage is enumerated: small ones, and those of the datasets. */
export const ENUMERATED_TASKS = [1, 2, 5, 10, 20, 60, 80, 164, 300, 500];

/** Shares at which it is enumerated, from 0.005 to 0.995. */
export const ENUMERATED_SHARES = Array.from({ length: 199 }, (_, index) => (index + 1) / 200);

/**
 * How often the interval of `tasks` independent answers holds the share, by enumeration: the chance of every count from 0 to
 * `tasks` whose interval holds it. Nothing is simulated.
 */
export function binomialCoverage(method: BinomialInterval, tasks: number, p: number): number {
  return coverageOf(intervalsOf(method, tasks), p);
}

/** The same at many shares; the intervals are computed once. */
export function binomialCoverages(method: BinomialInterval, tasks: number, proportions: readonly number[]): number[] {
  const intervals = intervalsOf(method, tasks);
  return proportions.map((p) => coverageOf(intervals, p));
}

function intervalsOf(method: BinomialInterval, tasks: number): (Interval | undefined)[] {
  return Array.from({ length: tasks + 1 }, (_, count) => BINOMIAL_INTERVALS[method](count, tasks));
}

function coverageOf(intervals: readonly (Interval | undefined)[], p: number): number {
  const tasks = intervals.length - 1;
  return intervals.reduce((sum, interval, count) => (holds(interval, p) ? sum + binomialPmf(tasks, count, p) : sum), 0);
}

function holds(interval: Interval | undefined, p: number): boolean {
  return interval !== undefined && interval.low <= p && p <= interval.high;
}
