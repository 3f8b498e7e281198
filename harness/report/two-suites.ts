import type { TwoSuites } from '../metrics/two-suites.ts';
import { markdownTable } from '../text/markdown-table.ts';
import { label } from './tables/format.ts';

/** For the screen: what the tests of two datasets say of the same steps, a row for each condition and k. */
export function twoSuitesTable(rows: readonly TwoSuites[], first: string, second: string): string {
  return markdownTable({
    header: ['condition', 'k', 'solved by both', `by ${first} alone`, `by ${second} alone`, 'by neither', 'ungraded'],
    rows: rows.map(({ condition, k, ...counts }) => [
      label(condition),
      ...[k, counts.both, counts.first, counts.second, counts.neither, counts.ungraded].map(String),
    ]),
    textColumns: [],
  });
}
