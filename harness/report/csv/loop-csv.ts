import type { Analysis } from '../../metrics/analysis.ts';
import { type Convergence, conditionsShown } from '../../metrics/loops/convergence.ts';
import type { LoopMetrics } from '../../metrics/loops/loops.ts';
import type { Monotonicity } from '../../metrics/loops/monotonicity.ts';
import type { Proportion } from '../../statistics/clustered-proportion.ts';
import type { Estimate } from '../../statistics/task-bootstrap.ts';
import { type CsvColumns, type CsvTable, csvTable } from '../../text/csv.ts';

/** The CSV files of the loop metrics by name; columns are documented in results/columns.md. */
export function loopCsvTables({ loops, monotonicity }: Analysis): Readonly<Record<string, CsvTable>> {
  return {
    'monotonicity.csv': csvTable(MONOTONICITY, monotonicity),
    'flips.csv': flips(loops),
    'oscillations.csv': csvTable(OSCILLATIONS, loops.oscillations),
    'convergence.csv': csvTable(CONVERGENCE, loops.convergence),
    'gap.csv': gap(loops),
    'gap-tasks.csv': gapTasks(loops),
    'extraction-share.csv': csvTable(EXTRACTION, loops.extractionShares),
  };
}

/** Count, total, share and interval of a counted share, as five columns that begin with `name`. */
export function proportionColumns<Row>(name: string, read: (row: Row) => Proportion | undefined): CsvColumns<Row> {
  return [
    [name, (row) => read(row)?.count],
    [`${name}_of`, (row) => read(row)?.total],
    [`${name}_rate`, (row) => read(row)?.proportion],
    [`${name}_low`, (row) => read(row)?.interval?.low],
    [`${name}_high`, (row) => read(row)?.interval?.high],
  ];
}

/** Value and interval of an estimate, as three columns that begin with `name`. */
export function estimateColumns<Row>(name: string, read: (row: Row) => Estimate | undefined): CsvColumns<Row> {
  return [
    [name, (row) => read(row)?.value],
    [`${name}_low`, (row) => read(row)?.interval?.low],
    [`${name}_high`, (row) => read(row)?.interval?.high],
  ];
}

const MONOTONICITY: CsvColumns<Monotonicity> = [
  ['condition', ({ condition }) => condition.name],
  ['monotone', ({ isMonotone, hasRounds }) => (hasRounds || !isMonotone ? isMonotone : undefined)],
  ['by_construction', ({ isByConstruction }) => isByConstruction],
  ['violating_tasks', ({ violatingTasks }) => violatingTasks.length],
  ['left_out', ({ leftOut }) => leftOut],
  ['expected_by_chance', ({ underResampling }) => underResampling?.expected],
  ['p_as_many_or_more', ({ underResampling }) => underResampling?.asManyOrMore],
  ['p_as_few_or_fewer', ({ underResampling }) => underResampling?.asFewOrFewer],
  ['undecided_tasks', ({ underResampling }) => underResampling?.undecidedTasks],
  ['tasks', ({ violatingTasks }) => violatingTasks.join(' ') || undefined],
];

function flips({ flips: rows, repairs }: LoopMetrics): CsvTable {
  type Row = (typeof rows)[number];
  const rates = ({ condition, from }: Row) =>
    repairs.find((row) => row.condition.name === condition.name && row.from === from);
  const columns: CsvColumns<Row> = [
    ['condition', ({ condition }) => condition.name],
    ['step_from', ({ from }) => from],
    ['step_to', ({ from }) => from + 1],
    ['replaced', ({ replaced }) => replaced],
    ['right_to_wrong', ({ rightToWrong }) => rightToWrong],
    ['wrong_to_right', ({ wrongToRight }) => wrongToRight],
    ['stayed_right', ({ stayedRight }) => stayedRight],
    ['stayed_wrong', ({ stayedWrong }) => stayedWrong],
    ['left_out', ({ leftOut }) => leftOut],
    ['resampling', (row) => rates(row)?.isResampling],
    ...proportionColumns<Row>('repaired', (row) => rates(row)?.repair),
    ...proportionColumns<Row>('broken', (row) => rates(row)?.breakage),
    ['right_to_wrong_tasks', ({ rightToWrongTasks }) => rightToWrongTasks.join(' ') || undefined],
  ];
  return csvTable(columns, rows);
}

const OSCILLATIONS: CsvColumns<LoopMetrics['oscillations'][number]> = [
  ['condition', ({ condition }) => condition.name],
  ['could_oscillate', ({ couldOscillate }) => couldOscillate],
  ['oscillating', ({ oscillating }) => oscillating],
  ['changes', ({ changes }) => changes],
  ['tasks', ({ tasks }) => tasks.join(' ') || undefined],
];

const CONVERGENCE: CsvColumns<Convergence> = [
  ['condition', ({ condition }) => condition.name],
  ['resampling', ({ isResampling }) => isResampling],
  ['rounds', ({ rounds }) => rounds],
  ['trials', ({ trials }) => trials],
  ['tasks', ({ tasks }) => tasks],
  ['left_out', ({ leftOut }) => leftOut],
  ['outcome_only_tasks', ({ outcomeOnlyTasks }) => outcomeOnlyTasks],
  ['label', ({ result }) => result.label],
  ['label_reason', ({ result }) => result.why],
  ...proportionColumns<Convergence>('rises', ({ rises }) => rises),
  ...proportionColumns<Convergence>('breaks', ({ breaks }) => breaks),
  ['c1_shown', (row) => flag(conditionsShown(row).c1)],
  ['c2_shown', (row) => flag(conditionsShown(row).c2)],
  ['c3_shown', (row) => flag(conditionsShown(row).c3)],
  ...contractionColumns('', ({ ofReplacements }) => ofReplacements),
  ...contractionColumns('run_', ({ asRun }) => asRun),
  ...estimateColumns<Convergence>('change', ({ total }) => total),
  ...estimateColumns<Convergence>('late_change', ({ late }) => late),
  ['late_equivalence_low', ({ late }) => late.equivalence?.low],
  ['late_equivalence_high', ({ late }) => late.equivalence?.high],
  ['rising_tasks', ({ risingTasks }) => risingTasks.join(' ') || undefined],
];

function contractionColumns(prefix: string, read: (row: Convergence) => Convergence['asRun']): CsvColumns<Convergence> {
  return [
    [prefix === '' ? 'replacements' : `${prefix}rounds`, (row) => read(row).rounds],
    ...estimateColumns<Convergence>(`${prefix}gamma`, (row) => read(row).gamma),
    ...estimateColumns<Convergence>(`${prefix}beta`, (row) => read(row).beta),
    ...estimateColumns<Convergence>(`${prefix}gamma_plus_beta`, (row) => read(row).gammaPlusBeta),
    ...estimateColumns<Convergence>(`${prefix}slope`, (row) => read(row).slope),
  ];
}

function gap({ convergence }: LoopMetrics): CsvTable {
  const rows = convergence.flatMap(({ condition, curve }) => curve.map((point) => ({ condition, ...point })));
  type Row = (typeof rows)[number];
  return csvTable<Row>(
    [
      ['condition', ({ condition }) => condition.name],
      ['t', ({ t }) => t],
      ...estimateColumns<Row>('observed', ({ observed }) => observed),
      ...estimateColumns<Row>('predicted', ({ predicted }) => predicted),
      ...estimateColumns<Row>('misfit', ({ misfit }) => misfit),
      ['patent_bound', ({ patentBound }) => patentBound],
    ],
    rows,
  );
}

function gapTasks({ convergence }: LoopMetrics): CsvTable {
  const rows = convergence.flatMap(({ condition, byTask }) => byTask.map((task) => ({ condition, ...task })));
  return csvTable<(typeof rows)[number]>(
    [
      ['condition', ({ condition }) => condition.name],
      ['task_id', ({ taskId }) => taskId],
      ['first_gap', ({ firstGap }) => firstGap],
      ['last_gap', ({ lastGap }) => lastGap],
      ['replacements', ({ rounds }) => rounds],
      ['gamma', ({ gamma }) => gamma],
      ['beta', ({ beta }) => beta],
      ['rose', ({ didRise }) => didRise],
    ],
    rows,
  );
}

const EXTRACTION: CsvColumns<LoopMetrics['extractionShares'][number]> = [
  ['condition', ({ condition }) => condition.name],
  ['k', ({ k }) => k],
  ['gained', ({ gained }) => gained],
  ...proportionColumns<LoopMetrics['extractionShares'][number]>(
    'without_program',
    ({ withoutProgram }) => withoutProgram,
  ),
  ['published_known', ({ published }) => published?.known],
  ['published_gained', ({ published }) => published?.gained],
  ...proportionColumns<LoopMetrics['extractionShares'][number]>(
    'by_extraction',
    ({ published }) => published?.byExtraction,
  ),
];

/** 1 or 0 rather than true or false: a column with empty fields then stays numeric for whoever reads it. */
export function flag(value: boolean | undefined): 0 | 1 | undefined {
  return value === undefined ? undefined : value ? 1 : 0;
}
