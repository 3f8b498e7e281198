import { canonicalJson, sha256 } from '../../storage/hash.ts';
import type {
  CheckOutcome,
  ClaimsReport,
  ClaimVerdict,
  TrackedCheck,
  TrackedClaim,
  VerifiedClaim,
} from '../../types/claims.ts';
import type { ValidationParts } from '../../types/evaluator.ts';
import type { Task } from '../../types/task.ts';
import { EQUAL_WEIGHTS, gapsOf, SEVERITY_WEIGHTS } from './gap.ts';
import type { GatheredClaims } from './gather.ts';
import { type AssertionOutcome, runAssertions, whyNotRunnable } from './run-assertions.ts';
import { failableBy, retireContradictions } from './validate.ts';

/** How a round's claims become a report. */
export interface HowChecked {
  /** `false`: every check counts as it was written. */
  readonly validates: boolean;
  readonly weights: 'severity' | 'equal';
}

export const AS_PUBLISHED: HowChecked = { validates: true, weights: 'severity' };

/**
 * Runs every tracked check on a candidate and says which claims hold. A check counts once it has been found to parse, to call
 * the entry point, to do the same twice, to agree with the prompt's examples and to fail on some program. Throws `SandboxLostError`.
 */
export async function verifyClaims(
  parts: ValidationParts,
  program: string,
  gathered: GatheredClaims,
  how: HowChecked,
): Promise<ClaimsReport> {
  const notRunnable = await whyNotRunnable(parts, program);
  const open = how.validates ? await retireContradictions(parts, gathered.checks) : gathered.checks.map(unchecked);
  const ran =
    notRunnable === undefined
      ? await runAll(parts, program, open)
      : open.map((check) => (isOpen(check) ? { ...check, outcome: failedWith(check, notRunnable) } : check));
  const checks = how.validates && notRunnable === undefined ? await proven(parts, program, ran) : ran;
  return reportOf(gathered, checks, (claim) => verdictByChecks(claim, checks), how, {
    inputSha256: inputSha256(parts.task, program, gathered, how),
    ...(notRunnable === undefined ? {} : { notRunnable }),
  });
}

/** One judgement of a claim by a model. */
export interface Judgement {
  readonly claim: string;
  readonly verdict: ClaimVerdict['verdict'];
  readonly reason: string;
}

/** The same report with a judge's word for each claim in place of its checks. */
export function judgedReport(
  task: Task,
  program: string,
  gathered: GatheredClaims,
  judgements: readonly Judgement[],
  weights: HowChecked['weights'],
): ClaimsReport {
  const how: HowChecked = { validates: false, weights };
  const verdictOf = ({ id }: TrackedClaim) => {
    const judged = judgements.find(({ claim }) => claim === id);
    return judged === undefined
      ? ({ verdict: 'NOT-APPLICABLE', reason: 'not judged', evidence: [] } as const)
      : { verdict: judged.verdict, reason: judged.reason, evidence: [] };
  };
  return reportOf(gathered, [], verdictOf, how, { inputSha256: inputSha256(task, program, gathered, how) });
}

/** What decides a report, but for limits and grader: a recorded one outlives a change of these. */
export function inputSha256(
  { prelude, entryPoint, publicTests }: Task,
  program: string,
  { claims, checks }: GatheredClaims,
  how: HowChecked,
): string {
  return sha256(canonicalJson({ prelude, entryPoint, examples: publicTests.source, program, claims, checks, how }));
}

const CLOSED: ReadonlySet<TrackedCheck['state']> = new Set(['invalid', 'retired', 'tool-missing']);
const isOpen = ({ state }: TrackedCheck): boolean => !CLOSED.has(state);

/** Without validation nobody asks whether a check is any good; one that cannot run counts as one that fails. */
const unchecked = ({ reason: _, ...check }: TrackedCheck): TrackedCheck => ({ ...check, state: 'unchecked' });

async function runAll(
  parts: ValidationParts,
  program: string,
  checks: readonly TrackedCheck[],
): Promise<TrackedCheck[]> {
  const plain = checks.filter((check) => isOpen(check) && check.kind === 'assertions');
  const first = await runAssertions(parts, program, plain);
  const isNew = ({ state }: TrackedCheck): boolean => state === 'pending';
  const fresh = plain.filter(isNew);
  const again = await runAssertions(parts, program, fresh, { isAgain: true });
  const results = new Map(plain.map((check, index) => [check.id, first[index]]));
  const seconds = new Map(fresh.map((check, index) => [check.id, again[index]]));
  const done: TrackedCheck[] = [];
  for (const check of checks) {
    if (!isOpen(check)) done.push(check);
    else if (check.kind !== 'assertions') done.push(await runByTool(parts, program, check));
    else done.push(withOutcome(check, results.get(check.id), seconds.get(check.id)));
  }
  return done;
}

function withOutcome(
  check: TrackedCheck,
  outcome: AssertionOutcome | undefined,
  again: AssertionOutcome | undefined,
): TrackedCheck {
  if (outcome === undefined) return check;
  if (again !== undefined && canonicalJson(again) !== canonicalJson(outcome)) {
    return { ...check, state: 'invalid', reason: 'gives different results on one program' };
  }
  if (outcome.status !== 'unusable') return { ...check, outcome };
  if (check.state === 'unchecked') return { ...check, outcome: failedWith(check, outcome.reason) };
  return { ...check, state: 'invalid', reason: outcome.reason };
}

const failedWith = ({ source }: TrackedCheck, exception: string): CheckOutcome => ({
  status: 'failed',
  evidence: { assertion: source, exception },
});

async function runByTool(parts: ValidationParts, program: string, check: TrackedCheck): Promise<TrackedCheck> {
  const tool = parts.tool(check.kind);
  if (tool === undefined)
    return { ...check, state: 'tool-missing', reason: `no tool for checks of kind ${check.kind} here` };
  const { seconds: _, isToolMissing = false, ...outcome } = await tool.run(parts.task, program, check);
  if (outcome.status === 'not-applicable')
    return { ...check, state: isToolMissing ? 'tool-missing' : 'invalid', reason: outcome.reason };
  return { ...check, outcome };
}

/** Settles which checks can fail. A vacuous one gets another chance with every candidate: it may be this one that fails it. */
async function proven(
  parts: ValidationParts,
  program: string,
  checks: readonly TrackedCheck[],
): Promise<TrackedCheck[]> {
  const isUnproven = ({ state }: TrackedCheck): boolean => state === 'pending' || state === 'vacuous';
  const held = checks.filter(
    (check) => isUnproven(check) && check.outcome?.status === 'held' && check.kind !== 'types',
  );
  const failable = held.length === 0 ? new Set<string>() : await failableBy(parts, program, held);
  return checks.map((check): TrackedCheck => {
    if (!isUnproven(check) || check.outcome === undefined || check.outcome.status === 'unknown') return check;
    const { reason: _, ...rest } = check;
    // mypy says itself where nothing could be wrong; a change of behaviour is no change of types.
    if (check.outcome.status === 'failed' || check.kind === 'types' || failable.has(check.id))
      return { ...rest, state: 'valid' };
    return { ...rest, state: 'vacuous', reason: 'neither the candidates so far nor any mutant of them fails it' };
  });
}

type Decided = Pick<VerifiedClaim, 'verdict' | 'reason' | 'evidence'>;

const MOST_EVIDENCE = 2;
const COUNTING: ReadonlySet<TrackedCheck['state']> = new Set(['valid', 'pending', 'unchecked']);

function verdictByChecks({ id }: TrackedClaim, checks: readonly TrackedCheck[]): Decided {
  const own = checks.filter(({ claim }) => claim === id);
  const outcomes = own.filter(({ state }) => COUNTING.has(state)).flatMap(({ outcome }) => outcome ?? []);
  const evidence = outcomes.flatMap((outcome) => (outcome.status === 'failed' ? [outcome.evidence] : []));
  const held = outcomes.filter(({ status }) => status === 'held').length;
  if (held + evidence.length === 0) return { verdict: 'NOT-APPLICABLE', reason: whyNotApplicable(own), evidence: [] };
  if (evidence.length === 0) return { verdict: 'PASS', reason: '', evidence: [] };
  return { verdict: held > 0 ? 'PARTIAL' : 'FAIL', reason: '', evidence: evidence.slice(0, MOST_EVIDENCE) };
}

function whyNotApplicable(own: readonly TrackedCheck[]): string {
  if (own.length === 0) return 'no check was written for it';
  const reasons = own.map(({ state, reason, outcome }) =>
    reason === undefined && outcome?.status === 'unknown' ? `unknown: ${outcome.reason}` : `${state}: ${reason ?? ''}`,
  );
  return [...new Set(reasons)].join('; ');
}

function reportOf(
  { claims, merged, dropped, before }: GatheredClaims,
  checks: readonly TrackedCheck[],
  decide: (claim: TrackedClaim) => Decided,
  { weights }: HowChecked,
  rest: Pick<ClaimsReport, 'inputSha256' | 'notRunnable'>,
): ClaimsReport {
  const earlier = new Map((before?.claims ?? []).map(({ id, verdict }) => [id, verdict]));
  const verified = claims.map((claim): VerifiedClaim => {
    const was = earlier.get(claim.id);
    return { ...claim, ...decide(claim), ...(was === undefined ? {} : { before: was }) };
  });
  return { ...withGaps({ claims: verified, checks, merged, dropped, ...rest }, weights) };
}

/** The report with its gaps computed from its claims. */
export function withGaps(report: ClaimsReport, weights: HowChecked['weights']): ClaimsReport {
  const { gaps: _, carried: __, inputSha256: input, ...rest } = report;
  const severities = weights === 'severity' ? SEVERITY_WEIGHTS : EQUAL_WEIGHTS;
  const gaps = gapsOf(report.claims, severities);
  const carried = gapsOf(
    report.claims.filter(({ before }) => before !== undefined),
    severities,
  );
  return {
    ...rest,
    ...(gaps === undefined ? {} : { gaps }),
    ...(carried === undefined ? {} : { carried }),
    inputSha256: input,
  };
}
