import type { ClaimsReport, RemediationPlan, VerifiedClaim } from '../../harness/index.ts';
import { SEVERITY_WEIGHTS } from '../../harness/index.ts';

/** Claims that do not hold; `isWeighted`: the gravest first, else as they were made. */
export function failing({ claims }: ClaimsReport, isWeighted: boolean): VerifiedClaim[] {
  const open = claims.filter(({ verdict }) => verdict === 'FAIL' || verdict === 'PARTIAL');
  const weight = ({ severity }: VerifiedClaim): number => SEVERITY_WEIGHTS[severity];
  return isWeighted ? open.sort((a, b) => weight(b) - weight(a)) : open;
}

export const passing = ({ claims }: ClaimsReport): VerifiedClaim[] =>
  claims.filter(({ verdict }) => verdict === 'PASS');

/** What verification showed, as every stage after it is told: claims that fail with what was seen, then the ones that hold. */
export function claimResults(report: ClaimsReport, isWeighted: boolean): string {
  const open = failing(report, isWeighted);
  const { notRunnable } = report;
  const head = `Verification of the current code: ${open.length > 0 || notRunnable !== undefined ? 'FAIL' : 'PASS'}`;
  const why = notRunnable === undefined ? [] : [`The program does not run: ${notRunnable}`];
  const shown = open.flatMap((claim) => [
    `${line(claim, isWeighted)}${claim.reason === '' ? '' : ` (${claim.reason})`}`,
    ...(notRunnable === undefined ? claim.evidence.flatMap(seen) : []),
  ]);
  return [head, ...why, ...shown, ...passing(report).map((claim) => line(claim, isWeighted))].join('\n');
}

/** The plan as it is shown and recorded; empty where there is none. */
export function planText({ steps, preserve }: RemediationPlan, report: ClaimsReport): string {
  const kept = report.claims.filter(({ id }) => preserve.includes(id));
  const lines = steps.map(
    ({ claim, priority, diagnosis, change }) => `${priority}. Claim ${numberOf(claim)}: ${diagnosis} ${change}`,
  );
  if (kept.length > 0) lines.push('Keep what holds:', ...kept.map(({ id, text }) => `${numberOf(id)}. ${text}`));
  return lines.join('\n');
}

const numberOf = (id: string): string => id.slice(1);

function line({ id, verdict, severity, text }: VerifiedClaim, isWeighted: boolean): string {
  return `${verdict} ${numberOf(id)}. ${isWeighted ? `[${severity}] ` : ''}${text}`;
}

function seen({ assertion, got, exception }: VerifiedClaim['evidence'][number]): string[] {
  const lines = [`- ${assertion}`];
  if (got !== undefined) lines.push(`  got: ${got}`);
  if (exception !== undefined) lines.push(`  ${exception}`);
  return lines;
}
