import type { Analysis } from '../metrics/analysis.ts';
import type { HeadToHead } from '../metrics/paired.ts';
import type { Run } from '../types.ts';
import { label, pValue } from './format.ts';
import type { Section, Table } from './section.ts';

/** Paired comparisons: every condition with the baseline, and the loops with resampling at equal k. */
export function headToHeadSection(analysis: Analysis): Section {
  const { againstBaseline, atEqualK, run } = analysis;
  const byConstruction = analysis.monotonicity.filter(({ isByConstruction }) => isByConstruction);
  return {
    title: 'Head to head',
    notes: [
      'Trials are paired by task and sample; a pair with an ungraded side is left out and counted. Improved: solved here and not there; regressed: the other way round.',
      testNote(run),
      againstBaseline.length === 0
        ? 'The baseline was not run, so nothing is compared with it.'
        : 'First table: every condition at the largest k against the baseline (its step 0), one family for Holm.',
      ...(byConstruction.length > 0 && againstBaseline.length > 0
        ? [
            'An oracle arm (†) that shares its first generation with the baseline cannot regress against it: that 0 holds by construction.',
          ]
        : []),
      ...(atEqualK.length === 0
        ? []
        : [
            'Last table: the loop against drawing again with the same stopping tests, at equal k (equal candidates); a family of its own.',
          ]),
    ],
    tables: [againstBaseline, atEqualK].filter((rows) => rows.length > 0).map(headToHeadTable),
  };
}

/** One row a comparison, with both discordant counts. */
export function headToHeadTable(rows: readonly HeadToHead[]): Table {
  return {
    header: ['condition', 'k', 'against', 'at k', 'pairs', 'improved', 'regressed', 'left out', 'p', 'p (Holm)'],
    rows: rows.map((row) => [
      label(row.condition),
      String(row.k),
      label(row.comparator),
      String(row.comparatorK),
      String(row.compared),
      String(row.improved),
      String(row.regressed),
      String(row.leftOut),
      pValue(row.pValue),
      pValue(row.adjustedPValue),
    ]),
    textColumns: [2],
  };
}

/** What p is, or why there is none. */
export function testNote({ manifest }: Run): string {
  return manifest.identity.samples === 1
    ? 'p: exact two-sided McNemar test on improved and regressed; p (Holm): adjusted over the table it stands in.'
    : 'No p-value is given: with more than one sample a task trials are not independent, and McNemar over trials would be wrong.';
}
