import { countOf } from '../arithmetic/count-of.ts';
import { type CodegradRow, CRITICS, type Critic } from './codegrad-tables.ts';

/** Of a published rate. */
const DECIMALS = 3;

/** A published line with counts in place of its rates. */
export interface CountedRow {
  readonly row: CodegradRow;
  /** As printed; else the smallest that gives all five rates. `undefined` where none does. */
  readonly total: number | undefined;
  /** All that give the five rates, the dataset's own number at most; of a printed one itself. */
  readonly totals: readonly number[];
  /** Absent for a rate that no count gives. */
  readonly counts: Readonly<Partial<Record<Critic, number>>>;
}

/** `most`: how many tasks the dataset has. */
function countRow(row: CodegradRow, most: number): CountedRow {
  const fits = (total: number): boolean =>
    CRITICS.every((critic) => countOf(row.rates[critic], total, DECIMALS) !== undefined);
  const totals =
    row.tasks === undefined ? Array.from({ length: most }, (_, index) => index + 1).filter(fits) : [row.tasks];
  const [total] = totals;
  const counts = CRITICS.flatMap((critic) => {
    const count = total === undefined ? undefined : countOf(row.rates[critic], total, DECIMALS);
    return count === undefined ? [] : [[critic, count] as const];
  });
  return { row, total, totals, counts: Object.fromEntries(counts) };
}

/** Every line counted; a group's dataset is looked up among the lines of whole datasets. */
export function countRows(rows: readonly CodegradRow[]): readonly CountedRow[] {
  return rows.map((row) => {
    const whole = rows.find(({ dataset, group }) => dataset === row.dataset && group === undefined);
    return countRow(row, whole?.tasks ?? 0);
  });
}

/** How a line is named. */
export const nameOf = ({ dataset, group }: Pick<CodegradRow, 'dataset' | 'group'>): string =>
  group === undefined ? dataset : `${dataset}, ${group}`;
