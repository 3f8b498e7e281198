import { type AccuracyCell, intervalKind } from '../../metrics/accuracy.ts';
import type { Analysis } from '../../metrics/analysis.ts';
import type { Run } from '../../types/record.ts';
import { csvFile, type DescribedColumns, listField } from '../csv-file.ts';

const CELLS: DescribedColumns<AccuracyCell & { readonly run: Run }> = [
  ['dataset', 'dataset id', ({ run }) => run.manifest.identity.dataset],
  ['model', 'model id', ({ run }) => run.manifest.identity.model],
  ['condition', 'condition', (cell) => cell.condition.name],
  ['oracle', '`true`: its loop looks at the grading tests (the † of the tables)', (cell) => cell.condition.oracle],
  ['k', 'repair rounds allowed', (cell) => cell.k],
  ['tasks', 'tasks of the run', ({ run }) => run.manifest.identity.taskIds.length],
  ['graded', 'trials with a known outcome at this k (a trial is a task and sample)', (cell) => cell.graded],
  ['solved', 'of these, solved', (cell) => cell.solved],
  ['ungraded', 'planned trials without a known outcome at this k', (cell) => cell.ungraded],
  ['rate', 'solved / graded; empty when nothing was graded', (cell) => cell.rate],
  ['ci_low', 'lower end of the 95 % interval', (cell) => cell.interval?.low],
  ['ci_high', 'upper end of the 95 % interval', (cell) => cell.interval?.high],
  [
    'interval',
    '`wilson` (one sample per task) or `bootstrap` (several: seeded percentile bootstrap that resamples whole tasks; where all trials or none are solved, Wilson over the tasks)',
    ({ run }) => intervalKind(run),
  ],
  ['samples', 'samples per task', ({ run }) => run.manifest.identity.samples],
  ['planned', 'tasks x samples: the denominator of the next two columns; graded + ungraded', (cell) => cell.planned],
  ['rate_if_ungraded_unsolved', 'solved / planned', (cell) => cell.worst],
  ['rate_if_ungraded_solved', '(solved + ungraded) / planned', (cell) => cell.best],
  [
    'cut_by_limit',
    'trials that met a limit before this k: their last finished step stands here',
    (cell) => cell.cutByLimit,
  ],
  [
    'published_graded',
    "as `graded`, with the same responses cut by the published study's extractor; empty unless every step shown is an independent draw and was re-extracted",
    (cell) => cell.published?.graded,
  ],
  ['published_solved', 'as `solved`, likewise', (cell) => cell.published?.solved],
  ['published_rate', 'as `rate`, likewise', (cell) => cell.published?.rate],
  [
    'clopper_pearson_low',
    'lower end of the exact 95 % interval (Clopper and Pearson); empty with several samples per task',
    (cell) => cell.exact?.low,
  ],
  ['clopper_pearson_high', 'its upper end', (cell) => cell.exact?.high],
];

export const cellsCsv = csvFile({
  name: 'cells.csv',
  about: 'Accuracy: one row per condition and k.',
  columns: CELLS,
  rows: ({ accuracy, run }) => accuracy.map((cell) => ({ ...cell, run })),
});

type RegressionRow = Analysis['regressions'][number] & { readonly isByConstruction: boolean };

const REGRESSIONS: DescribedColumns<RegressionRow> = [
  ['condition', 'condition', (pair) => pair.condition.name],
  ['k_from', 'the smaller k', (pair) => pair.kFrom],
  ['k_to', 'the larger k', (pair) => pair.kTo],
  ['tasks', 'trials graded at both k (with one sample per task: tasks)', (pair) => pair.compared],
  ['regressed', 'of these, solved at `k_from` and unsolved at `k_to`', (pair) => pair.regressed],
  ['gained', 'of these, unsolved at `k_from` and solved at `k_to`', (pair) => pair.gained],
  ['left_out', 'trials that are ungraded at either k', (pair) => pair.leftOut],
  ['oracle', 'as in `cells.csv`', (pair) => pair.condition.oracle],
  [
    'by_construction',
    '`true`: the loop stops when the grading tests accept, so `regressed` is 0 whatever the model does',
    (pair) => pair.isByConstruction,
  ],
  [
    'regressed_tasks',
    'ids of the tasks that regressed, separated by spaces; empty when there are none',
    (pair) => listField(pair.regressedTasks),
  ],
];

export const regressionsCsv = csvFile({
  name: 'regressions.csv',
  about: 'One row per condition and pair of k (the baseline has only one k, so no row).',
  columns: REGRESSIONS,
  rows({ regressions, monotonicity }) {
    const stops = new Set(monotonicity.flatMap((row) => (row.isByConstruction ? [row.condition.name] : [])));
    return regressions.map((pair) => ({ ...pair, isByConstruction: stops.has(pair.condition.name) }));
  },
});

const TAXONOMY: DescribedColumns<Analysis['outcomes'][number]> = [
  ['condition', 'condition', (row) => row.condition.name],
  ['k', 'repair rounds allowed', (row) => row.k],
  ['outcome', '`solved`, `unsolved` or `ungraded`', (row) => row.status],
  [
    'reason',
    'why it is unsolved (`assertion`, `exception`, `syntax`, `timeout`, `ended-its-sandbox`: its sandbox was lost whenever it ran alone, while a plain program in its place was solved, …) or ungraded (`sandbox-lost`, `sandbox-refused`: nothing isolates programs here and this one is not known, `trial-error`, `no-attempt`, `not-recorded`, `not-run`, `not-graded`, …); empty for solved',
    (row) => row.reason,
  ],
  ['trials', 'how many trials have it', (row) => row.trials],
];

export const taxonomyCsv = csvFile({
  name: 'taxonomy.csv',
  about: 'Outcomes and their reasons: one row per condition, k, outcome and reason that occurs.',
  columns: TAXONOMY,
  rows: ({ outcomes }) => outcomes,
});
