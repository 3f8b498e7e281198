import { exactMcNemar } from '../../statistics/mcnemar.ts';

/** Two cells of one line, and the smallest p any pairing of their tasks can give. */
export interface LeastP {
  readonly table: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly counts: readonly [number, number];
  readonly total: number;
  readonly p: number;
}

/** The smallest p an exact McNemar test can give for two counts of the same tasks: the better one lost none. */
export const leastP = (first: number, second: number): number =>
  exactMcNemar(Math.max(second - first, 0), Math.max(first - second, 0));
