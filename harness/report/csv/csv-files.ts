import { type AccuracyCell, intervalKind } from '../../metrics/accuracy.ts';
import type { Analysis } from '../../metrics/analysis.ts';
import { indexTrials } from '../../metrics/columns.ts';
import { type AttributedCall, type Sum, spending } from '../../metrics/cost.ts';
import { hasDrifted } from '../../metrics/drift.ts';
import { proposingFinishReason } from '../../metrics/taxonomy.ts';
import { type CsvColumns, type CsvTable, csvTable } from '../../text/csv.ts';
import { claimsReport } from '../../types/claim-artifacts.ts';
import type { Grade, Step, Trajectory } from '../../types/record.ts';
import { publishedCsvTables } from '../published/published-csv.ts';
import { replicationCsvTables } from '../published/replication-sections.ts';
import { attemptClaimColumns } from '../tables/attempt-claims.ts';
import { sampledAnswersCsv } from '../tables/sampled-answers.ts';
import { sensitivityCsv } from '../tables/sensitivity.ts';
import { testTransitionsCsv } from '../tables/test-transitions.ts';
import { truncatedAnswersCsv } from '../tables/truncated-answers.ts';
import { claimCsvTables } from './claims-csv.ts';
import { headToHeadCsv } from './head-to-head-csv.ts';
import { judgementCsvTables } from './judgement-csv.ts';
import { loopCsvTables } from './loop-csv.ts';

/** Every CSV file of a run by its name; columns are documented in results/columns.md. */
export function csvTables(analysis: Analysis): Readonly<Record<string, CsvTable>> {
  return {
    'cells.csv': cells(analysis),
    'regressions.csv': regressions(analysis),
    'head-to-head.csv': headToHeadCsv(analysis),
    'sensitivity.csv': sensitivityCsv(analysis),
    'pass-at-m.csv': sampledAnswersCsv(analysis),
    'taxonomy.csv': taxonomy(analysis),
    'attempts.csv': attempts(analysis),
    'calls.csv': calls(analysis),
    'truncated-answers.csv': truncatedAnswersCsv(analysis),
    ...loopCsvTables(analysis),
    ...judgementCsvTables(analysis),
    ...publishedCsvTables(analysis),
    ...replicationCsvTables(analysis),
    ...claimCsvTables(analysis),
    ...testTransitionsCsv(analysis),
  };
}

function cells({ accuracy, run }: Analysis): CsvTable {
  const { dataset, model, taskIds, samples } = run.manifest.identity;
  const columns: CsvColumns<AccuracyCell> = [
    ['dataset', () => dataset],
    ['model', () => model],
    ['condition', (cell) => cell.condition.name],
    ['oracle', (cell) => cell.condition.oracle],
    ['k', (cell) => cell.k],
    ['tasks', () => taskIds.length],
    ['graded', (cell) => cell.graded],
    ['solved', (cell) => cell.solved],
    ['ungraded', (cell) => cell.ungraded],
    ['rate', (cell) => cell.rate],
    ['low', (cell) => cell.interval?.low],
    ['high', (cell) => cell.interval?.high],
    ['interval', () => intervalKind(run)],
    ['samples', () => samples],
    ['planned', (cell) => cell.planned],
    ['rate_if_ungraded_unsolved', (cell) => cell.worst],
    ['rate_if_ungraded_solved', (cell) => cell.best],
    ['cut_by_limit', (cell) => cell.cutByLimit],
    ['published_graded', (cell) => cell.published?.graded],
    ['published_solved', (cell) => cell.published?.solved],
    ['published_rate', (cell) => cell.published?.rate],
    ['exact_low', (cell) => cell.exact?.low],
    ['exact_high', (cell) => cell.exact?.high],
  ];
  return csvTable(columns, accuracy);
}

function regressions(analysis: Analysis): CsvTable {
  const byConstruction = new Set(
    analysis.monotonicity.filter((row) => row.isByConstruction).map(({ condition }) => condition.name),
  );
  const columns: CsvColumns<Analysis['regressions'][number]> = [
    ['condition', (pair) => pair.condition.name],
    ['k_from', (pair) => pair.kFrom],
    ['k_to', (pair) => pair.kTo],
    ['tasks', (pair) => pair.compared],
    ['regressed', (pair) => pair.regressed],
    ['gained', (pair) => pair.gained],
    ['left_out', (pair) => pair.leftOut],
    ['oracle', (pair) => pair.condition.oracle],
    ['by_construction', (pair) => byConstruction.has(pair.condition.name)],
    ['regressed_tasks', (pair) => pair.regressedTasks.join(' ') || undefined],
  ];
  return csvTable(columns, analysis.regressions);
}

function taxonomy({ outcomes }: Analysis): CsvTable {
  const columns: CsvColumns<Analysis['outcomes'][number]> = [
    ['condition', (row) => row.condition.name],
    ['k', (row) => row.k],
    ['outcome', (row) => row.status],
    ['reason', (row) => row.reason],
    ['trials', (row) => row.trials],
  ];
  return csvTable(columns, outcomes);
}

interface AttemptRow {
  readonly hasDrifted: boolean | undefined;
  readonly trajectory: Trajectory;
  readonly step: Step;
  readonly grade: Grade | undefined;
  /** `undefined` where the record does not tell. */
  readonly calls: readonly AttributedCall[] | undefined;
}

const ATTEMPT_COLUMNS: CsvColumns<AttemptRow> = [
  ['condition', ({ trajectory }) => trajectory.condition],
  ['task_id', ({ trajectory }) => trajectory.taskId],
  ['sample', ({ trajectory }) => trajectory.sample],
  ['step', ({ step }) => step.index],
  ['outcome', ({ grade }) => grade?.outcome.status],
  ['reason', ({ grade }) => reasonOf(grade?.outcome)],
  ['verdict', ({ step }) => step.verdict?.status],
  ['accepted', ({ step }) => accepted(step)],
  ['extraction', ({ step }) => step.extraction?.status],
  ['input_tokens', ({ calls }) => calls && knownSum(spending(calls).inputTokens)],
  ['output_tokens', ({ calls }) => calls && knownSum(spending(calls).outputTokens)],
  ['cost_usd', ({ calls }) => calls && knownSum(spending(calls).costUsd)],
  ['paid_usd', ({ calls }) => calls && knownSum(spending(calls).paidUsd)],
  ['candidate_sha256', ({ step }) => step.candidateSha256],
  ['k_run', ({ trajectory }) => trajectory.kRun],
  ['proposed_by', ({ step }) => step.proposedBy],
  ['finish_reason', ({ step }) => proposingFinishReason(step)],
  [
    'assertions_passed',
    ({ grade }) => (grade?.assertions ? grade.assertions.replaceAll(/[^p]/g, '').length : undefined),
  ],
  ['assertions_total', ({ grade }) => grade?.assertions?.length || undefined],
  ['published_outcome', ({ grade }) => grade?.published?.outcome.status],
  ['published_reason', ({ grade }) => reasonOf(grade?.published?.outcome)],
  ['published_extraction', ({ grade }) => grade?.published?.extraction.status],
  ['trial_end', ({ trajectory }) => trajectory.end.status],
  ['drift', ({ hasDrifted: drifted }) => (drifted === undefined ? undefined : Number(drifted))],
];

/** Only where claims were decided one by one, or faults put in. */
const CLAIM_COLUMNS = attemptClaimColumns<AttemptRow>(({ trajectory, step }) => {
  return { step, before: trajectory.steps[step.index - 1] };
});

/** Of patches only: what a reader must know beside the grade. */
const PATCH_COLUMNS: CsvColumns<AttemptRow> = [
  ['test_files', ({ grade }) => grade?.touches?.testFiles.join(' ') || undefined],
  ['hooks', ({ grade }) => grade?.touches?.hooks.join(' ') || undefined],
  ['image_digest', ({ grade }) => grade?.imageDigest],
];

function attempts({ run, calls: booked }: Analysis): CsvTable {
  const callsOfStep = Map.groupBy(booked, ({ step }) => step);
  const rows = [...indexTrials(run).values()].flatMap(({ trajectory, grades }) =>
    trajectory.steps.map((step) => ({
      trajectory,
      step,
      grade: grades.get(step.index),
      hasDrifted: hasDrifted(run, step, grades.get(step.index)),
      calls: step.calls && (callsOfStep.get(step) ?? []),
    })),
  );
  const isOfPatches = run.manifest.identity.patches !== undefined;
  const isOfClaims = rows.some(({ step }) => claimsReport.in(step) !== undefined || step.faults !== undefined);
  const more = [...(isOfPatches ? PATCH_COLUMNS : []), ...(isOfClaims ? CLAIM_COLUMNS : [])];
  return csvTable([...ATTEMPT_COLUMNS, ...more], rows);
}

function calls({ calls: booked }: Analysis): CsvTable {
  const columns: CsvColumns<AttributedCall> = [
    ['condition', ({ trajectory }) => trajectory.condition],
    ['task_id', ({ trajectory }) => trajectory.taskId],
    ['sample', ({ trajectory }) => trajectory.sample],
    ['step', ({ step }) => step?.index],
    ['role', ({ call }) => call.role],
    ['occurrence', ({ call }) => call.occurrence],
    ['key', ({ call }) => call.key],
    ['shared', ({ isFirstInRun }) => !isFirstInRun],
    ['finish_reason', ({ call }) => call.finishReason],
    ['input_tokens', ({ call }) => call.usage?.inputTokens],
    ['output_tokens', ({ call }) => call.usage?.outputTokens],
    ['cost_usd', ({ call }) => call.costUsd],
    ['k_run', ({ trajectory }) => trajectory.kRun],
  ];
  return csvTable(columns, booked);
}

/** A sum with an unknown part is unknown: a file that is added up must not look complete. */
function knownSum({ known, unknownParts }: Sum): number | undefined {
  return unknownParts === 0 ? known : undefined;
}

/** 1 or 0 rather than true or false: a column with empty fields then stays numeric for whoever reads it. */
function accepted({ verdict }: Step): 0 | 1 | undefined {
  if (verdict === undefined || verdict.status === 'unparsed') return undefined;
  return verdict.status === 'accept' ? 1 : 0;
}

function reasonOf(outcome: Grade['outcome'] | undefined): string | undefined {
  return outcome === undefined || outcome.status === 'solved' ? undefined : outcome.reason;
}
