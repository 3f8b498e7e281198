import type { Table } from './section.ts';
import { visibleLine } from './visible-text.ts';

/** A sentence of ours with names in it: words between backticks stay code; no name can add a line, a tag or a link. */
export function asProse(text: string): string {
  // References, for a backslash in front of them cannot undo them.
  return visibleLine(text)
    .replaceAll(/<(?=[a-z/!?])/gi, '&lt;')
    .replaceAll('](', ']&#40;');
}

/** A cell is text and nothing else: it cannot end its cell, its row or its table, nor be code, emphasis, a tag, a link or a reference. */
function asCell(text: string): string {
  return asProse(text.replaceAll(/[\\|`*]|&(?=#?\w+;)/g, (found) => `\\${found}`));
}

/** A markdown table padded so that it reads as plain text too. */
export function markdownTable(table: Table): string {
  const { textColumns = [] } = table;
  const header = table.header.map(asCell);
  const rows = table.rows.map((row) => row.map(asCell));
  const isText = (column: number) => column === 0 || textColumns.includes(column);
  const widths = header.map((title, column) =>
    Math.max(3, ...[title, ...rows.map((row) => row[column] ?? '')].map((cell) => [...cell].length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width, isText(column))).join(' | ')} |`;
  const rule = widths.map((width, column) => (isText(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(header), line(rule), ...rows.map(line)].join('\n');
}

function pad(cell: string, width: number, isText: boolean): string {
  const space = ' '.repeat(Math.max(0, width - [...cell].length));
  return isText ? cell + space : space + cell;
}
