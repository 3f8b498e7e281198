import { quantileSorted } from 'simple-statistics';
import { type Interval, wilsonInterval } from './intervals.ts';
import { type Resampled, resampleTasks } from './task-bootstrap.ts';

/** A count out of a total with its share and 95 % interval; both `undefined` when the total is 0. */
export interface Proportion {
  readonly count: number;
  readonly total: number;
  readonly proportion: number | undefined;
  readonly interval: Interval | undefined;
}

/** One thing seen in a task: whether it counts. */
export interface Observation {
  readonly taskId: string;
  readonly isCounted: boolean;
}

/**
 * The share of observations that count. Wilson where every task gives at most one; else whole tasks are resampled
 * (`clusteredBootstrapInterval`), because observations of one task are not independent. Where all agree the bootstrap has no
 * width: Wilson over the number of tasks stands there instead.
 */
export function clusteredProportion(observations: readonly Observation[], seed: string): Proportion {
  const total = observations.length;
  const count = observations.filter(({ isCounted }) => isCounted).length;
  if (total === 0) return { count, total, proportion: undefined, interval: undefined };
  const byTask = new Map<string, Cluster>();
  for (const { taskId, isCounted } of observations) {
    const seen = byTask.get(taskId) ?? { successes: 0, total: 0 };
    byTask.set(taskId, { successes: seen.successes + Number(isCounted), total: seen.total + 1 });
  }
  return { count, total, proportion: count / total, interval: intervalOf(count, total, [...byTask.values()], seed) };
}

function intervalOf(count: number, total: number, clusters: readonly Cluster[], seed: string): Interval | undefined {
  if (clusters.length === total) return wilsonInterval(count, total);
  if (count === 0) return wilsonInterval(0, clusters.length);
  if (count === total) return wilsonInterval(clusters.length, clusters.length);
  return clusters.length === 1 ? undefined : clusteredBootstrapInterval(clusters, seed);
}

/** Successes among the counted observations of one task. */
interface Cluster {
  readonly successes: number;
  readonly total: number;
}

/**
 * 95 % percentile interval of sum(successes) / sum(total) when whole tasks are resampled with replacement (Efron 1979,
 * clusters as units); `undefined` where nothing was counted. Equal seeds and clusters give equal bounds. It has no width where
 * all tasks agree, or where there is one: that is a limit of the bootstrap.
 */
export function clusteredBootstrapInterval(clusters: readonly Cluster[], seed: string): Interval | undefined {
  const vectors = clusters.map(({ successes, total }) => [successes, total]);
  // Only tasks without a graded trial were drawn: that resample has no share.
  const share = ([successes = 0, total = 0]: readonly number[]) => [total === 0 ? undefined : successes / total];
  const [{ value, draws } = NOTHING] = resampleTasks(vectors, share, seed);
  if (value === undefined) return undefined;
  if (clusters.length === 1) return { low: value, high: value };
  return { low: quantileSorted(draws, 0.025), high: quantileSorted(draws, 0.975) };
}

const NOTHING: Resampled = { value: undefined, draws: [] };
