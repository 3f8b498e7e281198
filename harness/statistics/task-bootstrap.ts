import { quantileSorted } from 'simple-statistics';
import { createRandom } from '../random.ts';
import { type Interval, wilsonInterval } from './intervals.ts';
import { tangoInterval } from './tango.ts';

/** Resamples of a bootstrap: enough for the first decimal of a percentage. */
const RESAMPLES = 2000;

/** A quantity with its 95 % interval; `undefined` where nothing was observed, or where one task alone was. */
export interface Estimate {
  readonly value: number | undefined;
  readonly interval: Interval | undefined;
}

/** A quantity and, in ascending order, what it came to when the tasks were resampled. */
export interface Resampled {
  readonly value: number | undefined;
  readonly draws: number[];
}

/**
 * Quantities that are functions of sums over tasks, and how they vary when whole tasks are resampled with replacement
 * (Efron 1979, tasks as units). `vectors` holds one list of summands a task, all of one length. One drawing serves all
 * quantities, so that differences between them keep their pairing. Equal input and seed give equal draws.
 */
export function resampleTasks(
  vectors: readonly (readonly number[])[],
  derive: (sums: readonly number[], tasks: number) => readonly (number | undefined)[],
  seed: string,
): Resampled[] {
  const count = vectors.length;
  const addUp = summation(vectors);
  const values = derive(addUp(Uint32Array.from(vectors.keys()), 0), count);
  const draws = values.map(() => new Float64Array(RESAMPLES));
  const lengths = values.map(() => 0);
  const drawn = count > 1 ? drawTasks(count, seed) : new Uint32Array();
  for (let from = 0; from < drawn.length; from += count) {
    const found = derive(addUp(drawn, from), count);
    for (let position = 0; position < draws.length; position++) {
      const [value, own, length] = [found[position], draws[position], lengths[position]];
      if (value === undefined || own === undefined || length === undefined) continue;
      own[length] = value;
      lengths[position] = length + 1;
    }
  }
  return values.map((value, position) => ({
    value,
    draws: Array.from((draws[position] ?? new Float64Array()).subarray(0, lengths[position]).sort()),
  }));
}

/** What was drawn last: a report asks hundreds of times with one seed and one number of tasks. */
let last: { readonly count: number; readonly seed: string; readonly drawn: Uint32Array } | undefined;

/** The positions of the tasks in every resample, one resample after the other. */
function drawTasks(count: number, seed: string): Uint32Array {
  if (last?.count === count && last.seed === seed) return last.drawn;
  const random = createRandom(seed);
  const drawn = new Uint32Array(RESAMPLES * count);
  for (let turn = 0; turn < drawn.length; turn++) drawn[turn] = Math.floor(random() * count);
  last = { count, seed, drawn };
  return drawn;
}

/** The percentile interval, 95 % unless told; `undefined` when fewer than two tasks were there to draw from. */
export function percentileInterval({ value, draws }: Resampled, level = 0.95): Interval | undefined {
  if (value === undefined || draws.length === 0) return undefined;
  return { low: quantileSorted(draws, (1 - level) / 2), high: quantileSorted(draws, (1 + level) / 2) };
}

/**
 * The 95 % interval of a mean share. Where all tasks agree on 0 or on 1 the bootstrap has no width; Wilson over the tasks
 * stands there instead, which bounds in how many tasks something else can have gone unseen.
 */
export function proportionEstimate(resampled: Resampled, tasks: number): Estimate {
  const { value } = resampled;
  const interval = percentileInterval(resampled);
  const hasNoWidth = interval === undefined || interval.low === interval.high;
  if (hasNoWidth && (value === 0 || value === 1)) {
    return { value, interval: wilsonInterval(value === 0 ? 0 : tasks, tasks) };
  }
  return { value, interval: tasks < 2 ? undefined : interval };
}

/**
 * The 95 % interval of a mean difference between -1 and 1. Where it is 0 in every task the bootstrap has no width; Tango's
 * score interval over the tasks stands there instead, which bounds in how many tasks a difference can have gone unseen.
 */
export function differenceEstimate(resampled: Resampled | undefined, tasks: number): Estimate {
  if (resampled?.value === undefined) return { value: undefined, interval: undefined };
  const { value } = resampled;
  const interval = percentileInterval(resampled);
  const hasNoWidth = interval === undefined || interval.low === interval.high;
  if (value !== 0 || !hasNoWidth) return { value, interval };
  return { value, interval: tangoInterval({ pairs: tasks, wins: 0, losses: 0 }) };
}

/** Adds up as many vectors as there are, those at the positions listed from `from` on. Flat, because it is most of a report's time. */
function summation(vectors: readonly (readonly number[])[]): (positions: Uint32Array, from: number) => number[] {
  const width = vectors[0]?.length ?? 0;
  const flat = Float64Array.from(vectors.flat());
  return (positions, from) => {
    const sums = new Array<number>(width).fill(0);
    for (let turn = from; turn < from + vectors.length; turn++) {
      const start = (positions[turn] ?? 0) * width;
      for (let position = 0; position < width; position++) {
        sums[position] = (sums[position] ?? 0) + (flat[start + position] ?? 0);
      }
    }
    return sums;
  };
}
