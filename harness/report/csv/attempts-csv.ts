import { FAULT_NAMES } from '../../metrics/claims/faults.ts';
import { type Spending, type Sum, spending } from '../../metrics/cost.ts';
import { hasDrifted } from '../../metrics/drift.ts';
import { proposingFinishReason } from '../../metrics/taxonomy.ts';
import type { AttributedCall, AttributedTrial } from '../../metrics/trials/attributed-calls.ts';
import { armOf } from '../../metrics/trials/trials.ts';
import { claimsReport } from '../../types/claim-artifacts.ts';
import type { Grade, Run, Step, Trajectory } from '../../types/record.ts';
import { type CsvFile, type DescribedColumns, listField, trialRows } from '../csv-file.ts';

interface AttemptRow {
  readonly hasDrifted: boolean | undefined;
  readonly trajectory: Trajectory;
  readonly step: Step;
  readonly before: Step | undefined;
  readonly grade: Grade | undefined;
  /** `undefined` where the record does not tell. */
  readonly spent: Spending | undefined;
}

const ATTEMPTS: DescribedColumns<AttemptRow> = [
  ['condition', 'condition', ({ trajectory }) => trajectory.condition],
  ['task_id', 'task', ({ trajectory }) => trajectory.taskId],
  ['sample', 'sample number, from 0', ({ trajectory }) => trajectory.sample],
  ['step', '0 is the first generation, i the candidate after i rounds', ({ step }) => step.index],
  [
    'outcome',
    "grade of this step's candidate: `solved`, `unsolved`, `ungraded`; empty when it was not graded",
    ({ grade }) => grade?.outcome.status,
  ],
  ['reason', 'why it is unsolved or ungraded', ({ grade }) => reasonOf(grade?.outcome)],
  [
    'verdict',
    "the condition's own verdict on it: `accept`, `reject`, `unparsed`; empty when it gave none",
    ({ step }) => step.verdict?.status,
  ],
  [
    'accepted',
    '`true` or `false`: whether that verdict accepts; empty when there is none or it did not parse',
    ({ step }) => accepted(step),
  ],
  [
    'extraction',
    '`clean`, `recovered` (something had to be cut away) or `none` (no code in the response)',
    ({ step }) => step.extraction?.status,
  ],
  [
    'input_tokens',
    'of the calls that led to this step, each answer counted once per trial; empty when a part is unknown',
    ({ spent }) => spent && knownSum(spent.inputTokens),
  ],
  ['output_tokens', 'likewise', ({ spent }) => spent && knownSum(spent.outputTokens)],
  [
    'cost_usd',
    'dollars, as if the trial had run alone; empty when a part is unknown',
    ({ spent }) => spent && knownSum(spent.costUsd),
  ],
  [
    'paid_usd',
    'dollars; an answer that trials share is charged to the first of them in plan order; empty when a part is unknown',
    ({ spent }) => spent && knownSum(spent.paidUsd),
  ],
  ['candidate_sha256', 'sha256 of the candidate', ({ step }) => step.candidateSha256],
  ['k_run', 'the k this trial was run for (`--protocol independent` only)', ({ trajectory }) => trajectory.kRun],
  [
    'proposed_by',
    'role of the call the candidate was taken from; `generate` is an independent draw',
    ({ step }) => step.proposedBy,
  ],
  [
    'finish_reason',
    'how that response ended: `stop`, `length` (cut at the token limit), `refusal`, `content-filter`, `other`',
    ({ step }) => proposingFinishReason(step),
  ],
  [
    'assertions_passed',
    'hidden assertions that held; empty when none was reached or they cannot be told apart',
    ({ grade }) => (grade?.assertions ? grade.assertions.replaceAll(/[^p]/g, '').length : undefined),
  ],
  ['assertions_total', 'hidden assertions; empty likewise', ({ grade }) => grade?.assertions?.length || undefined],
  [
    'published_outcome',
    "as `outcome`, with the response cut by the published study's extractor; empty where that was not or cannot be done",
    ({ grade }) => grade?.published?.outcome.status,
  ],
  ['published_reason', 'as `reason`, likewise', ({ grade }) => reasonOf(grade?.published?.outcome)],
  ['published_extraction', 'as `extraction`, likewise', ({ grade }) => grade?.published?.extraction.status],
  ['trial_end', 'how the trial ended: `submitted`, `limit` or `error`', ({ trajectory }) => trajectory.end.status],
  [
    'drift',
    'replays of a recorded study only: `true` when the program, executed again here, had another outcome than in the recording, by the loop’s verifier or the grading tests; `false`: the same outcome; empty: not compared, because part of it was not run here or not then',
    ({ hasDrifted }) => hasDrifted,
  ],
];

const countOf =
  (verdict: string) =>
  ({ step }: AttemptRow) =>
    claimsReport.in(step)?.claims.filter((claim) => claim.verdict === verdict).length;

const reportBefore = ({ before }: AttemptRow) => before && claimsReport.in(before);

/** Only where claims were decided one by one, or faults injected. */
const CLAIMS: DescribedColumns<AttemptRow> = [
  [
    'gap',
    'arms that decide claims one by one: 1 - passing / applicable claims on this candidate; empty where no claim is applicable, which is not 0',
    ({ step }) => claimsReport.in(step)?.gaps?.gap,
  ],
  [
    'weighted_gap',
    'sum(weight x (1 - verdict)) / sum(weight) with critical 4, high 3, medium 2, low 1 (patent application, section 5 and claim 8) and PARTIAL as 0.5 (ours); in `lucid-generated-no-weights` all weights are 1',
    ({ step }) => claimsReport.in(step)?.gaps?.weighted,
  ],
  ['gap_before', '`gap` of the step before: before the round', (row) => reportBefore(row)?.gaps?.gap],
  ['weighted_gap_before', 'likewise', (row) => reportBefore(row)?.gaps?.weighted],
  [
    'gap_carried',
    'over the claims that were there before the round, on this candidate: after the round',
    ({ step }) => claimsReport.in(step)?.carried?.gap,
  ],
  ['weighted_gap_carried', 'likewise', ({ step }) => claimsReport.in(step)?.carried?.weighted],
  ['claims_pass', 'claims by verdict on this candidate', countOf('PASS')],
  ['claims_partial', 'claims by verdict on this candidate', countOf('PARTIAL')],
  ['claims_fail', 'claims by verdict on this candidate', countOf('FAIL')],
  ['claims_not_applicable', 'claims by verdict on this candidate', countOf('NOT-APPLICABLE')],
  [
    'unparsed_role',
    'the stage whose answer could not be read, twice: the trial ends here. `remediate`: the plan; the candidate is that of the step before',
    ({ step }) => step.unparsed?.role,
  ],
  [
    'faults',
    'faults injected at this step (`--inject`): `verdict-flip`, `claims`, `plan`, separated by spaces',
    ({ step }) => step.faults && listField(step.faults.map(({ kind }) => FAULT_NAMES[kind])),
  ],
];

/** Only where candidates are patches. */
const PATCHES: DescribedColumns<AttemptRow> = [
  [
    'test_files',
    'files of the test patch that the candidate touches, separated by spaces; they are reset before grading',
    ({ grade }) => listField(grade?.touches?.testFiles ?? []),
  ],
  [
    'hooks',
    'files it touches that decide how tests are found and run (`conftest.py`, `setup.cfg`, …), separated by spaces',
    ({ grade }) => listField(grade?.touches?.hooks ?? []),
  ],
  ['image_digest', 'sha256 of the image its tests ran in', ({ grade }) => grade?.imageDigest],
];

export const attemptsCsv: CsvFile = {
  name: 'attempts.csv',
  about:
    'One row per recorded step, whatever k it is shown at. Calls after a trial’s last finished step belong to no step: they are in `calls.csv` only. The columns from `test_files` on exist for patches only, those from `gap` on only where an arm decides claims one by one or has faults injected.',
  columns: [...ATTEMPTS, ...PATCHES, ...CLAIMS],
  table({ run }) {
    const isOfPatches = run.manifest.identity.patches !== undefined;
    const columns = [...ATTEMPTS, ...(isOfPatches ? PATCHES : []), ...(isOfClaims(run) ? CLAIMS : [])];
    return trialRows(run, columns, (trial) => attemptRows(run, trial));
  },
};

const isOfClaims = (run: Run): boolean =>
  run.manifest.identity.conditions.some(({ name }) => armOf(run, name).hasClaims);

function attemptRows(run: Run, { trajectory, grades, calls }: AttributedTrial): AttemptRow[] {
  return trajectory.steps.map((step) => {
    const grade = grades.get(step.index);
    return {
      trajectory,
      step,
      before: trajectory.steps[step.index - 1],
      grade,
      hasDrifted: hasDrifted(run, step, grade),
      spent: step.calls && spending(calls.filter((call) => call.step === step)),
    };
  });
}

interface CallRow extends AttributedCall {
  readonly trajectory: Trajectory;
}

const callRows = ({ trajectory, calls }: AttributedTrial): CallRow[] => calls.map((call) => ({ ...call, trajectory }));

const CALLS: DescribedColumns<CallRow> = [
  ['condition', 'condition', ({ trajectory }) => trajectory.condition],
  ['task_id', 'task', ({ trajectory }) => trajectory.taskId],
  ['sample', 'sample number, from 0', ({ trajectory }) => trajectory.sample],
  ['step', 'the step it led to; empty for a call after the last finished step', ({ step }) => step?.index],
  ['role', '`generate`, `criticise`, `judge`, `extract`, `remediate` or `regenerate`', ({ call }) => call.role],
  ['occurrence', 'how often the trial had made the same request before', ({ call }) => call.occurrence],
  ['key', 'sample key: calls with equal keys share one answer', ({ call }) => call.key],
  [
    'shared',
    '`true`: an earlier row has the same key, so that this call cost nothing',
    ({ isFirstInRun }) => !isFirstInRun,
  ],
  ['finish_reason', 'as in `attempts.csv`', ({ call }) => call.finishReason],
  ['input_tokens', 'tokens in; empty when the provider did not say', ({ call }) => call.usage?.inputTokens],
  ['output_tokens', 'tokens out; likewise', ({ call }) => call.usage?.outputTokens],
  ['cost_usd', 'dollars of this answer, shared or not; empty when unknown', ({ call }) => call.costUsd],
  ['k_run', 'as in `attempts.csv`', ({ trajectory }) => trajectory.kRun],
];

/** Only where arms name calls of their own and revise behind a gate. */
const NAMED: DescribedColumns<CallRow> = [
  [
    'role_name',
    'what the condition calls the call: `review`, `probe`, `prove`, `verify`; else its role',
    ({ call }) => call.roleName ?? call.role,
  ],
];

export const callsCsv: CsvFile = {
  name: 'calls.csv',
  about:
    'One row per model call that was answered, in the order of the plan. `role_name` exists only where an arm revises behind a gate (codegrad…).',
  columns: [...CALLS, ...NAMED],
  table({ run }) {
    const isNamed = run.manifest.identity.conditions.some(({ name }) => armOf(run, name).hasUpdates);
    return trialRows(run, isNamed ? [...CALLS, ...NAMED] : CALLS, callRows);
  },
};

/** A sum with an unknown part is unknown: a file that is added up must not look complete. */
function knownSum({ known, unknownParts }: Sum): number | undefined {
  return unknownParts === 0 ? known : undefined;
}

function accepted({ verdict }: Step): boolean | undefined {
  return verdict === undefined || verdict.status === 'unparsed' ? undefined : verdict.status === 'accept';
}

function reasonOf(outcome: Grade['outcome'] | undefined): string | undefined {
  return outcome === undefined || outcome.status === 'solved' ? undefined : outcome.reason;
}
