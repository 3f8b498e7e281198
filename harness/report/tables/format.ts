import type { Sum } from '../../metrics/cost.ts';
import type { Interval } from '../../statistics/intervals.ts';
import type { ConditionIdentity } from '../../types/record.ts';

/** What stands in a table where a number is unknown or has no meaning. */
export const UNKNOWN = '—';

/** A condition's name, with a dagger when its loop looks at the grading tests. */
export function label({ name, oracle }: Pick<ConditionIdentity, 'name' | 'oracle'>): string {
  return oracle ? `${name}†` : name;
}

/** A share as `61.1 %`. */
export function percent(share: number | undefined): string {
  return share === undefined ? UNKNOWN : `${percentPoints(share)} %`;
}

/** A share in percent without the sign: `61.1`. */
export function percentPoints(share: number): string {
  return (100 * share).toFixed(1);
}

/** Bounds in percent: `[54.0, 67.8]`; empty when there are none. */
export function bounds(interval: Interval | undefined): string {
  return interval === undefined ? '' : `[${percentPoints(interval.low)}, ${percentPoints(interval.high)}]`;
}

/** Bounds in a sentence: `95 % interval -1.3 to 13.7`. */
export function rangeText(interval: Interval | undefined): string {
  if (interval === undefined) return 'no interval';
  return `95 % interval ${percentPoints(interval.low)} to ${percentPoints(interval.high)}`;
}

/** Bounds in whole percent, for narrow tables: `[54–68]`; empty when there are none. */
export function wholeBounds(interval: Interval | undefined): string {
  return interval === undefined ? '' : `[${(100 * interval.low).toFixed(0)}–${(100 * interval.high).toFixed(0)}]`;
}

/** A share with its interval: `61.1 % [54.0, 67.8]`. */
export function percentWithBounds(share: number | undefined, interval: Interval | undefined): string {
  return `${percent(share)} ${bounds(interval)}`.trim();
}

/** A p-value with three decimals; below that `< 0.001`. */
export function pValue(value: number | undefined): string {
  if (value === undefined) return UNKNOWN;
  return value < 0.001 ? '< 0.001' : value.toFixed(3);
}

/** A whole number with thousands marked: `1,234,567`. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A sum through the given format. One with unknown parts is a lower bound and says how many; all unknown is `—`. */
export function sum(value: Sum, format: (known: number) => string): string {
  if (value.unknownParts === 0) return format(value.known);
  if (value.unknownParts === value.parts) return UNKNOWN;
  return `≥ ${format(value.known)} (${value.unknownParts} of ${value.parts} calls unknown)`;
}

/** Dollars with four decimals: `$0.0123`. */
export function dollars(value: number): string {
  return `$${value.toFixed(4)}`;
}
