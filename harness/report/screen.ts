import type { Analysis } from '../metrics/analysis.ts';
import { markdownTable } from '../text/markdown-table.ts';
import type { Table } from '../text/section.ts';
import { visibleLine } from '../text/visible-text.ts';
import { headerLines, simulatedNotice } from './header.ts';
import { publishedSections } from './published/published-sections.ts';
import { replicationSections } from './published/replication-sections.ts';
import { statementLine } from './summary/statement.ts';
import { summary } from './summary/summary.ts';
import { accuracyMarks, BEST_OF_K_SHORT, intervalNote, wideAccuracyTable } from './tables/accuracy.ts';
import { narrowHeadToHeadTable, refusalNotes, testNote } from './tables/head-to-head.ts';
import { constructionNotes, regressionTable } from './tables/regressions.ts';
import { truncatedAnswersTable } from './tables/truncated-answers.ts';
import { degenerateNotes } from './tables/verifiers.ts';

const SCREEN_COLUMNS = 120;

/** The short report bench prints at its end: header, accuracy, regressions, head to head, where the files are. */
export function screenReport(analysis: Analysis, files: readonly string[]): string {
  const { run, declared } = analysis;
  const notice = simulatedNotice(run);
  const withNotice = (table: Table) => [...(notice === undefined ? [] : [notice]), markdownTable(table)];
  const accuracyTable = screenAccuracyTable(analysis);
  const blocks: string[][] = [
    summary(analysis).map(statementLine),
    headerLines(analysis),
    ...[...publishedSections(analysis).slice(0, 1), ...replicationSections(analysis)].map(
      ({ title, notes, tables }) => [title, ...tables.flatMap(withNotice), ...notes],
    ),
    [
      'Accuracy by condition and k: % solved of graded trials [95 % interval, whole percent]',
      ...withNotice(accuracyTable),
      ...accuracyMarks(analysis),
      ...(accuracyTable.header.includes(BEST_OF_K_SHORT) ? ['¶: picked with hindsight: solved at any k.'] : []),
      intervalNote(run),
      ...degenerateNotes(analysis),
    ],
    ...(analysis.monotonicity.length === 0
      ? []
      : [
          [
            'Regressed / gained between two k, and monotonicity',
            ...withNotice(regressionTable(analysis)),
            ...constructionNotes(analysis),
          ],
        ]),
    ...(declared.length === 0
      ? []
      : [
          [
            'Head to head, declared in advance: each arm against its comparator at the largest k (points)',
            ...withNotice(narrowHeadToHeadTable(declared)),
            testNote(run),
            ...refusalNotes(declared),
          ],
        ]),
    ...(analysis.truncated.some(({ isTooMany }) => isTooMany)
      ? [['Answers cut at the output limit, by role (! more than 5 %)', ...withNotice(screenTruncatedTable(analysis))]]
      : []),
    ['Files', ...files.map((file) => `  ${file}`)],
  ];
  return `${blocks.map((block) => block.map(wrap).join('\n')).join('\n\n')}\n`;
}

/** The fullest accuracy table that fits the screen. */
function screenAccuracyTable(analysis: Analysis): Table {
  const forms = [
    { withIntervals: true, withBestOfK: true, isNarrow: true },
    { withIntervals: true, withBestOfK: false, isNarrow: true },
    { withIntervals: false, withBestOfK: true, isNarrow: true },
  ].map((options) => wideAccuracyTable(analysis, options));
  return forms.find(fits) ?? wideAccuracyTable(analysis, { withIntervals: false, withBestOfK: false, isNarrow: true });
}

function screenTruncatedTable(analysis: Analysis): Table {
  const table = truncatedAnswersTable(analysis, { isNarrow: false });
  return fits(table) ? table : truncatedAnswersTable(analysis, { isNarrow: true });
}

function fits(table: Table): boolean {
  return (markdownTable(table).split('\n')[0]?.length ?? 0) <= SCREEN_COLUMNS;
}

/** Breaks prose at words and nowhere else; tables and paths keep their lines. */
function wrap(text: string): string {
  if (text.startsWith('|')) return text;
  const prose = visibleLine(text);
  if (/^\s/.test(prose)) return prose;
  const lines: string[] = [];
  let line = '';
  for (const word of prose.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > SCREEN_COLUMNS) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
