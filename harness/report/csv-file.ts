import type { Analysis } from '../metrics/analysis.ts';
import type { AttributedTrial } from '../metrics/trials/attributed-calls.ts';
import { attributedTrials } from '../metrics/trials/trials.ts';
import type { Proportion } from '../statistics/clustered-proportion.ts';
import type { Estimate } from '../statistics/task-bootstrap.ts';
import { type CsvRows, type CsvTable, type CsvValue, csvTable, openCsvText } from '../text/csv.ts';
import type { Run } from '../types/record.ts';

/** Columns of a file of a run: name, meaning (as `results/columns.md` has it), and how the value is read from a row. */
export type DescribedColumns<Row> = readonly (readonly [
  name: string,
  meaning: string,
  value: (row: Row) => CsvValue,
])[];

/** What `results/columns.md` says of a CSV file. */
export interface CsvDescription {
  readonly name: string;
  /** What a row is, in a sentence or two. */
  readonly about: string;
  readonly columns: readonly (readonly [name: string, meaning: string, ...unknown[]])[];
}

/** A CSV file of a run: how it is described, and what it holds for one run. */
export interface CsvFile extends CsvDescription {
  /** `undefined`: this run has no such file. */
  table(analysis: Analysis): CsvRows | TrialRows | undefined;
}

/** A file whose columns are the same in every run that has it. */
export function csvFile<Row>(
  file: Pick<CsvFile, 'name' | 'about'> & {
    readonly columns: DescribedColumns<Row>;
    /** `undefined`: this run has no such file. */
    rows(analysis: Analysis): Iterable<Row> | undefined;
  },
): CsvFile {
  const { name, about, columns } = file;
  return {
    ...{ name, about, columns },
    table(analysis) {
      const rows = file.rows(analysis);
      return rows && describedRows(columns, rows);
    },
  };
}

/** The same where rows come trial by trial. */
export function trialCsvFile<Row>(
  file: Pick<CsvFile, 'name' | 'about'> & {
    readonly columns: DescribedColumns<Row>;
    /** What makes the rows of a trial; `undefined`: this run has no such file. */
    rowsOf(analysis: Analysis): ((trial: AttributedTrial) => Iterable<Row>) | undefined;
  },
): CsvFile {
  const { name, about, columns } = file;
  return {
    ...{ name, about, columns },
    table(analysis) {
      const rowsOf = file.rowsOf(analysis);
      return rowsOf && trialRows(analysis.run, columns, rowsOf);
    },
  };
}

/** The rows under these columns. */
export function describedTable<Row>(columns: DescribedColumns<Row>, rows: readonly Row[]): CsvTable {
  return csvTable(
    columns.map(([name, , value]) => [name, value] as const),
    rows,
  );
}

/** The same, each row made when it is asked for. */
function describedRows<Row>(columns: DescribedColumns<Row>, rows: Iterable<Row>): CsvRows {
  return {
    columns: columns.map(([name]) => name),
    rows: {
      *[Symbol.iterator]() {
        for (const row of rows) yield columns.map(([, , value]) => value(row));
      },
    },
  };
}

/** Rows that come trial by trial: those of several files are made in one pass over the records (`partsTogether`). */
export interface TrialRows extends CsvRows {
  rowsOf(trial: AttributedTrial): Iterable<readonly CsvValue[]>;
}

/** The rows that `rowsOf` makes of each trial of the run, under these columns. */
export function trialRows<Row>(
  run: Run,
  columns: DescribedColumns<Row>,
  rowsOf: (trial: AttributedTrial) => Iterable<Row>,
): TrialRows {
  const ofTrial = (trial: AttributedTrial) => describedRows(columns, rowsOf(trial)).rows;
  return {
    columns: columns.map(([name]) => name),
    rowsOf: ofTrial,
    rows: {
      *[Symbol.iterator]() {
        for (const trial of attributedTrials(run)) yield* ofTrial(trial);
      },
    },
  };
}

/** The texts of several files from one pass over the records of the run, in parts, each with the name of its file. */
export function* partsTogether(
  run: Run,
  files: ReadonlyMap<string, TrialRows>,
): Generator<readonly [name: string, text: string]> {
  const open = Array.from(files, ([name, { columns, rowsOf }]) => ({ name, rowsOf, text: openCsvText(columns) }));
  for (const trial of attributedTrials(run)) {
    for (const { name, rowsOf, text } of open) {
      for (const row of rowsOf(trial)) {
        const part = text.add(row);
        if (part !== undefined) yield [name, part];
      }
    }
  }
  for (const { name, text } of open) yield [name, text.rest()];
}

/** Count, total, rate and 95 % interval of a proportion, as five columns that begin with `name`. */
export function proportionColumns<Row>(
  name: string,
  meaning: string,
  read: (row: Row) => Proportion | undefined,
): DescribedColumns<Row> {
  const whole = `${meaning}: count, out of how many, rate, 95 % interval`;
  return [
    [name, whole, (row) => read(row)?.count],
    [`${name}_of`, whole, (row) => read(row)?.total],
    [`${name}_rate`, whole, (row) => read(row)?.proportion],
    [`${name}_ci_low`, whole, (row) => read(row)?.interval?.low],
    [`${name}_ci_high`, whole, (row) => read(row)?.interval?.high],
  ];
}

/** Value and 95 % interval of an estimate, as three columns that begin with `name`. */
export function estimateColumns<Row>(
  name: string,
  meaning: string,
  read: (row: Row) => Estimate | undefined,
): DescribedColumns<Row> {
  const whole = `${meaning}; with its 95 % interval`;
  return [
    [name, whole, (row) => read(row)?.value],
    [`${name}_ci_low`, whole, (row) => read(row)?.interval?.low],
    [`${name}_ci_high`, whole, (row) => read(row)?.interval?.high],
  ];
}

/** Several texts in one field, with spaces between them; none is an empty field. */
export const listField = (texts: readonly string[]): string | undefined => texts.join(' ') || undefined;
