/** What a second share is more than a first, both ways one may mean it, in percent. */
export interface Gain {
  readonly points: number;
  /** `undefined` over nothing. */
  readonly relative: number | undefined;
}

export const gainOf = (before: number, after: number): Gain => ({
  points: 100 * (after - before),
  relative: before === 0 ? undefined : 100 * (after / before - 1),
});

/** Whether a number, rounded to so many decimals, is the printed one. */
export const roundsTo = (value: number | undefined, printed: number, digits: number): boolean =>
  value !== undefined && Math.abs(value - printed) <= 0.5 * 10 ** -digits + 1e-9;

/** As one may mean it: `+16.7 points`, `+28.3 % relatively`. */
export const inWords = (gain: Gain, sense: keyof Gain): string =>
  sense === 'points' ? signed(gain.points, 'points') : `${signed(gain.relative)} relatively`;

/** `+13.2 %`. */
export const signed = (value: number | undefined, unit = '%'): string =>
  value === undefined ? 'no relative gain over none' : `${value < 0 ? '' : '+'}${value.toFixed(1)} ${unit}`;
