import type { Analysis } from '../../metrics/analysis.ts';
import { MOST_CUT, ROLES, type TruncatedAnswers } from '../../metrics/truncated-answers.ts';
import { type CsvColumns, type CsvTable, csvTable } from '../../text/csv.ts';
import type { Section, Table } from '../../text/section.ts';
import { count, label, percent } from './format.ts';

/** Answers that the output limit cut, by role and arm; none where no call is known. */
export function truncatedAnswersSections(analysis: Analysis): Section[] {
  const { truncated, run } = analysis;
  if (truncated.length === 0) return [];
  return [
    {
      title: 'Answers cut at the output limit',
      notes: [
        `Answers that ended at the limit of ${count(run.manifest.identity.maxOutputTokens)} output tokens (finish reason \`length\`), of all answers to calls of that role; an answer that arms share is counted in each of them. !: more than ${percent(MOST_CUT)}, so that the limit is part of what the arm measures. An empty field: the arm has no such stage.`,
      ],
      tables: [truncatedAnswersTable(analysis, { isNarrow: false })],
    },
  ];
}

/** Arms as rows, the roles that occur as columns; narrow: shares without counts. */
export function truncatedAnswersTable({ truncated, run }: Analysis, { isNarrow }: { isNarrow: boolean }): Table {
  const roles = ROLES.filter((role) => truncated.some((row) => row.role === role));
  const arms = run.manifest.identity.conditions.filter(({ name }) =>
    truncated.some(({ condition }) => condition.name === name),
  );
  const cell = (row: TruncatedAnswers | undefined) => (row === undefined ? '' : cellText(row, isNarrow));
  return {
    header: ['condition', ...roles],
    rows: arms.map((arm) => [
      label(arm),
      ...roles.map((role) => cell(truncated.find((row) => row.condition.name === arm.name && row.role === role))),
    ]),
  };
}

function cellText({ cut, answers, share, isTooMany }: TruncatedAnswers, isNarrow: boolean): string {
  const counts = isNarrow ? '' : `${cut} / ${answers} = `;
  return `${counts}${percent(share)}${isTooMany ? ' !' : ''}`;
}

/** truncated-answers.csv: one row an arm and role. */
export function truncatedAnswersCsv({ truncated, run }: Analysis): CsvTable {
  const columns: CsvColumns<TruncatedAnswers> = [
    ['condition', ({ condition }) => condition.name],
    ['role', ({ role }) => role],
    ['answers', ({ answers }) => answers],
    ['cut', ({ cut }) => cut],
    ['share', ({ share }) => share],
    ['max_output_tokens', () => run.manifest.identity.maxOutputTokens],
    ['too_many', ({ isTooMany }) => isTooMany],
  ];
  return csvTable(columns, truncated);
}
