import type { Analysis } from '../metrics/analysis.ts';
import { publishedSections } from '../published/published-sections.ts';
import { visibleLine } from '../visible-text.ts';
import { accuracySection } from './accuracy.ts';
import { budgetSections } from './budget.ts';
import { claimSections } from './claims.ts';
import { convergenceSections } from './convergence.ts';
import { costSection, endSection } from './cost.ts';
import { extractionShareSections } from './extraction-share.ts';
import { extractionSection, taxonomySection } from './failures.ts';
import { faultSections } from './faults.ts';
import { headToHeadSection } from './head-to-head.ts';
import { headerLines, simulatedNotice } from './header.ts';
import { regressionSection } from './regressions.ts';
import { driftSections } from './replay.ts';
import { roundSections } from './rounds.ts';
import { sampledAnswersSections } from './sampled-answers.ts';
import type { Section, Table } from './section.ts';
import { sensitivitySection } from './sensitivity.ts';
import { RUN_TITLE, SUMMARY_TITLE, summary } from './summary.ts';
import { testMoveSections } from './test-moves.ts';
import { truncatedAnswersSections } from './truncated-answers.ts';
import { verifierSection } from './verifiers.ts';

/**
 * Every section of the report in its order: what tables.md and report.html both show. Those with nothing to show, such as
 * regressions where no loop was run, are left out.
 */
export function reportSections(analysis: Analysis): Section[] {
  const sections = [
    ...publishedSections(analysis),
    accuracySection(analysis),
    ...sampledAnswersSections(analysis),
    sensitivitySection(analysis),
    regressionSection(analysis),
    headToHeadSection(analysis),
    taxonomySection(analysis),
    extractionSection(analysis),
    ...truncatedAnswersSections(analysis),
    ...extractionShareSections(analysis),
    verifierSection(analysis),
    ...faultSections(analysis),
    ...claimSections(analysis),
    ...roundSections(analysis),
    ...testMoveSections(analysis),
    ...convergenceSections(analysis),
    endSection(analysis),
    costSection(analysis),
    ...budgetSections(analysis),
    ...driftSections(analysis),
  ];
  return sections.filter(({ tables }) => tables.some(({ rows }) => rows.length > 0));
}

/** The whole of tables.md. Equal analyses give equal texts. */
export function markdownReport(analysis: Analysis): string {
  const { dataset, model } = analysis.run.manifest.identity;
  const notice = simulatedNotice(analysis.run);
  const sections = reportSections(analysis);
  const head = [
    `# ${asProse(`${dataset} answered by ${model}`)}`,
    markdownSummary(analysis),
    `## ${RUN_TITLE}`,
    headerLines(analysis)
      .map((line) => `- ${asProse(line)}`)
      .join('\n'),
  ];
  const emphasised = notice === undefined ? undefined : `**${notice}**`;
  return `${[...head, ...sections.map((section) => markdownSection(section, emphasised))].join('\n\n')}\n`;
}

/** The paragraph the report begins with, under its heading. */
export function markdownSummary(analysis: Analysis): string {
  const paragraphs = summary(analysis).map(({ kind, text, items = [] }) => {
    const prose = asProse(text);
    const first = { notice: `**${prose}**`, finding: prose, warning: `**WARNING:** ${prose}` }[kind];
    return [first, ...(items.length === 0 ? [] : ['']), ...items.map((item) => `- ${asProse(item)}`)].join('\n');
  });
  return [`## ${SUMMARY_TITLE}`, ...paragraphs].join('\n\n');
}

/** One section; `notice` is repeated above each of its tables. */
export function markdownSection(section: Section, notice?: string): string {
  const tables = section.tables.flatMap((table) => [...(notice === undefined ? [] : [notice]), markdownTable(table)]);
  return [`## ${asProse(section.title)}`, ...section.notes.map(asProse), ...tables].join('\n\n');
}

/** A sentence of ours with names in it: words between backticks stay code; no name can add a line, a tag or a link. */
function asProse(text: string): string {
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
