/** A row of a CSV text by its column names; an empty field is an empty text. */
export type CsvRecord = Readonly<Record<string, string>>;

/**
 * The rows of a CSV text with one header line (RFC 4180, `\n` or `\r\n`), as `csvText` writes it: the `'` it puts in front of what a
 * spreadsheet would take for a formula is taken away again. `undefined` where a quoted field has no end, or a row more or fewer fields than
 * the header.
 */
export function readCsv(text: string): readonly CsvRecord[] | undefined {
  const [columns, ...rows] = fieldsOf(text) ?? [];
  if (columns === undefined || rows.some((row) => row.length !== columns.length)) return undefined;
  return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? ''])));
}

/** A field, quoted or plain, and what ends it. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

function fieldsOf(text: string): string[][] | undefined {
  const rows: string[][] = [];
  let row: string[] = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < text.length) {
    const [, quoted, plain = '', end] = FIELD.exec(text) ?? [];
    if (end === undefined) return undefined;
    const field = quoted === undefined ? plain : quoted.replaceAll('""', '"');
    row.push(field.startsWith("'") ? field.slice(1) : field);
    if (end === ',' && FIELD.lastIndex < text.length) continue;
    if (end === ',') row.push('');
    rows.push(row);
    row = [];
  }
  return rows;
}
