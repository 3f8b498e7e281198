import { countOf } from '../arithmetic/count-of.ts';
import type { AlphaverusRow } from './alphaverus-tables.ts';

/** A percentage as a count of its dataset's tasks. */
export interface CountedCell {
  readonly percent: number;
  readonly tasks: number;
  /** The one nearest to the percentage. */
  readonly count: number;
  /** Whether it rounds to the percentage, at one decimal. */
  readonly isExact: boolean;
}

/** `undefined` for a method that the line does not have. */
export function countedCell({ percents, tasks }: AlphaverusRow, method: string): CountedCell | undefined {
  const percent = percents[method];
  if (percent === undefined) return undefined;
  const exact = countOf(percent / 100, tasks, 3);
  return { percent, tasks, count: exact ?? Math.round((percent / 100) * tasks), isExact: exact !== undefined };
}

/** `28`; `about 51` where no count rounds to the percentage. */
export const countInWords = ({ count, isExact }: CountedCell): string => (isExact ? `${count}` : `about ${count}`);
