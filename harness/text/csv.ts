import { stringify } from 'csv-stringify/sync';
import { visible } from './visible-text.ts';

/** What a field may hold; `undefined` is unknown and becomes an empty field, never 0. */
export type CsvValue = string | number | boolean | undefined;

/** Rows under named columns, in the order given. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvValue[])[];
}

/** A column's name and how its value is read from a row. */
export type CsvColumns<Row> = readonly (readonly [name: string, value: (row: Row) => CsvValue])[];

/** The same where rows are made when they are written: there may be millions. */
export interface CsvRows {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly CsvValue[]>;
}

/** The rows under these columns. */
export function csvTable<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): CsvTable {
  return { columns: columns.map(([name]) => name), rows: rows.map((row) => columns.map(([, value]) => value(row))) };
}

/**
 * RFC 4180 text with one header line and `\n` line ends; booleans are `true` and `false`, fractions have ten significant digits.
 * A text (never a number) that a spreadsheet would take for a formula has `'` in front of it, see results/README.md.
 */
export function csvText(table: CsvRows): string {
  return [...csvParts(table)].join('');
}

/** As many rows are made into text at a time. */
const ROWS = 1000;

/** The same in parts, for a file that may be larger than a text can be. */
export function* csvParts({ columns, rows }: CsvRows): Generator<string> {
  const text = openCsvText(columns);
  for (const row of rows) {
    const part = text.add(row);
    if (part !== undefined) yield part;
  }
  yield text.rest();
}

/** A text that grows row by row: `add` gives a part where one is full, `rest` what was not given yet. */
export function openCsvText(columns: readonly string[]) {
  let part: string[][] = [[...columns]];
  const rest = (): string => {
    const text = partText(part);
    part = [];
    return text;
  };
  return {
    add(row: readonly CsvValue[]): string | undefined {
      part.push(row.map(fieldText));
      return part.length < ROWS ? undefined : rest();
    },
    rest,
  };
}

/** What no field needs quotes for. */
const PLAIN = /^[\w.:/+#= -]*$/;

/** Where no field can need quotes the rows are joined: that is most of a file, at a tenth of the price. */
function partText(rows: string[][]): string {
  const isPlain = rows.every((row) => row.every((field) => PLAIN.test(field)));
  return isPlain ? rows.map((row) => `${row.join(',')}\n`).join('') : stringify(rows);
}

/** What a spreadsheet begins a formula with, in both widths; `'` itself, so that one in front can be taken away again. */
const FORMULA = /^['=+\-@＝＋－＠\t\n\r]/;

/** Names and hashes, the most of all fields: nothing in them acts. */
const NAME = /^\w+$/;

function fieldText(value: CsvValue): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(Number.isInteger(value) ? value : Number(value.toPrecision(10)));
  if (typeof value === 'boolean' || NAME.test(value)) return String(value);
  const text = visible(value);
  return FORMULA.test(text) ? `'${text}` : text;
}
