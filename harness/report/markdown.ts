import type { Analysis } from '../metrics/analysis.ts';
import { asProse, markdownTable } from '../text/markdown-table.ts';
import type { Section } from '../text/section.ts';
import { headerLines, simulatedNotice } from './header.ts';
import { publishedSections } from './published/published-sections.ts';
import { replicationSections } from './published/replication-sections.ts';
import { RUN_TITLE, SUMMARY_TITLE, summary } from './summary/summary.ts';
import { accuracySection } from './tables/accuracy.ts';
import { budgetSections } from './tables/budget.ts';
import { claimSections } from './tables/claims.ts';
import { consistencySections } from './tables/consistency.ts';
import { convergenceSections } from './tables/convergence.ts';
import { costSection, endSection } from './tables/cost.ts';
import { extractionShareSections } from './tables/extraction-share.ts';
import { extractionSection, taxonomySection } from './tables/failures.ts';
import { faultSections } from './tables/faults.ts';
import { headToHeadSection } from './tables/head-to-head.ts';
import { regressionSection } from './tables/regressions.ts';
import { driftSections } from './tables/replay.ts';
import { roundSections } from './tables/rounds.ts';
import { sampledAnswersSections } from './tables/sampled-answers.ts';
import { searchSections } from './tables/search.ts';
import { sensitivitySection } from './tables/sensitivity.ts';
import { testTransitionSections } from './tables/test-transitions.ts';
import { truncatedAnswersSections } from './tables/truncated-answers.ts';
import { updateSections } from './tables/updates.ts';
import { verifierSection } from './tables/verifiers.ts';

/** Sections that answer one question. */
interface SectionGroup {
  readonly question: string;
  readonly sections: readonly Section[];
}

/**
 * Every section of the report in its order, by the question it answers: what tables.md and report.html both show. Those with nothing to
 * show, such as regressions where no loop was run, are left out.
 */
export function reportGroups(analysis: Analysis): SectionGroup[] {
  const groups: readonly SectionGroup[] = [
    {
      question: 'How it compares with what was published',
      sections: [...publishedSections(analysis), ...replicationSections(analysis)],
    },
    {
      question: 'How good each arm is',
      sections: [accuracySection(analysis), ...sampledAnswersSections(analysis), sensitivitySection(analysis)],
    },
    {
      question: 'What more rounds change, and which arm is better',
      sections: [regressionSection(analysis), headToHeadSection(analysis)],
    },
    {
      question: 'What failed, and what the harness cut',
      sections: [
        taxonomySection(analysis),
        extractionSection(analysis),
        ...truncatedAnswersSections(analysis),
        ...extractionShareSections(analysis),
      ],
    },
    {
      question: 'Whether loops were told the truth',
      sections: [
        verifierSection(analysis),
        ...faultSections(analysis),
        ...claimSections(analysis),
        ...updateSections(analysis),
      ],
    },
    { question: 'What six checks of consistency say', sections: consistencySections(analysis) },
    { question: 'What a search comes to', sections: searchSections(analysis) },
    {
      question: 'What happens round by round',
      sections: [
        ...roundSections(analysis),
        ...testTransitionSections(analysis),
        ...convergenceSections(analysis),
        endSection(analysis),
      ],
    },
    { question: 'What it cost', sections: [costSection(analysis), ...budgetSections(analysis)] },
    { question: 'What differs from the recording', sections: driftSections(analysis) },
  ];
  return groups.flatMap(({ question, sections }) => {
    const shown = sections.filter(({ tables }) => tables.some(({ rows }) => rows.length > 0));
    return shown.length === 0 ? [] : [{ question, sections: shown }];
  });
}

/** The whole of tables.md. Equal analyses give equal texts. */
export function markdownReport(analysis: Analysis): string {
  const { dataset, model } = analysis.run.manifest.identity;
  const notice = simulatedNotice(analysis.run);
  const groups = reportGroups(analysis);
  const head = [
    `# ${asProse(`${dataset} answered by ${model}`)}`,
    markdownSummary(analysis),
    `## ${RUN_TITLE}`,
    headerLines(analysis)
      .map((line) => `- ${asProse(line)}`)
      .join('\n'),
    '## Contents',
    groups.map(contentsLine).join('\n'),
  ];
  const emphasised = notice === undefined ? undefined : `**${notice}**`;
  const sections = groups.flatMap((group) => group.sections);
  return `${[...head, ...sections.map((section) => markdownSection(section, emphasised))].join('\n\n')}\n`;
}

function contentsLine({ question, sections }: SectionGroup): string {
  return `- ${question}: ${sections.map(({ title }) => asProse(title)).join('; ')}`;
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
