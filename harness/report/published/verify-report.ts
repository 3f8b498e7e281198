import type { Verification } from '../../published/verify-cells.ts';
import { markdownTable } from '../../text/markdown-table.ts';

/** The comparison as a table, then how many match, for the screen. */
export function verifyReport({ rows, unchecked }: Verification): string {
  const count = (status: string): number => rows.filter((row) => row.status === status).length;
  const table = markdownTable({
    header: ['table', 'condition', 'k', 'published', 'here', 'verdict', 'cause, or what it rests on'],
    rows: rows.map((row) => [row.table, row.condition, row.k, row.published, row.here, row.status, row.why]),
    textColumns: [1, 2, 5, 6],
  });
  return [
    table,
    `${rows.length} published numbers: ${count('match')} match, ${count('differs')} differ, ${count('missing')} missing`,
    ...unchecked.map((dataset) => `not checked: the cells of ${dataset} (this run is of another dataset)`),
  ].join('\n');
}
