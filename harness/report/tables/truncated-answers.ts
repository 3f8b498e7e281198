import type { Analysis } from '../../metrics/analysis.ts';
import { MOST_CUT, ROLES, type TruncatedAnswers } from '../../metrics/truncated-answers.ts';
import type { Section, Table } from '../../text/section.ts';
import { csvFile, type DescribedColumns } from '../csv-file.ts';
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
      tables: [truncatedAnswersTable(analysis)],
    },
  ];
}

/** Arms as rows, the roles that occur as columns. */
function truncatedAnswersTable({ truncated, run }: Analysis): Table {
  const roles = ROLES.filter((role) => truncated.some((row) => row.role === role));
  const arms = run.manifest.identity.conditions.filter(({ name }) =>
    truncated.some(({ condition }) => condition.name === name),
  );
  const cell = (row: TruncatedAnswers | undefined) => (row === undefined ? '' : cellText(row));
  return {
    header: ['condition', ...roles],
    rows: arms.map((arm) => [
      label(arm),
      ...roles.map((role) => cell(truncated.find((row) => row.condition.name === arm.name && row.role === role))),
    ]),
  };
}

function cellText({ cut, answers, share, isTooMany }: TruncatedAnswers): string {
  return `${cut} / ${answers} = ${percent(share)}${isTooMany ? ' !' : ''}`;
}

const COLUMNS: DescribedColumns<TruncatedAnswers & { readonly maxOutputTokens: number }> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['role', 'as in `calls.csv`', ({ role }) => role],
  [
    'answers',
    'calls of this role, as `calls.csv` lists them: an answer that arms share is counted in each',
    ({ answers }) => answers,
  ],
  ['cut', 'of these, ended at the output limit (finish reason `length`)', ({ cut }) => cut],
  ['share', 'cut / answers', ({ share }) => share],
  ['max_output_tokens', 'the output limit of the run', ({ maxOutputTokens }) => maxOutputTokens],
  [
    'too_many',
    '`true`: more than 5 %, the difference that was declared not to matter (`equivalence_margin`); the report warns of it',
    ({ isTooMany }) => isTooMany,
  ],
];

export const truncatedAnswersCsv = csvFile({
  name: 'truncated-answers.csv',
  about: 'Answers cut at the output limit: one row per condition and role that was asked; no rows of an imported run.',
  columns: COLUMNS,
  rows({ truncated, run }) {
    const { maxOutputTokens } = run.manifest.identity;
    return truncated.map((row) => ({ ...row, maxOutputTokens }));
  },
});
