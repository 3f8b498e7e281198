import type { Analysis } from '../../metrics/analysis.ts';
import { gapPoints } from '../../metrics/claims/gap-truth.ts';
import { columnKs, indexTrials } from '../../metrics/columns.ts';
import { type CsvColumns, type CsvTable, csvTable } from '../../text/csv.ts';
import type { Fault } from '../../types/attempt.ts';
import { claimsReport, remediation } from '../../types/claim-artifacts.ts';
import type { ClaimsReport, VerifiedClaim } from '../../types/claims.ts';
import type { CheckTruth, Run, Step, Trajectory } from '../../types/record.ts';
import { total } from '../tables/not-run.ts';
import { estimateColumns, flag, proportionColumns } from './loop-csv.ts';

/** The CSV files on claims, their checks and faults put in; none where no arm has any. Columns are documented in results/columns.md. */
export function claimCsvTables({ claims, run, verifiers, accuracy }: Analysis): Readonly<Record<string, CsvTable>> {
  const { rounds, quality, truths, faults } = claims;
  const tables: Record<string, CsvTable> = {};
  if (rounds.length > 0) {
    tables['claims.csv'] = csvTable(CLAIMS, claimRows(run));
    tables['claim-rounds.csv'] = csvTable(ROUNDS, rounds);
  }
  if (run.checks !== undefined) tables['checks.csv'] = csvTable(CHECKS, checkRows(run));
  if (quality.length > 0) tables['oracle-quality.csv'] = csvTable(QUALITY, quality);
  if (truths.length > 0) {
    tables['gap-truth.csv'] = csvTable(TRUTHS, truths);
    tables['gap-truth-points.csv'] = csvTable(POINTS, gapPoints(run));
  }
  if (faults.length > 0) {
    const k = Math.max(...columnKs(run));
    const columns: CsvColumns<(typeof faults)[number]> = [
      ['condition', ({ condition }) => condition.name],
      ['base', ({ base }) => base],
      ['fault', ({ fault }) => fault],
      ['rate', ({ rate }) => rate],
      ...proportionColumns<(typeof faults)[number]>('observed', ({ observed }) => observed),
      ['recovered', ({ isRecovered }) => flag(isRecovered)],
      ['agreement', ({ condition }) => verifiers.find((row) => row.condition.name === condition.name)?.gain?.agreement],
      ['k', () => k],
      ['solved_rate', (row) => accuracyOf(row.condition.name)?.rate],
      ['solved_low', (row) => accuracyOf(row.condition.name)?.interval?.low],
      ['solved_high', (row) => accuracyOf(row.condition.name)?.interval?.high],
    ];
    const accuracyOf = (name: string) => accuracy.find((cell) => cell.condition.name === name && cell.k === k);
    tables['faults.csv'] = csvTable(columns, faults);
  }
  return tables;
}

interface ClaimRow {
  readonly trajectory: Trajectory;
  readonly step: Step;
  readonly claim: VerifiedClaim;
  readonly checks: ClaimsReport['checks'];
}

function claimRows(run: Run): ClaimRow[] {
  return [...indexTrials(run).values()].flatMap(({ trajectory }) =>
    trajectory.steps.flatMap((step) =>
      (claimsReport.in(step)?.claims ?? []).map((claim) => {
        const checks = (claimsReport.in(step)?.checks ?? []).filter((check) => check.claim === claim.id);
        return { trajectory, step, claim, checks };
      }),
    ),
  );
}

const COUNTING = new Set(['valid', 'pending', 'unchecked']);

const counting = ({ checks }: ClaimRow, status: 'held' | 'failed'): number =>
  checks.filter(({ state, outcome }) => COUNTING.has(state) && outcome?.status === status).length;

const planned = ({ step, claim }: ClaimRow) => remediation.in(step)?.steps.find((one) => one.claim === claim.id);

const faultOf = ({ step }: ClaimRow, kind: Fault['kind']): boolean =>
  step.faults?.some((fault) => fault.kind === kind) === true;

const CLAIMS: CsvColumns<ClaimRow> = [
  ['condition', ({ trajectory }) => trajectory.condition],
  ['task_id', ({ trajectory }) => trajectory.taskId],
  ['sample', ({ trajectory }) => trajectory.sample],
  ['k_run', ({ trajectory }) => trajectory.kRun],
  ['step', ({ step }) => step.index],
  ['claim', ({ claim }) => claim.id],
  ['made_at', ({ claim }) => claim.step],
  ['category', ({ claim }) => claim.category],
  ['severity', ({ claim }) => claim.severity],
  ['about', ({ claim }) => claim.place?.part],
  ['line', ({ claim }) => claim.place?.line],
  ['text', ({ claim }) => claim.text],
  ['verdict', ({ claim }) => claim.verdict],
  ['before', ({ claim }) => claim.before],
  ['reason', ({ claim }) => claim.reason || undefined],
  ['checks', ({ checks }) => checks.length],
  ['checks_held', (row) => counting(row, 'held')],
  ['checks_failed', (row) => counting(row, 'failed')],
  ['preserved', (row) => flag(remediation.in(row.step)?.preserve.includes(row.claim.id))],
  ['plan_priority', (row) => planned(row)?.priority],
  ['plan_diagnosis', (row) => planned(row)?.diagnosis],
  ['plan_change', (row) => planned(row)?.change],
  ['assertion', ({ claim }) => claim.evidence[0]?.assertion],
  ['input', ({ claim }) => claim.evidence[0]?.input],
  ['expected', ({ claim }) => claim.evidence[0]?.expected],
  ['got', ({ claim }) => claim.evidence[0]?.got],
  ['exception', ({ claim }) => claim.evidence[0]?.exception],
  ['made_wrong', ({ claim }) => Number(claim.isInjected === true)],
  ['verdict_flipped', (row) => Number(faultOf(row, 'lie'))],
];

type Round = Analysis['claims']['rounds'][number];
const ROUNDS: CsvColumns<Round> = [
  ['condition', ({ condition }) => condition.name],
  ['step', ({ step }) => step],
  ['candidates', ({ reports }) => reports],
  ['with_gap', ({ applicableReports }) => applicableReports],
  ['gap', ({ meanGap }) => meanGap?.gap],
  ['weighted_gap', ({ meanGap }) => meanGap?.weighted],
  ['gap_before', ({ before }) => before?.gap],
  ['weighted_gap_before', ({ before }) => before?.weighted],
  ['gap_carried', ({ carried }) => carried?.gap],
  ['weighted_gap_carried', ({ carried }) => carried?.weighted],
  ['new_claims', ({ newClaims }) => newClaims],
  ['merged', ({ merged }) => merged],
  ['dropped', ({ dropped }) => dropped],
  ['pass', ({ verdicts }) => verdicts.PASS],
  ['partial', ({ verdicts }) => verdicts.PARTIAL],
  ['fail', ({ verdicts }) => verdicts.FAIL],
  ['not_applicable', ({ verdicts }) => verdicts['NOT-APPLICABLE']],
  ...proportionColumns<Round>('mended', ({ mended }) => mended),
  ...proportionColumns<Round>('broken', ({ broken }) => broken),
  ...proportionColumns<Round>('preserved_broken', ({ preservedBroken }) => preservedBroken),
];

function checkRows(run: Run) {
  const sources = new Map(
    run.trajectories.flatMap((trajectory) =>
      (trajectory.steps.map(claimsReport.in).findLast((one) => one !== undefined)?.checks ?? []).map(
        (check) =>
          [
            JSON.stringify([trajectory.condition, trajectory.taskId, trajectory.sample, trajectory.kRun, check.id]),
            check,
          ] as const,
      ),
    ),
  );
  return (run.checks ?? []).map((truth) => {
    const { condition, taskId, sample, kRun, check } = truth;
    return { truth, written: sources.get(JSON.stringify([condition, taskId, sample, kRun, check])) };
  });
}

const CHECKS: CsvColumns<ReturnType<typeof checkRows>[number]> = [
  ['condition', ({ truth }) => truth.condition],
  ['task_id', ({ truth }) => truth.taskId],
  ['sample', ({ truth }) => truth.sample],
  ['k_run', ({ truth }) => truth.kRun],
  ['check', ({ truth }) => truth.check],
  ['claim', ({ truth }) => truth.claim],
  ['kind', ({ truth }) => truth.kind],
  ['written_at', ({ written }) => written?.step],
  ['support', ({ written }) => written?.support],
  ['state', ({ truth }) => truth.state],
  ['reason', ({ written }) => written?.reason],
  ['rejects_reference', ({ truth }) => flag(truth.rejectsReference)],
  ['wrong_programs', ({ truth }) => measured(truth, truth.wrongPrograms)],
  ['caught', ({ truth }) => measured(truth, truth.caught)],
  ['made_wrong', ({ truth }) => Number(truth.isInjected === true)],
  ['source', ({ written }) => written?.source],
  ['not_run', ({ truth }) => truth.notRun],
];

const measured = ({ notRun }: CheckTruth, value: number): number | undefined =>
  notRun === undefined ? value : undefined;

type Quality = Analysis['claims']['quality'][number];
const QUALITY: CsvColumns<Quality> = [
  ['condition', ({ condition }) => condition.name],
  ['checks', ({ checks }) => checks],
  ['valid', ({ states }) => states.valid],
  ['vacuous', ({ states }) => states.vacuous],
  ['retired', ({ states }) => states.retired],
  ['invalid', ({ states }) => states.invalid],
  ['pending', ({ states }) => states.pending],
  ['unchecked', ({ states }) => states.unchecked],
  ...proportionColumns<Quality>('wrong', ({ wrong }) => wrong),
  ...proportionColumns<Quality>('wrong_aside', ({ wrongAside }) => wrongAside),
  ...proportionColumns<Quality>('rejecting_trials', ({ rejectingTrials }) => rejectingTrials),
  ...proportionColumns<Quality>('caught', ({ caught }) => caught),
  ...proportionColumns<Quality>('best', ({ best }) => best),
  ['not_measured', ({ notMeasured }) => total(notMeasured)],
];

type Truth = Analysis['claims']['truths'][number];
const TRUTHS: CsvColumns<Truth> = [
  ['condition', ({ condition }) => condition.name],
  ['candidates', ({ candidates }) => candidates],
  ...estimateColumns<Truth>('r_weighted', ({ weightedCorrelation }) => weightedCorrelation),
  ...estimateColumns<Truth>('r', ({ correlation }) => correlation),
  ...estimateColumns<Truth>('bias', ({ bias }) => bias),
];

const POINTS: CsvColumns<ReturnType<typeof gapPoints>[number]> = [
  ['condition', ({ condition }) => condition],
  ['task_id', ({ taskId }) => taskId],
  ['sample', ({ sample }) => sample],
  ['step', ({ step }) => step],
  ['gap', ({ gap }) => gap],
  ['weighted_gap', ({ weighted }) => weighted],
  ['hidden_failing', ({ truth }) => truth],
];
