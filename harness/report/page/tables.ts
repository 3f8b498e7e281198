import type { CsvTable, CsvValue } from '../../text/csv.ts';
import type { Section, Table } from '../../text/section.ts';
import { type Html, html, type Part } from './html.ts';

/** Longer tables scroll in a box of their own height. */
const TALL = 24;

/** One cell: what stands in it and whether it is text. */
export interface Cell {
  readonly content: Part;
  readonly kind?: 'number' | 'text' | 'long';
}

/** A table with a caption, headings for columns and rows, in a box that scrolls where it is too wide. */
export function htmlTable(
  caption: string,
  header: readonly Cell[],
  rows: readonly (readonly Cell[])[],
  { mayBeTall = false } = {},
): Html {
  const tall = rows.length > TALL && !mayBeTall ? ' tall' : '';
  const body = rows.map(
    ([first, ...rest]) =>
      html`<tr><th scope="row" class="text">${first?.content}</th>${rest.map((cell) => html`<td${kindClass(cell)}>${cell.content}</td>`)}</tr>\n`,
  );
  return html`<div class="scroll${tall}" tabindex="0" role="group" aria-label="Table: ${caption}"><table>
<caption class="unseen">${caption}</caption>
<thead><tr>${header.map((cell, position) => html`<th scope="col"${position === 0 ? html` class="text"` : kindClass(cell)}>${cell.content}</th>`)}</tr></thead>
<tbody>
${body}</tbody></table></div>`;
}

/** A table of the report as it stands in tables.md. */
export function reportTable(caption: string, { header, rows, textColumns = [] }: Table): Html {
  const toCell = (content: string, position: number): Cell => ({
    content,
    kind: textColumns.includes(position) ? (content.length > 60 ? 'long' : 'text') : 'number',
  });
  return htmlTable(
    caption,
    header.map(toCell),
    rows.map((row) => header.map((_, position) => toCell(row[position] ?? '', position))),
  );
}

/** The numbers behind a figure. */
export function dataTable(caption: string, { columns, rows }: CsvTable): Html {
  const isNumeric = columns.map((_, position) => rows.some((row) => typeof row[position] === 'number'));
  return htmlTable(
    caption,
    columns.map((name, position) => ({ content: name, kind: isNumeric[position] ? 'number' : 'text' })),
    rows.map((row) =>
      row.map((value, position) => ({ content: valueText(value), kind: isNumeric[position] ? 'number' : 'text' })),
    ),
  );
}

/** The notes of a section; those that warn stand out. */
export function notesOf({ notes }: Section): Html {
  return html`<div class="notes">${notes.map((note) => html`<p${WARNING.test(note) ? html` class="warning"` : undefined}>${withCode(note)}</p>\n`)}</div>`;
}

/** Words between backticks are code in markdown, and here. */
function withCode(note: string): Part {
  return note.split('`').map((part, position) => (position % 2 === 1 ? html`<code>${part}</code>` : part));
}

const WARNING = /^(WARNING|NOT COMPLETE|degenerate|By construction)/;

function kindClass({ kind = 'number' }: Cell): Html | undefined {
  if (kind === 'number') return undefined;
  return kind === 'long' ? html` class="text long"` : html` class="text"`;
}

function valueText(value: CsvValue): string {
  if (typeof value !== 'number' || Number.isInteger(value)) return String(value ?? '');
  return String(Number(value.toPrecision(4)));
}
