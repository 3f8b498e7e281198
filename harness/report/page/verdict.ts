import { claimsReport, extractedClaims } from '../../types/claim-artifacts.ts';
import type { Claim, ClaimsReport, ClaimVerdict } from '../../types/claims.ts';
import type { Grade, LiveVerdict, Step } from '../../types/record.ts';
import { isNotRun, NOT_RUN } from '../tables/not-run.ts';
import { cut } from './cut.ts';
import { type Html, html, type Part } from './html.ts';

/** The condition's own verdict on a candidate, whether it was right, its feedback and the claims it was given on. */
export function verdictPart(step: Step, grade: Grade | undefined): Html {
  const { verdict, unparsed, liveVerdict } = step;
  const [claims, report] = [extractedClaims.in(step) ?? [], claimsReport.in(step)];
  return html`${verdict === undefined ? html`<p>No verdict of its own.</p>\n` : verdictLine(verdict, grade, report)}${
    liveVerdict === undefined ? undefined : html`<p>${liveText(liveVerdict)}</p>\n`
  }${unparsed === undefined ? undefined : html`<p class="unsolved">The answer of ${unparsed.role} could not be read: ${cut(unparsed.detail)}</p>\n`}${claimsPart(claims, report)}`;
}

/** What came of the loop's verifier here, where the recorded verdict stands above. */
function liveText(live: LiveVerdict): string {
  if (isNotRun(live)) return `As recorded; not run again here: ${NOT_RUN[live]}.`;
  return live === 'no-verdict'
    ? 'Drift: run again here, no claim was applicable.'
    : `Drift: executed again here, its tests ${live} it.`;
}

function verdictLine(
  verdict: NonNullable<Step['verdict']>,
  grade: Grade | undefined,
  report: ClaimsReport | undefined,
): Html {
  if (verdict.status === 'unparsed') {
    return html`<p>Verdict: <strong>could not be read</strong>, which is no verdict: ${cut(verdict.detail)}</p>\n`;
  }
  const { status, feedback } = verdict;
  // A report shows the same claims with more.
  const claims = report === undefined ? (verdict.claims ?? []) : [];
  return html`<p>Verdict: <strong>${status}</strong>${error(status, grade)}</p>
${feedback === '' ? undefined : html`<details><summary>Feedback</summary><p>${cut(feedback)}</p></details>\n`}${list(
  claims.length === 0 ? undefined : `Verdicts on ${claims.length} claims`,
  claims.map(claimVerdict),
)}`;
}

function error(status: 'accept' | 'reject', grade: Grade | undefined): Part {
  if (grade?.outcome.status === 'unsolved' && status === 'accept') return ' (a false accept)';
  if (grade?.outcome.status === 'solved' && status === 'reject') return ' (a false reject)';
  return undefined;
}

function claimVerdict({ claim, verdict, reason }: ClaimVerdict): Html {
  return html`<strong>${verdict}</strong> ${claimText(claim)}${reason === '' ? undefined : html`\n${cut(reason)}`}`;
}

function claimsPart(claims: readonly Claim[], report: ClaimsReport | undefined): Html | undefined {
  const known = report === undefined ? '' : ` of this round: ${report.merged} known, ${report.dropped} dropped`;
  return list(claims.length === 0 ? undefined : `${claims.length} claims${known}`, claims.map(claimText));
}

function claimText({ text, category, severity }: Claim): Html {
  return html`${cut(text)} (${category}, ${severity})`;
}

function list(title: string | undefined, items: readonly Html[]): Html | undefined {
  if (title === undefined) return undefined;
  return html`<details><summary>${title}</summary><ol>${items.map((item) => html`<li>${item}</li>`)}</ol></details>\n`;
}
