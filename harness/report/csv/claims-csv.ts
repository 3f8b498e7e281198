import type { Analysis } from '../../metrics/analysis.ts';
import type { Fault } from '../../types/attempt.ts';
import { claimsReport, remediation } from '../../types/claim-artifacts.ts';
import type { ClaimsReport, VerifiedClaim } from '../../types/claims.ts';
import type { RecordedTrial, Step, Trajectory } from '../../types/record.ts';
import { csvFile, type DescribedColumns, proportionColumns, trialCsvFile } from '../csv-file.ts';

interface ClaimRow {
  readonly trajectory: Trajectory;
  readonly step: Step;
  readonly claim: VerifiedClaim;
  readonly checks: ClaimsReport['checks'];
}

function* claimRows({ trajectory }: RecordedTrial): Generator<ClaimRow> {
  for (const step of trajectory.steps) {
    const report = claimsReport.in(step);
    for (const claim of report?.claims ?? []) {
      const checks = (report?.checks ?? []).filter((check) => check.claim === claim.id);
      yield { trajectory, step, claim, checks };
    }
  }
}

const COUNTING = new Set(['valid', 'pending', 'unchecked']);

const counting = ({ checks }: ClaimRow, status: 'held' | 'failed'): number =>
  checks.filter(({ state, outcome }) => COUNTING.has(state) && outcome?.status === status).length;

const planned = ({ step, claim }: ClaimRow) => remediation.in(step)?.steps.find((one) => one.claim === claim.id);

const faultOf = ({ step }: ClaimRow, kind: Fault['kind']): boolean =>
  step.faults?.some((fault) => fault.kind === kind) === true;

const CLAIMS: DescribedColumns<ClaimRow> = [
  ['condition', 'as in `attempts.csv`', ({ trajectory }) => trajectory.condition],
  ['task_id', 'as in `attempts.csv`', ({ trajectory }) => trajectory.taskId],
  ['sample', 'as in `attempts.csv`', ({ trajectory }) => trajectory.sample],
  ['k_run', 'as in `attempts.csv`', ({ trajectory }) => trajectory.kRun],
  ['step', 'as in `attempts.csv`', ({ step }) => step.index],
  ['claim', 'its number in the trial: `c1`, `c2`, …', ({ claim }) => claim.id],
  ['first_step', 'step at which it was first made', ({ claim }) => claim.step],
  ['category', 'as the model gave it (first time)', ({ claim }) => claim.category],
  ['severity', 'as the model gave it (first time)', ({ claim }) => claim.severity],
  [
    'about',
    'the part of the candidate it is about: `signature`, `docstring`, `comment`, `error-handling`, `validation`, `body`',
    ({ claim }) => claim.place?.part,
  ],
  [
    'line',
    'line of the candidate at which that part begins; empty where it has none',
    ({ claim }) => claim.place?.line,
  ],
  ['text', 'as the model gave it (first time)', ({ claim }) => claim.text],
  [
    'verdict',
    "`PASS`, `PARTIAL`, `FAIL` or `NOT-APPLICABLE` on this step's candidate, as the loop was told",
    ({ claim }) => claim.verdict,
  ],
  [
    'before',
    'its verdict on the candidate before; empty in its first round. PASS before and FAIL or PARTIAL now is a regression at claim level',
    ({ claim }) => claim.before,
  ],
  ['reason', 'why it is not applicable, or a judge’s words', ({ claim }) => claim.reason || undefined],
  ['checks', 'checks written for it so far, in any state', ({ checks }) => checks.length],
  ['checks_held', 'checks that count and held on this candidate', (row) => counting(row, 'held')],
  ['checks_failed', 'checks that count and failed on this candidate', (row) => counting(row, 'failed')],
  [
    'preserved',
    '`true`: the plan this candidate was made from said to preserve it; empty without a plan',
    (row) => remediation.in(row.step)?.preserve.includes(row.claim.id),
  ],
  ['plan_priority', 'its step in that plan: priority from 1, by severity', (row) => planned(row)?.priority],
  ['plan_diagnosis', 'the diagnosis there', (row) => planned(row)?.diagnosis],
  ['plan_change', 'the change proposed there', (row) => planned(row)?.change],
  ['assertion', 'the first failing check', ({ claim }) => claim.evidence[0]?.assertion],
  ['input', 'its arguments, as written in it', ({ claim }) => claim.evidence[0]?.input],
  ['expected', 'the value it expects, as written in it', ({ claim }) => claim.evidence[0]?.expected],
  ['got', 'the value seen', ({ claim }) => claim.evidence[0]?.got],
  ['exception', 'the exception raised', ({ claim }) => claim.evidence[0]?.exception],
  [
    'negated',
    '`true`: replaced by its opposite on purpose (`--inject claims=P`)',
    ({ claim }) => claim.isInjected === true,
  ],
  [
    'verdict_flipped',
    '`true`: the loop was told the opposite of this step’s verdict (`--inject verdict-flip=P`)',
    (row) => faultOf(row, 'lie'),
  ],
];

export const claimsCsv = trialCsvFile({
  name: 'claims.csv',
  about:
    'Only of arms that decide claims one by one: one row per claim and round, in the order of the plan. A claim stays from the round in which it was made.',
  columns: CLAIMS,
  rowsOf: ({ claims }) => (claims.rounds.length === 0 ? undefined : claimRows),
});

type Round = Analysis['claims']['rounds'][number];
const ROUNDS: DescribedColumns<Round> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['step', 'step', ({ step }) => step],
  ['candidates', 'candidates whose claims were decided', ({ reports }) => reports],
  ['with_gap', 'of these, with an applicable claim', ({ applicableReports }) => applicableReports],
  ['gap', 'mean over these', ({ meanGap }) => meanGap?.gap],
  ['weighted_gap', 'mean over these', ({ meanGap }) => meanGap?.weighted],
  [
    'gap_before',
    'mean over candidates with both: the claims known before the round, on the candidate before (`before`) and on this one (`carried`)',
    ({ before }) => before?.gap,
  ],
  [
    'weighted_gap_before',
    'mean over candidates with both: the claims known before the round, on the candidate before (`before`) and on this one (`carried`)',
    ({ before }) => before?.weighted,
  ],
  [
    'gap_carried',
    'mean over candidates with both: the claims known before the round, on the candidate before (`before`) and on this one (`carried`)',
    ({ carried }) => carried?.gap,
  ],
  [
    'weighted_gap_carried',
    'mean over candidates with both: the claims known before the round, on the candidate before (`before`) and on this one (`carried`)',
    ({ carried }) => carried?.weighted,
  ],
  ['new_claims', 'claims extracted at this step that are new', ({ newClaims }) => newClaims],
  ['merged', 'of the extracted claims, those known already', ({ merged }) => merged],
  ['dropped', 'of the extracted claims, those about something else', ({ dropped }) => dropped],
  ['pass', 'claims with this verdict', ({ verdicts }) => verdicts.PASS],
  ['partial', 'likewise', ({ verdicts }) => verdicts.PARTIAL],
  ['fail', 'likewise', ({ verdicts }) => verdicts.FAIL],
  ['not_applicable', 'likewise', ({ verdicts }) => verdicts['NOT-APPLICABLE']],
  ...proportionColumns<Round>(
    'repaired',
    'claims that failed (or held in part) before and pass now',
    ({ repaired }) => repaired,
  ),
  ...proportionColumns<Round>(
    'broken',
    'claims that passed before and fail (or hold in part) now: regressions at claim level',
    ({ broken }) => broken,
  ),
  ...proportionColumns<Round>(
    'preserved_broken',
    'the same among the claims the plan said to preserve',
    ({ preservedBroken }) => preservedBroken,
  ),
];

export const claimRoundsCsv = csvFile({
  name: 'claim-rounds.csv',
  about: 'One row per condition and step, over the trials that have a report there.',
  columns: ROUNDS,
  rows: ({ claims: { rounds } }) => (rounds.length === 0 ? undefined : rounds),
});
