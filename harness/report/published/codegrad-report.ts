import type { LeastP } from '../../published/arithmetic/least-p.ts';
import type { CodegradArithmetic } from '../../published/codegrad/verify-codegrad.ts';
import type { VerifiedCell } from '../../published/verify/verify-cells.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import type { Run } from '../../types/record.ts';
import { leastPTable, sentenceLines } from './arithmetic-sections.ts';
import { cellTable, countStatuses } from './verify-report.ts';

/** As many possible sizes are printed. */
const MOST_SIZES = 4;
const ALPHA = 0.05;

/** Published rates beside those of the given runs; none of either without a run. */
interface ComparedRuns {
  readonly compared: readonly VerifiedCell[];
  readonly runs: readonly Run[];
}

/** What CodeGrad's published figures say of one another, as tables for the screen; with a run, what that gives stands first. */
export function codegradReport(
  { rates, gains, groups, splits, sums, pairs, sentences }: CodegradArithmetic,
  { compared, runs }: ComparedRuns = { compared: [], runs: [] },
): string {
  const whole = pairs.filter(({ table }) => table === 'I');
  return [
    ...(runs.length === 0
      ? [
          'The published figures of CodeGrad (arXiv 2508.10059v2), held against one another. No run was compared; LiveCodeBench V6: not run, its data is not here.',
        ]
      : runLines(compared, runs)),
    '',
    'Rates against counts (published: as printed; here: the count that rounds to it)',
    cellTable(rates),
    `${rates.length} published rates: ${countStatuses(rates)}`,
    '',
    'Sizes of topics and difficulties, which are not printed: those that give all five rates of their line',
    markdownTable({
      header: ['table', 'group', 'smallest', 'also possible'],
      rows: groups.map(({ row, total, totals }) => [
        row.table,
        row.group ?? '',
        String(total ?? 'none'),
        totals.length <= 1
          ? 'none'
          : `${totals.slice(1, MOST_SIZES).join(', ')}${totals.length > MOST_SIZES ? ', …' : ''}`,
      ]),
      textColumns: [1, 3],
    }),
    `The sizes of the three difficulties come to all tasks in ${splits} way${splits === 1 ? '' : 's'}. Topics may overlap and leave tasks out.`,
    '',
    'Table III summed, against Table I',
    cellTable(sums),
    '',
    'Printed gains over no critic: from the counts (first, second count: gain), and as the rounded rates give',
    cellTable(gains),
    `${gains.length} printed gains: ${countStatuses(gains)}`,
    '',
    'The smallest p that an exact McNemar test can give for two cells, were no task lost',
    leastPTable(whole),
    'A rate that no count gives is left out.',
    ...groupPairs(pairs.filter(({ table }) => table !== 'I')),
    '',
    ...sentenceLines(sentences),
  ].join('\n');
}

const runLines = (compared: readonly VerifiedCell[], runs: readonly Run[]): string[] => [
  'The published figures of CodeGrad (arXiv 2508.10059v2: writer Qwen2.5-Coder-3B, two rounds) beside this run',
  ...runs.map(({ manifest: { identity } }) => {
    const { dataset, taskIds, samples, model, critic = model } = identity;
    return `here: ${dataset}, ${taskIds.length} tasks, ${samples} ${samples === 1 ? 'sample' : 'samples'} of each, writer ${model}, critic ${critic}`;
  }),
  cellTable(compared),
  `${compared.length} published rates: ${countStatuses(compared)}`,
  'match: the published rate lies in the 95 % interval of the run’s. Another writer, critic, prompt or choice of tasks may make it differ; a match on few tasks says little. Last column: the arm.',
  '',
  'The published figures held against one another',
];

/** Of the groups only those that a pairing could tell apart, and how many it could not. */
function groupPairs(pairs: readonly LeastP[]): string[] {
  const told = pairs.filter(({ p }) => p < ALPHA);
  const rest = `Of ${pairs.length} such comparisons within a topic or difficulty (smallest sizes), ${pairs.length - told.length} cannot come below ${ALPHA} in any pairing.`;
  return told.length === 0 ? [rest] : [`${rest} The others:`, leastPTable(told)];
}
