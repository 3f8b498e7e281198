import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Analysis } from '../metrics/analysis.ts';
import { markdownTable } from '../text/markdown-table.ts';
import type { Table } from '../text/section.ts';
import { visibleLine } from '../text/visible-text.ts';
import { cautionLines, simulatedNotice } from './header.ts';
import { publishedSections } from './published/published-sections.ts';
import { replicationSections } from './published/replication-sections.ts';
import { statementLine } from './summary/statement.ts';
import { summary } from './summary/summary.ts';
import { accuracyMarks, BEST_OF_K_SHORT, intervalNote, wideAccuracyTable } from './tables/accuracy.ts';
import { degenerateNotes } from './tables/verifiers.ts';

const SCREEN_COLUMNS = 120;

/** The short report bench prints at its end: the summary, how accurate the conditions are, where everything else is. */
export function screenReport(analysis: Analysis, page?: string): string {
  const { run } = analysis;
  const notice = simulatedNotice(run);
  const withNotice = (table: Table) => [...(notice === undefined ? [] : [notice]), markdownTable(table)];
  const accuracyTable = screenAccuracyTable(analysis);
  const blocks: string[][] = [
    summary(analysis).map(statementLine),
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
    cautionLines(analysis),
    ...(page === undefined
      ? []
      : [[`  report: ${pathToFileURL(resolve(page)).href}`, '  beside it: tables.md, CSV files, a page a task']]),
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
