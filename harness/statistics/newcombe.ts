import { type Interval, wilsonInterval } from './intervals.ts';

/** Successes of independent trials. */
interface Counted {
  readonly successes: number;
  readonly total: number;
}

/**
 * 95 % interval of the difference of two independent shares, first less second: Newcombe's hybrid score interval (1998, method 10).
 * `undefined` where one of them is empty.
 */
export function newcombeInterval(first: Counted, second: Counted): Interval | undefined {
  const [one, other] = [wilsonInterval(first.successes, first.total), wilsonInterval(second.successes, second.total)];
  if (one === undefined || other === undefined) return undefined;
  const [p, q] = [first.successes / first.total, second.successes / second.total];
  return {
    low: p - q - Math.hypot(p - one.low, other.high - q),
    high: p - q + Math.hypot(one.high - p, q - other.low),
  };
}
