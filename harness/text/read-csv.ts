import { CsvError, parse } from 'csv-parse/sync';

/** A row of a CSV text by its column names; an empty field is an empty text. */
export type CsvRecord = Readonly<Record<string, string>>;

/**
 * The rows of a CSV text with one header line (RFC 4180, `\n` or `\r\n`), as `csvText` writes it: the `'` it puts in front of what a
 * spreadsheet would take for a formula is taken away again. `undefined` where there is no header, a quoted field has no end, or a row more or
 * fewer fields than the header.
 */
export function readCsv(text: string): readonly CsvRecord[] | undefined {
  if (text.trim() === '') return undefined;
  try {
    return parse<CsvRecord>(text, { columns: true, cast: (field) => (field.startsWith("'") ? field.slice(1) : field) });
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}
