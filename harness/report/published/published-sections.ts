import type { Analysis } from '../../metrics/analysis.ts';
import { readColumns } from '../../metrics/columns.ts';
import { asCounted } from '../../published/as-counted.ts';
import { audit } from '../../published/audit.ts';
import { type StudyCount, studyCount } from '../../published/study-count.ts';
import type { Section, Table } from '../../text/section.ts';
import type { ConditionIdentity, Run } from '../../types/record.ts';
import { label, percentPoints, UNKNOWN } from '../tables/format.ts';
import { auditSection } from './audit-section.ts';
import { repeatedConvergence, repeatedSection } from './repeated-section.ts';

/** What only a report of imported results has: the study's own tables, what its records show against them, and them without that. */
export function publishedSections({ run }: Analysis): Section[] {
  if (run.manifest.identity.imported === undefined) return [];
  const findings = audit(run);
  return [
    countedSection(run),
    auditSection(run, findings),
    repeatedSection(run, findings),
    ...repeatedConvergence(run, findings),
  ];
}

/** The published tables from the records: main conditions, then `lucid` with its ablations where there are any. */
export function countedSection(run: Run): Section {
  const { conditions, imported } = run.manifest.identity;
  const isAblation = ({ name }: ConditionIdentity): boolean => name.startsWith('lucid-');
  const main = conditions.filter((condition) => !isAblation(condition));
  const ablations = conditions.filter((condition) => condition.name === 'lucid' || isAblation(condition));
  const counted = asCounted(run);
  return {
    title: 'The published tables, counted as the study counted',
    notes: [
      `From the imported result files of ${imported}, one file for each task, condition and k: the one in the first directory of the study's merging script. Its convention: solved / tasks with a result file; an evaluation that never took place is a failure. k = 1 of the baseline is its one answer. "either" counts a task that is solved at any of the k shown: picked with hindsight.`,
      'Every other table of this report leaves out what was never evaluated, and says how much that is.',
    ],
    tables: [countedTable(counted, main), ...(ablations.length > 1 ? [countedTable(counted, ablations)] : [])],
  };
}

function countedTable(run: Run, conditions: readonly ConditionIdentity[]): Table {
  const columns = readColumns(run);
  const { k: ks } = run.manifest.identity;
  return {
    header: ['condition', ...ks.map((k) => `k = ${k}`), 'either'],
    rows: conditions.map((condition) => {
      const at = (wanted: readonly number[]): string => countText(studyCount(columns, condition.name, wanted));
      const isBaseline = condition.name === 'baseline';
      return [
        label(condition),
        ...ks.map((k, position) => (isBaseline && position > 0 ? '' : at([k]))),
        isBaseline ? '' : at(ks),
      ];
    }),
  };
}

function countText(count: StudyCount | undefined): string {
  return count === undefined
    ? UNKNOWN
    : `${count.solved} / ${count.total} = ${percentPoints(count.solved / count.total)} %`;
}
