import type { Analysis } from '../../metrics/analysis.ts';
import type { Tested } from '../../metrics/comparison.ts';
import type { HeadToHead } from '../../metrics/paired.ts';
import { csvFile, type DescribedColumns } from '../csv-file.ts';

type Row = HeadToHead & { readonly reading: Analysis['readings'][number] | undefined };

const tested = ({ finding }: HeadToHead): Tested | undefined => (finding.status === 'tested' ? finding : undefined);

const COLUMNS: DescribedColumns<Row> = [
  [
    'family',
    '`declared`: a condition against the comparator its file declares, at the largest k; `exploratory`: any other comparison, never adjusted',
    ({ kind }) => (kind === 'declared' ? 'declared' : 'exploratory'),
  ],
  ['condition', 'condition', (row) => row.condition.name],
  ['k', 'its k', (row) => row.k],
  ['comparator', 'what it is compared with', (row) => row.comparator.name],
  ['comparator_k', "the comparator's k", (row) => row.comparatorK],
  ['pairs', 'trials graded on both sides', (row) => row.compared],
  ['wins', 'of these, solved by the condition and not by the comparator', (row) => row.wins],
  ['losses', 'of these, solved by the comparator and not by the condition', (row) => row.losses],
  ['left_out', 'pairs with an ungraded side', (row) => row.leftOut],
  ['p_value', 'two-sided, by `test`, unadjusted', (row) => tested(row)?.pValue],
  [
    'p_holm',
    '`p_value` adjusted over the declared family (Holm); empty for exploratory comparisons',
    (row) => row.adjustedPValue,
  ],
  [
    'kind',
    "`declared`; `smaller-k`: the declared pair at a smaller k; `baseline`: against the baseline's step 0; `other-arms`: two arms that declared no comparison, at the largest k; `own-k`: one arm at two of its k",
    (row) => row.kind,
  ],
  [
    'test',
    '`mcnemar` (exact; one sample per task) or `sign-flip` (permutation by task over all sign patterns; several samples)',
    (row) => tested(row)?.test,
  ],
  ['difference', 'share of wins minus share of losses, of `pairs`', (row) => tested(row)?.difference],
  ['difference_ci_low', 'lower end of its 95 % interval', (row) => tested(row)?.interval?.low],
  ['difference_ci_high', 'its upper end', (row) => tested(row)?.interval?.high],
  [
    'difference_interval',
    '`tango` (score interval of a paired difference, Tango 1998; with several samples: over the tasks, where no task shows a net change) or `bootstrap` (task-clustered, percentile, seeded)',
    (row) => tested(row)?.intervalKind,
  ],
  [
    'odds_ratio',
    'wins / losses: the conditional odds ratio of matched pairs; `Infinity` without a loss, empty without a discordant pair',
    (row) => tested(row)?.odds?.ratio,
  ],
  [
    'odds_ratio_ci_low',
    'lower end of its 95 % interval: exact (that of McNemar’s test) with one sample per task, else the bootstrap (where all discordant trials point one way: exact, over the tasks that have one)',
    (row) => tested(row)?.odds?.interval.low,
  ],
  ['odds_ratio_ci_high', 'its upper end; may be `Infinity`', (row) => tested(row)?.odds?.interval.high],
  [
    'equivalence_margin',
    'a difference below this was declared not to matter',
    (row) => tested(row)?.equivalence?.margin,
  ],
  [
    'p_equivalence',
    'two one-sided tests (TOST) that the difference lies within the margin: by Tango’s score statistic, or the bootstrap with several samples',
    (row) => tested(row)?.equivalence?.pValue,
  ],
  ['p_equivalence_holm', 'the same, adjusted over the declared family', (row) => row.adjustedEquivalence],
  [
    'difference_if_worst',
    '(wins - losses) / planned pairs if every ungraded pair were a loss where it can be',
    (row) => row.bounds?.low,
  ],
  ['difference_if_best', 'likewise if every ungraded pair were a win where it can be', (row) => row.bounds?.high],
  ['p_if_worst', '`p_value` if every ungraded pair counted against the effect', (row) => tested(row)?.pValueIfWorst],
  [
    'by_construction',
    '`true`: there can be no losses whatever the model does (oracle stopping from the same first generation)',
    (row) => row.isByConstruction,
  ],
  [
    'refused',
    'why no comparison is made: no pair graded on both sides, the comparator was not run, or the ungraded pairs could reverse or remove the difference',
    ({ finding }) => (finding.status === 'refused' ? finding.reason : undefined),
  ],
  [
    'reading',
    'declared comparisons: `holds` (`p_holm` at most 0.05), `equivalent` (else, `p_equivalence_holm` at most 0.05), `undecided` (neither), `no-difference` (neither, and as many wins as losses), `by-construction` (there can be no losses, so that no difference is a finding), `refused`',
    (row) => row.reading?.status,
  ],
  [
    'tasks_to_decide',
    'for undecided ones: about how many tasks give 80 % power at Holm’s strictest step (0.05 / comparisons tested) if wins and losses stay as frequent as here, rounded up to two digits; with several samples from the width of the interval; empty above 20,000',
    (row) => row.reading?.tasksToDecide,
  ],
];

export const headToHeadCsv = csvFile({
  name: 'head-to-head.csv',
  about:
    'Paired comparisons, trial by trial: first the declared family, then all exploratory ones. Where a comparison is refused, its results are empty.',
  columns: COLUMNS,
  rows: ({ declared, exploratory, readings }) =>
    [...declared, ...exploratory].map((row) => ({
      ...row,
      reading: readings.find(({ comparison }) => comparison === row),
    })),
});
