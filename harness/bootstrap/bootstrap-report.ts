import { CRITICS } from '../critics/critic.ts';
import { type CsvColumns, csvTable, csvText } from '../text/csv.ts';
import { markdownTable } from '../text/markdown-table.ts';
import type { CriticChoice, IterationRow } from './iteration.ts';

interface BootstrapHeader {
  readonly dataset: string;
  readonly job: string;
  readonly condition: string;
  readonly model: string;
  readonly critics: CriticChoice;
  readonly isSimulated: boolean;
  /** Why it ended before its last iteration, where it did. */
  readonly ended?: string;
}

/** The plot beside the report. */
export const PLOT = 'bootstrap.svg';

/** What was run; of a simulated model nothing was measured, which travels with it. */
export const bootstrapTitle = ({ dataset, job, critics, isSimulated }: BootstrapHeader): string =>
  `${isSimulated ? 'SIMULATED: ' : ''}${job} on ${dataset}, critics ${critics}`;

/** Iterations as Markdown: what was translated, what holds forbidden constructs, who rejected what, and the pools (AlphaVerus, Figures 3 and 5). */
export function bootstrapReport(rows: readonly IterationRow[], header: BootstrapHeader): string {
  const { condition, model, isSimulated, ended } = header;
  const simulated = isSimulated ? 'SIMULATED, no finding about a model. ' : '';
  return [
    `# ${bootstrapTitle(header)}`,
    `${simulated}${rows[0]?.tasks ?? 0} tasks, ${condition}, ${model}.${ended === undefined ? '' : ` ${ended}`}`,
    '## Translated by iteration',
    'Tasks. *proved*: by the prover of the target. *passing*: no critic of the iteration rejects it; what passes is learned from. *solved*: by the grade, which is the same for every choice of critics. *ungraded*: proved, and the grade could not tell.',
    markdownTable({
      header: ['iteration', 'tasks', 'proved', 'passing', 'passing so far', 'solved', 'ungraded'],
      rows: rows.map((row) =>
        [row.iteration, row.tasks, row.proved, row.passing, row.passingSoFar, row.solved, row.ungraded].map(String),
      ),
    }),
    `![Translated tasks and forbidden constructs by iteration](${PLOT})`,
    '## Forbidden constructs',
    markdownTable({
      header: ['iteration', 'generations', 'with a forbidden construct', 'share'],
      rows: rows.map(({ iteration, generations, forbidden }) => [
        ...[iteration, generations, forbidden].map(String),
        generations === 0 ? '—' : `${((100 * forbidden) / generations).toFixed(1)} %`,
      ]),
    }),
    '## Rejected, by critic',
    'Of proved translations; one may be rejected by several. In brackets: it could not tell.',
    markdownTable({
      header: ['iteration', ...CRITICS],
      rows: rows.map(({ iteration, rejectedBy, unknownBy }) => [
        String(iteration),
        ...CRITICS.map((critic) => `${rejectedBy[critic] ?? 0} (${unknownBy[critic] ?? 0})`),
      ]),
    }),
    '## Pools after each iteration',
    markdownTable({
      header: ['iteration', 'translations', 'repairs', 'exploits', 'sha256'],
      rows: rows.map(({ iteration, translations, repairs, exploits, poolsSha256 }) => [
        ...[iteration, translations, repairs, exploits].map(String),
        poolsSha256.slice(0, 12),
      ]),
    }),
    '',
  ].join('\n\n');
}

const COLUMNS: CsvColumns<IterationRow> = [
  ['iteration', (row) => row.iteration],
  ['tasks', (row) => row.tasks],
  ['proved', (row) => row.proved],
  ['passing', (row) => row.passing],
  ['passing_so_far', (row) => row.passingSoFar],
  ['solved', (row) => row.solved],
  ['ungraded', (row) => row.ungraded],
  ['generations', (row) => row.generations],
  ['forbidden', (row) => row.forbidden],
  ...CRITICS.flatMap(
    (critic): CsvColumns<IterationRow> => [
      [`rejected_by_${critic}`, ({ rejectedBy }) => rejectedBy[critic] ?? 0],
      [`unknown_by_${critic}`, ({ unknownBy }) => unknownBy[critic] ?? 0],
    ],
  ),
  ['pool_translations', (row) => row.translations],
  ['pool_repairs', (row) => row.repairs],
  ['pool_exploits', (row) => row.exploits],
  ['pools_sha256', (row) => row.poolsSha256],
];

/** A row an iteration. */
export const bootstrapCsv = (rows: readonly IterationRow[]): string => csvText(csvTable(COLUMNS, rows));
