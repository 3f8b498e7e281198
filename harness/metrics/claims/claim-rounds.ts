import { clusteredProportion, type Proportion } from '../../statistics/clustered-proportion.ts';
import { claimsReport, remediation } from '../../types/claim-artifacts.ts';
import type { ClaimsReport, Gaps, VerifiedClaim } from '../../types/claims.ts';
import type { ConditionIdentity, RecordedTrial, Run, Step } from '../../types/record.ts';
import { armOf, trialsOf, unrecordedArms } from '../trials/trials.ts';

/** What the claims of one condition came to at one step, over its trials that have a report there. */
export interface ClaimRound {
  readonly condition: ConditionIdentity;
  readonly step: number;
  readonly reports: number;
  /** Reports in which a claim was applicable. */
  readonly applicableReports: number;
  readonly meanGap: Gaps | undefined;
  /** Over trials with both: claims of the step before on the candidate before, and the same claims on this one. */
  readonly before: Gaps | undefined;
  readonly carried: Gaps | undefined;
  readonly newClaims: number;
  readonly merged: number;
  readonly dropped: number;
  readonly verdicts: Readonly<Record<VerifiedClaim['verdict'], number>>;
  /** Claims that passed before the round and fail after it: regressions at claim level. Of all, and of those the plan was to preserve. */
  readonly broken: Proportion;
  readonly preservedBroken: Proportion;
  /** Claims that failed before the round and pass after it. */
  readonly repaired: Proportion;
}

interface Reported {
  readonly taskId: string;
  readonly step: Step;
  readonly report: ClaimsReport;
  readonly before: ClaimsReport | undefined;
}

/** By condition and step; none for arms whose claims are not decided one by one. */
export function claimRounds(run: Run): ClaimRound[] {
  const unrecorded = unrecordedArms(run);
  const seed = `${run.manifest.identity.seed} claims`;
  return run.manifest.identity.conditions.flatMap((condition) => {
    if (unrecorded.has(condition.name) || !armOf(run, condition.name).hasClaims) return [];
    const reported = Array.from(trialsOf(run, condition.name), readReported).flat();
    const indices = [...new Set(reported.map(({ step }) => step.index))].sort((a, b) => a - b);
    return indices.map((index) =>
      roundOf(
        condition,
        index,
        reported.filter(({ step }) => step.index === index),
        seed,
      ),
    );
  });
}

function readReported({ trajectory: { taskId, steps } }: RecordedTrial): Reported[] {
  return steps.flatMap((step, index): Reported[] => {
    const [report, last] = [claimsReport.in(step), steps[index - 1]];
    return report === undefined ? [] : [{ taskId, step, report, before: last && claimsReport.in(last) }];
  });
}

function roundOf(condition: ConditionIdentity, step: number, reported: readonly Reported[], seed: string): ClaimRound {
  const reports = reported.map(({ report }) => report);
  const gaps = reports.flatMap((report) => report.gaps ?? []);
  const paired = reported.filter(({ report, before }) => report.carried !== undefined && before?.gaps !== undefined);
  const claims = reports.flatMap((report) => report.claims);
  const count = (verdict: VerifiedClaim['verdict']) => claims.filter((claim) => claim.verdict === verdict).length;
  const changes = (was: readonly string[], now: readonly string[], isAsked: (one: Reported, id: string) => boolean) =>
    clusteredProportion(
      reported.flatMap((one) =>
        one.report.claims
          .filter(({ id, before }) => before !== undefined && was.includes(before) && isAsked(one, id))
          .filter(({ verdict }) => verdict !== 'NOT-APPLICABLE')
          .map(({ verdict }) => ({ taskId: one.taskId, isCounted: now.includes(verdict) })),
      ),
      seed,
    );
  const isPreserved = ({ step }: Reported, id: string) => remediation.in(step)?.preserve.includes(id) === true;
  return {
    condition,
    step,
    reports: reports.length,
    applicableReports: gaps.length,
    meanGap: meanGaps(gaps),
    before: meanGaps(paired.flatMap(({ before }) => before?.gaps ?? [])),
    carried: meanGaps(paired.flatMap(({ report }) => report.carried ?? [])),
    newClaims: claims.filter((claim) => claim.step === step).length,
    merged: reports.reduce((sum, { merged }) => sum + merged, 0),
    dropped: reports.reduce((sum, { dropped }) => sum + dropped, 0),
    verdicts: {
      PASS: count('PASS'),
      PARTIAL: count('PARTIAL'),
      FAIL: count('FAIL'),
      'NOT-APPLICABLE': count('NOT-APPLICABLE'),
    },
    broken: changes(['PASS'], ['FAIL', 'PARTIAL'], () => true),
    preservedBroken: changes(['PASS'], ['FAIL', 'PARTIAL'], isPreserved),
    repaired: changes(['FAIL', 'PARTIAL'], ['PASS'], () => true),
  };
}

function meanGaps(all: readonly Gaps[]): Gaps | undefined {
  if (all.length === 0) return undefined;
  const mean = (read: (gaps: Gaps) => number) => all.reduce((sum, gaps) => sum + read(gaps), 0) / all.length;
  return { gap: mean(({ gap }) => gap), weighted: mean(({ weighted }) => weighted) };
}
