import type { JudgedConclusion } from '../../published/verify/conclusions.ts';
import type { Verification, VerifiedCell } from '../../published/verify/verify-cells.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import { bounds, percentPoints, pValue, UNKNOWN } from '../tables/format.ts';

/** The comparison as tables for the screen: cells, what else was published, what the conclusions rest on. */
export function verifyReport(
  { rows, unchecked }: Verification,
  further: readonly VerifiedCell[],
  conclusions: readonly JudgedConclusion[],
): string {
  return [
    cellTable(rows),
    `${rows.length} published numbers: ${countStatuses(rows)}`,
    ...unchecked.map((dataset) => `not checked: the cells of ${dataset} (this run is of another dataset)`),
    ...(further.length === 0
      ? []
      : ['', 'What else was published', cellTable(further), `${further.length} rows: ${countStatuses(further)}`]),
    ...(conclusions.length === 0 ? [] : ['', ...conclusionLines(conclusions)]),
  ].join('\n');
}

/** Published numbers with what was found of each, a row each. */
export function cellTable(rows: readonly VerifiedCell[]): string {
  return markdownTable({
    header: ['table', 'condition', 'k', 'published', 'here', 'verdict', 'cause, or what it rests on'],
    rows: rows.map((row) => [row.table, row.condition, row.k, row.published, row.here, row.status, row.why]),
    textColumns: [1, 2, 5, 6],
  });
}

/** `33 match, 2 differ, 0 missing`. */
export function countStatuses(rows: readonly VerifiedCell[]): string {
  const count = (status: VerifiedCell['status']): number => rows.filter((row) => row.status === status).length;
  const others = (['cannot be reproduced', 'not run'] as const).filter((status) => count(status) > 0);
  return [
    `${count('match')} match, ${count('differs')} differ, ${count('missing')} missing`,
    ...others.map((status) => `${count(status)} ${status}`),
  ].join(', ');
}

function conclusionLines(conclusions: readonly JudgedConclusion[]): string[] {
  const verdicts = [...Map.groupBy(conclusions, ({ verdict }) => verdict)];
  return [
    'Which conclusions stand on the study’s own records',
    markdownTable({
      header: [
        'conclusion',
        'compared',
        'counted',
        'without artefacts',
        'left out',
        'difference [95 %]',
        'p (Holm)',
        'verdict',
      ],
      rows: conclusions.map(({ conclusion, counted, sound, interval, pValue: adjusted, verdict }) => [
        conclusion.says,
        `${conclusion.condition} k = ${conclusion.k} : ${conclusion.comparator} k = ${conclusion.comparatorK}`,
        `+${counted.gained} -${counted.lost}`,
        `+${sound.gained} -${sound.lost} of ${sound.pairs}`,
        String(sound.leftOut),
        sound.pairs === 0 ? UNKNOWN : `${percentPoints((sound.gained - sound.lost) / sound.pairs)} ${bounds(interval)}`,
        pValue(adjusted),
        verdict,
      ]),
      textColumns: [1, 7],
    }),
    'By rule: "stands" where the exact McNemar test of the pairs known without artefacts says so at 0.05, adjusted by Holm over these rows; "the same" stands where the difference is shown to be within 5 points. "not shown" is no proof of the contrary.',
    `${conclusions.length} conclusions: ${verdicts.map(([verdict, own]) => `${own.length} ${verdict}`).join(', ')}`,
  ];
}
