import { type Convergence, conditionsShown } from '../../metrics/loops/convergence.ts';
import { csvFile, type DescribedColumns, estimateColumns, listField, proportionColumns } from '../csv-file.ts';

const CONVERGENCE: DescribedColumns<Convergence> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['resampling', 'as in `flips.csv`', ({ isResampling }) => isResampling],
  ['rounds', 'the largest k; under `--protocol independent` only the runs for it are used', ({ rounds }) => rounds],
  ['trials', 'trials whose gap is known after every round', ({ trials }) => trials],
  ['tasks', 'their tasks', ({ tasks }) => tasks],
  ['left_out', 'other trials: in none of these numbers', ({ leftOut }) => leftOut],
  ['outcome_only_tasks', 'tasks without results by assertion', ({ outcomeOnlyTasks }) => outcomeOnlyTasks],
  [
    'label',
    '`converges`, `plateaus`, `regresses`, `diverges` or `not distinguishable`, by the rule printed in tables.md',
    ({ result }) => result.label,
  ],
  ['label_reason', 'why', ({ result }) => result.why],
  ...proportionColumns<Convergence>(
    'gap_rose',
    'C1: rounds in which the gap rose, of those in which the candidate was replaced',
    ({ rises }) => rises,
  ),
  ...proportionColumns<Convergence>(
    'broken',
    'rounds that broke an assertion which had held, whatever they repaired, of the same rounds',
    ({ breaks }) => breaks,
  ),
  ['c1_shown', '`true`: no rise; empty when there was nothing to measure', (row) => conditionsShown(row).c1],
  [
    'c2_shown',
    '`true`: the interval of gamma lies below 1, over at least twenty tasks; empty likewise',
    (row) => conditionsShown(row).c2,
  ],
  [
    'c3_shown',
    '`true`: the interval of gamma + beta lies below 1, over at least twenty tasks; empty likewise',
    (row) => conditionsShown(row).c3,
  ],
  ...contractionColumns('', 'rounds in which the candidate was replaced', ({ ofReplacements }) => ofReplacements),
  ...contractionColumns(
    'run_',
    'rounds of the loop as it ran (once it stopped, the candidate stays)',
    ({ asRun }) => asRun,
  ),
  ...estimateColumns<Convergence>(
    'change',
    'mean gap after the last round less that before the first',
    ({ total }) => total,
  ),
  ...estimateColumns<Convergence>('late_change', 'the same over the second half of the rounds', ({ late }) => late),
  ['late_change_ci90_low', 'lower end of the 90 % interval of `late_change`', ({ late }) => late.equivalence?.low],
  ['late_change_ci90_high', 'its upper end', ({ late }) => late.equivalence?.high],
  [
    'gap_rose_tasks',
    'ids of the tasks whose gap rose in some round, separated by spaces',
    ({ risingTasks }) => listField(risingTasks),
  ],
];

export const convergenceCsv = csvFile({
  name: 'convergence.csv',
  about:
    'One row per loop: conditions C1 to C3 of the patent, measured. gap(t) is the share of hidden assertions that do not hold after t rounds (one that never ran does not hold; without results by assertion the gap is 0 or 1). *Persisting* mass failed before a round and after it; *introduced* mass held before it and fails after it. Intervals are percentile bootstrap over whole tasks (seeded); a rate of 0 or 1 on which all tasks agree has the Wilson interval of the number of tasks, a change that is 0 in every task the Tango interval of their number.',
  columns: CONVERGENCE,
  rows: ({ loops }) => loops.convergence,
});

/** `over`: the rounds that these columns are measured over. */
function contractionColumns(
  prefix: string,
  over: string,
  read: (row: Convergence) => Convergence['asRun'],
): DescribedColumns<Convergence> {
  const of = (meaning: string) => `${meaning}, over ${over}`;
  return [
    [prefix === '' ? 'replacements' : `${prefix}rounds`, `number of ${over}`, (row) => read(row).rounds],
    ...estimateColumns<Convergence>(
      `${prefix}gamma`,
      of('persisting / failing mass before the round'),
      (row) => read(row).gamma,
    ),
    ...estimateColumns<Convergence>(
      `${prefix}beta`,
      of('introduced mass, mean share of all assertions per round'),
      (row) => read(row).beta,
    ),
    ...estimateColumns<Convergence>(`${prefix}gamma_plus_beta`, of('gamma + beta'), (row) => read(row).gammaPlusBeta),
    ...estimateColumns<Convergence>(
      `${prefix}slope`,
      of('least-squares slope through the origin of gap(t+1) on gap(t), breakage included'),
      (row) => read(row).slope,
    ),
  ];
}

type GapRow = { readonly condition: Convergence['condition'] } & Convergence['curve'][number];
const GAP: DescribedColumns<GapRow> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['t', 'rounds', ({ t }) => t],
  ...estimateColumns<GapRow>('observed', 'mean gap(t)', ({ observed }) => observed),
  ...estimateColumns<GapRow>(
    'predicted',
    'gamma^t gap(0) + beta (1 - gamma^t) / (1 - gamma) with `run_gamma` and `run_beta`',
    ({ predicted }) => predicted,
  ),
  ...estimateColumns<GapRow>('misfit', 'observed - predicted, from the same resamples', ({ misfit }) => misfit),
  ['patent_bound', '(gamma + beta)^t gap(0)', ({ patentBound }) => patentBound],
];

export const gapCsv = csvFile({
  name: 'gap.csv',
  about: 'One row per loop and t.',
  columns: GAP,
  rows: ({ loops }) =>
    loops.convergence.flatMap(({ condition, curve }) => curve.map((point) => ({ condition, ...point }))),
});

type TaskRow = { readonly condition: Convergence['condition'] } & Convergence['byTask'][number];
const GAP_TASKS: DescribedColumns<TaskRow> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['task_id', 'task', ({ taskId }) => taskId],
  ['first_gap', 'gap of its first candidates, mean over its trials', ({ firstGap }) => firstGap],
  ['last_gap', 'gap of its last ones', ({ lastGap }) => lastGap],
  ['replacements', 'rounds in which its candidate was replaced', ({ rounds }) => rounds],
  ['gamma', 'over these rounds; empty where nothing failed', ({ gamma }) => gamma],
  ['beta', 'over these rounds; empty where nothing was replaced', ({ beta }) => beta],
  ['gap_rose', '`true`: its gap rose in some round', ({ didRise }) => didRise],
];

export const gapTasksCsv = csvFile({
  name: 'gap-tasks.csv',
  about: 'One row per loop and task.',
  columns: GAP_TASKS,
  rows: ({ loops }) =>
    loops.convergence.flatMap(({ condition, byTask }) => byTask.map((task) => ({ condition, ...task }))),
});
