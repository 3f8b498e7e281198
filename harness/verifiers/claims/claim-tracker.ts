import { SandboxLostError, whyNotRun } from '../../errors.ts';
import type { Candidate, Verdict } from '../../types/attempt.ts';
import type { ClaimsReport, ClaimVerdict } from '../../types/claims.ts';
import type { ClaimParts } from '../../types/evaluator.ts';
import type { LiveVerdict } from '../../types/record.ts';
import type { FaultInjector } from './faults.ts';
import { type ExtractedClaim, type GatheredClaims, gatherClaims } from './gather.ts';
import {
  AS_PUBLISHED,
  type HowChecked,
  inputSha256,
  type Judgement,
  judgedReport,
  verifyClaims,
} from './verify-claims.ts';

/** What a loop is told of its claims. */
export interface CheckedClaims {
  readonly report: ClaimsReport;
  /** Accept at a weighted gap of 0. Absent when no claim is applicable: nothing was verified. */
  readonly verdict?: Verdict;
}

/** Claims of one trial that are decided one by one: what a condition gets as `context.claims`. */
export interface ClaimTracker {
  /** Adds the claims of a round to those of the report before. */
  gather(candidate: Candidate, extracted: readonly ExtractedClaim[], before?: ClaimsReport): GatheredClaims;
  /** Decides each claim by running its checks on the candidate. */
  check(candidate: Candidate, gathered: GatheredClaims, how?: Partial<HowChecked>): Promise<CheckedClaims>;
  /** Decides each claim by what a judge said of it. */
  judge(
    candidate: Candidate,
    gathered: GatheredClaims,
    judgements: readonly Judgement[],
    how?: Partial<HowChecked>,
  ): CheckedClaims;
}

interface TrackerParts {
  readonly faults: FaultInjector;
  /** Index of the step that is being made. */
  readonly step: () => number;
  /** Told when checks came out otherwise here than when they were recorded, or could not be run here. */
  readonly noteLive: (live: LiveVerdict) => void;
}

export function createClaimTracker(parts: ClaimParts, { faults, step, noteLive }: TrackerParts): ClaimTracker {
  const tell = (report: ClaimsReport, how: HowChecked): CheckedClaims => {
    const told = faults.tellOfClaims(verdictOf(report), report, how);
    const verdict = told.verdict && withClaims(told.verdict, told.report);
    return { report: told.report, ...(verdict === undefined ? {} : { verdict }) };
  };
  return {
    gather(candidate, extracted, before) {
      const isMadeWrong = () => faults.makesClaimWrong();
      const gathered = gatherClaims({ task: parts.task, candidate, extracted, before, step: step(), isMadeWrong });
      faults.recordClaims(gathered.injected);
      return gathered;
    },
    async check(candidate, gathered, changed) {
      const how = { ...AS_PUBLISHED, ...changed };
      return tell(await asRecorded(parts, candidate.text, gathered, how, noteLive), how);
    },
    judge(candidate, gathered, judgements, changed) {
      const how = { ...AS_PUBLISHED, ...changed };
      return tell(judgedReport(parts.task, candidate.text, gathered, judgements, how.weights), how);
    },
  };
}

/** The report the loop was told when it was recorded, if it was; checks run here all the same, to see whether they still say so. */
async function asRecorded(
  parts: ClaimParts,
  program: string,
  gathered: GatheredClaims,
  how: HowChecked,
  noteLive: TrackerParts['noteLive'],
): Promise<ClaimsReport> {
  const recorded = parts.recorded?.(inputSha256(parts.task, program, gathered, how));
  if (recorded === undefined) return verifyClaims(parts, program, gathered, how);
  try {
    const live = liveVerdictOf(await verifyClaims(parts, program, gathered, how));
    if (live !== liveVerdictOf(recorded)) noteLive(live);
  } catch (error) {
    // Where nothing isolated works, a replay runs recorded programs only, and mutants are none of them: the recorded report stands in.
    if (!(error instanceof SandboxLostError)) throw error;
    noteLive(whyNotRun(error));
  }
  return recorded;
}

function liveVerdictOf(report: ClaimsReport): LiveVerdict {
  const status = verdictOf(report)?.status;
  return status === undefined || status === 'unparsed' ? 'no-verdict' : status;
}

/** Accept at a weighted gap of 0, reject above it and where the program does not run; nothing where no claim is applicable. */
function verdictOf(report: ClaimsReport): Verdict | undefined {
  const { gaps, notRunnable } = report;
  if (gaps === undefined && notRunnable === undefined) return undefined;
  const status = gaps?.weighted === 0 && notRunnable === undefined ? 'accept' : 'reject';
  return withClaims({ status, feedback: '' }, report);
}

function withClaims(verdict: Verdict, report: ClaimsReport): Verdict {
  if (verdict.status === 'unparsed') return verdict;
  const claims = report.claims.map(
    ({ text, category, severity, verdict: found, reason }): ClaimVerdict => ({
      claim: { text, category, severity },
      verdict: found,
      reason,
    }),
  );
  return { status: verdict.status, feedback: describeClaims(report), claims };
}

/** What does not hold, with what was seen; the same text for equal reports. */
function describeClaims({ claims, notRunnable }: ClaimsReport): string {
  const lines = notRunnable === undefined ? [] : [`The program does not run: ${notRunnable}`];
  for (const { id, verdict, text, reason, evidence } of claims) {
    if (verdict !== 'FAIL' && verdict !== 'PARTIAL') continue;
    lines.push(`${verdict} ${id}: ${text}${reason === '' ? '' : ` (${reason})`}`);
    for (const { assertion, got, exception } of notRunnable === undefined ? evidence : []) {
      lines.push(`- ${assertion}`);
      if (got !== undefined) lines.push(`  got: ${got}`);
      if (exception !== undefined) lines.push(`  ${exception}`);
    }
  }
  return lines.join('\n');
}
