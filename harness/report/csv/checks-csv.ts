import type { Analysis } from '../../metrics/analysis.ts';
import { type GapPoint, gapPoints } from '../../metrics/claims/gap-truth.ts';
import { trialKey } from '../../metrics/trials/trials.ts';
import { claimsReport } from '../../types/claim-artifacts.ts';
import type { ClaimsReport } from '../../types/claims.ts';
import type { CheckTruth, RecordedTrial } from '../../types/record.ts';
import { csvFile, type DescribedColumns, estimateColumns, proportionColumns, trialCsvFile } from '../csv-file.ts';
import { total } from '../tables/not-run.ts';

interface CheckRow {
  readonly truth: CheckTruth;
  readonly written: ClaimsReport['checks'][number] | undefined;
}

/** Of each trial its checks, as they come. */
function checkRows(checks: readonly CheckTruth[]): (trial: RecordedTrial) => CheckRow[] {
  const truths = Map.groupBy(checks, trialKey);
  return ({ trajectory }) => {
    const report = trajectory.steps.map(claimsReport.in).findLast((one) => one !== undefined);
    const written = new Map(report?.checks.map((check) => [check.id, check]));
    return (truths.get(trialKey(trajectory)) ?? []).map((truth) => ({ truth, written: written.get(truth.check) }));
  };
}

const CHECKS: DescribedColumns<CheckRow> = [
  ['condition', 'as in `attempts.csv`', ({ truth }) => truth.condition],
  ['task_id', 'as in `attempts.csv`', ({ truth }) => truth.taskId],
  ['sample', 'as in `attempts.csv`', ({ truth }) => truth.sample],
  ['k_run', 'as in `attempts.csv`', ({ truth }) => truth.kRun],
  ['check', 'beginning of the sha256 of kind and source', ({ truth }) => truth.check],
  ['claim', 'the claim it serves', ({ truth }) => truth.claim],
  [
    'kind',
    '`assertions`, `property` (hypothesis), `contract` (CrossHair) or `types` (mypy)',
    ({ truth }) => truth.kind,
  ],
  ['first_step', 'step at which it was first written', ({ written }) => written?.step],
  ['support', 'number of rounds in which it was written', ({ written }) => written?.support],
  [
    'state',
    'at the end of the trial: `valid`, `vacuous`, `retired`, `invalid`, `pending` (no candidate ran), `unchecked` (no validation), `tool-missing` (the tool it needs is not installed)',
    ({ truth }) => truth.state,
  ],
  ['reason', 'why it is vacuous, retired or invalid, or which tool is missing', ({ written }) => written?.reason],
  [
    'rejects_reference',
    '`true`: the reference solution fails it, so it is wrong; empty where it was not run',
    ({ truth }) => truth.rejectsReference,
  ],
  [
    'wrong_programs',
    'wrong programs of the task’s pool it was run on; empty where it was not run',
    ({ truth }) => measured(truth, truth.wrongPrograms),
  ],
  ['caught', 'of these, the ones that fail it; likewise', ({ truth }) => measured(truth, truth.caught)],
  ['negated', 'as in `claims.csv`', ({ truth }) => truth.isInjected === true],
  ['source', 'the check', ({ written }) => written?.source],
  [
    'not_run',
    'why it was not run on the reference and the wrong programs: `sandbox-lost`, or `sandbox-refused` (nothing isolates programs here, and this check did not run in isolation when it was recorded); else empty',
    ({ truth }) => truth.notRun,
  ],
];

const measured = ({ notRun }: CheckTruth, value: number): number | undefined =>
  notRun === undefined ? value : undefined;

export const checksCsv = trialCsvFile({
  name: 'checks.csv',
  about:
    'One row per check that a model wrote, run after the study on the reference solution and on the wrong programs of its task’s pool.',
  columns: CHECKS,
  rowsOf: ({ run: { checks } }) => checks && checkRows(checks),
});

type Quality = Analysis['claims']['quality'][number];
const QUALITY: DescribedColumns<Quality> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['checks', 'checks written', ({ checks }) => checks],
  ['valid', 'checks in this state', ({ states }) => states.valid],
  ['vacuous', 'checks in this state', ({ states }) => states.vacuous],
  ['retired', 'checks in this state', ({ states }) => states.retired],
  ['invalid', 'checks in this state', ({ states }) => states.invalid],
  ['pending', 'checks in this state', ({ states }) => states.pending],
  ['unchecked', 'checks in this state', ({ states }) => states.unchecked],
  ...proportionColumns<Quality>('wrong', 'checks that count and reject the reference solution', ({ wrong }) => wrong),
  ...proportionColumns<Quality>(
    'wrong_aside',
    'the same among vacuous and retired ones: what validation kept from the loop',
    ({ wrongAside }) => wrongAside,
  ),
  ...proportionColumns<Quality>(
    'rejecting_trials',
    'trials in which a counting check rejects the reference solution: the false-reject rate',
    ({ rejectingTrials }) => rejectingTrials,
  ),
  ...proportionColumns<Quality>(
    'caught',
    'pairs of a counting check that accepts the reference and a wrong program of its task in which the program fails the check',
    ({ caught }) => caught,
  ),
  ...proportionColumns<Quality>(
    'best',
    'wrong programs of a trial’s task that fail the best such check of the trial',
    ({ best }) => best,
  ),
  [
    'not_measured',
    'checks that are not invalid and in none of the proportions; `tables.md` has the reasons',
    ({ notMeasured }) => total(notMeasured),
  ],
];

export const checkQualityCsv = csvFile({
  name: 'check-quality.csv',
  about: 'One row per condition that wrote checks; checks negated on purpose are left out.',
  columns: QUALITY,
  rows: ({ claims: { quality } }) => (quality.length === 0 ? undefined : quality),
});

type Truth = Analysis['claims']['truths'][number];
const TRUTHS: DescribedColumns<Truth> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['candidates', 'candidates with a gap and a grade', ({ candidates }) => candidates],
  ...estimateColumns<Truth>(
    'r_weighted',
    'Pearson’s r of weighted gap and true share; empty where one of them does not vary',
    ({ weightedCorrelation }) => weightedCorrelation,
  ),
  ...estimateColumns<Truth>('r', 'the same of the unweighted gap', ({ correlation }) => correlation),
  ...estimateColumns<Truth>('bias', 'mean of weighted gap - true share', ({ bias }) => bias),
];

export const gapTruthCsv = csvFile({
  name: 'gap-truth.csv',
  about:
    'The gap a loop measured against the share of hidden assertions that fail on the same candidates: one row per condition.',
  columns: TRUTHS,
  rows: ({ claims: { truths } }) => (truths.length === 0 ? undefined : truths),
});

const POINTS: DescribedColumns<GapPoint> = [
  ['condition', 'condition', ({ condition }) => condition],
  ['task_id', 'task', ({ taskId }) => taskId],
  ['sample', 'sample number, from 0', ({ sample }) => sample],
  ['step', 'step', ({ step }) => step],
  ['gap', 'the measured gap of this candidate', ({ gap }) => gap],
  ['weighted_gap', 'the weighted one', ({ weighted }) => weighted],
  [
    'hidden_failing',
    'the true share: hidden assertions that fail; a candidate that reached no assertion fails all',
    ({ truth }) => truth,
  ],
];

export const gapTruthPointsCsv = trialCsvFile({
  name: 'gap-truth-points.csv',
  about: 'The same, one row per candidate.',
  columns: POINTS,
  rowsOf: ({ claims: { truths } }) => (truths.length === 0 ? undefined : (trial) => gapPoints([trial])),
});
