import type { Fault } from '../../types/attempt.ts';
import { claimsReport, remediation } from '../../types/claim-artifacts.ts';
import type {
  CheckEvidence,
  CheckOutcome,
  ClaimsReport,
  RemediationPlan,
  TrackedCheck,
  VerifiedClaim,
} from '../../types/claims.ts';
import type { Step } from '../../types/record.ts';
import { UNKNOWN } from '../tables/format.ts';
import { cut } from './cut.ts';
import { type Html, html, type Part } from './html.ts';

/** Claims that were decided one by one: the gap before and after the round, then each claim with what it was decided on. */
export function reportPart(step: Step, before: Step | undefined): Html | undefined {
  const report = claimsReport.in(step);
  if (report === undefined) return undefined;
  const { claims, notRunnable } = report;
  const checks = Map.groupBy(report.checks, ({ claim }) => claim);
  const items = claims.map((claim) => {
    const isToKeep = remediation.in(step)?.preserve.includes(claim.id) === true;
    // The one reason that a program does not run would stand there once more for every check.
    const evidence = notRunnable === undefined ? claim.evidence : [];
    return html`<li>${claimText(claim, isToKeep)}${unordered(evidence.map(evidenceText))}${checksPart(checks.get(claim.id) ?? [])}</li>`;
  });
  return html`<p>${gapText(report, before && claimsReport.in(before))}</p>
${notRunnable === undefined ? undefined : html`<p class="unsolved">The program does not run: ${cut(notRunnable)}</p>\n`}${
  items.length === 0
    ? undefined
    : html`<details><summary>Claims so far: ${countsText(claims)}</summary><ul>${items}</ul></details>\n`
}`;
}

/** The plan as its parts: for each claim that did not hold why and what to change, the gravest first; then what to leave alone. */
export function remediationPart({ steps, preserve }: RemediationPlan): Html {
  if (steps.length + preserve.length === 0) {
    return html`<p>The plan it was written from changes nothing and preserves nothing.</p>\n`;
  }
  const items = steps
    .toSorted((one, other) => one.priority - other.priority)
    .map(
      ({ claim, priority, severity, diagnosis, change }) =>
        html`<li value="${priority}"><strong>${cut(claim)}</strong> (${cut(severity)}): ${cut(diagnosis)}\nChange: ${cut(change)}</li>`,
    );
  return html`<details><summary>Plan it was written from: ${steps.length} to change, ${preserve.length} to preserve</summary>${
    items.length === 0 ? undefined : html`<ol>${items}</ol>`
  }${preserve.length === 0 ? undefined : html`<p>Preserve: ${cut(preserve.join(', '))}</p>`}</details>\n`;
}

/** Faults injected at a step, so that nobody mistakes them for what the model or a check said. */
export function faultMarks({ faults = [] }: Step): Html[] {
  return faults.map((fault) => html`<p class="notice">Injected fault: ${faultText(fault)}.</p>\n`);
}

function faultText(fault: Fault): string {
  switch (fault.kind) {
    case 'lie':
      return `the verdict was flipped (found: ${fault.found}, told: ${fault.told}); it is shown below as told`;
    case 'claims':
      return `claims negated, with their checks: ${cut(fault.claims.join(', '))}`;
    case 'plan':
      return 'the plan was requested and dropped';
    case 'review':
    case 'gate':
      return `the critic’s ${fault.kind} was turned round (found: ${fault.found}, told: ${fault.told}); it is shown as told`;
  }
}

function gapText({ gaps, carried, claims }: ClaimsReport, before: ClaimsReport | undefined): string {
  const none = gaps === undefined ? '; no claim is applicable, which is not a gap of 0' : '';
  const now = (name: string) => `${name} ${number(gaps?.gap)}, weighted ${number(gaps?.weighted)}${none}`;
  if (before === undefined) return now('Gap');
  const from = `Gap over the round ${number(before.gaps?.gap)} → ${number(carried?.gap)}`;
  const weighted = `weighted ${number(before.gaps?.weighted)} → ${number(carried?.weighted)}`;
  const isLonger = claims.some((claim) => claim.before === undefined);
  return `${from}, ${weighted}${isLonger ? `; ${now('with its new claims')}` : none}`;
}

const number = (value: number | undefined): string => (value === undefined ? UNKNOWN : value.toFixed(3));

const isBroken = ({ before, verdict }: VerifiedClaim): boolean =>
  before === 'PASS' && (verdict === 'FAIL' || verdict === 'PARTIAL');

const ORDER = ['PASS', 'PARTIAL', 'FAIL', 'NOT-APPLICABLE'] as const;

function countsText(claims: readonly VerifiedClaim[]): string {
  const groups = Map.groupBy(claims, ({ verdict }) => verdict);
  const counts = ORDER.flatMap((verdict) =>
    groups.has(verdict) ? `${groups.get(verdict)?.length} ${short(verdict)}` : [],
  );
  const broken = claims.filter(isBroken).length;
  return `${counts.join(', ')}${broken === 0 ? '' : `; ${broken} broken`}`;
}

const short = (verdict: VerifiedClaim['verdict']): string => (verdict === 'NOT-APPLICABLE' ? 'N/A' : cut(verdict));

/** The colours of outcomes; the word says it. */
const COLOURS: ReadonlyMap<string, string> = new Map([
  ['PASS', 'solved'],
  ['PARTIAL', 'unsolved'],
  ['FAIL', 'unsolved'],
]);

function claimText(claim: VerifiedClaim, isToKeep: boolean): Html {
  const { id, verdict, text, category, severity, isInjected, reason } = claim;
  return html`<strong class="${COLOURS.get(verdict) ?? 'ungraded'}">${short(verdict)}</strong> <strong>${cut(id)}</strong> ${cut(text)} (${cut(`${category}, ${severity}`)}); ${sinceBefore(claim, isToKeep)}${
    isInjected === true ? html`; <strong>negated on purpose</strong>` : undefined
  }${reason === '' ? undefined : `\n${cut(reason)}`}`;
}

function sinceBefore(claim: VerifiedClaim, isToKeep: boolean): Part {
  const { before, verdict } = claim;
  if (before === undefined) return 'new';
  if (isBroken(claim)) {
    return html`<strong class="unsolved">broken</strong>${isToKeep ? ', though the plan said to preserve it' : undefined}`;
  }
  if (before === 'PASS' && verdict === 'PASS' && isToKeep) return 'preserved';
  if ((before === 'FAIL' || before === 'PARTIAL') && verdict === 'PASS') return 'repaired';
  return `${short(before)} before`;
}

function evidenceText({ assertion, input, expected, got, exception }: CheckEvidence): Html {
  const seen = [
    ['input', input],
    ['expected', expected],
    ['got', got],
    ['raised', exception],
  ] as const;
  return html`<code>${cut(assertion)}</code>${seen.map(([word, value]) =>
    value === undefined ? undefined : html`\n${word} <code>${cut(value)}</code>`,
  )}`;
}

function checksPart(checks: readonly TrackedCheck[]): Html | undefined {
  if (checks.length === 0) return undefined;
  return html`<details><summary>${checks.length} ${checks.length === 1 ? 'check' : 'checks'}</summary>${unordered(checks.map(checkText))}</details>`;
}

/** What a state says to somebody who does not know the words of the record; the others say it themselves. */
const STATES: ReadonlyMap<string, string> = new Map([
  ['valid', 'counting'],
  ['unchecked', 'counting, not validated'],
  ['pending', 'pending, counting'],
]);

function checkText({ kind, state, reason, source, outcome }: TrackedCheck): Html {
  const words = STATES.get(state) ?? cut(state);
  return html`<strong>${words}</strong>${reason === undefined ? undefined : `: ${cut(reason)}`}; ${outcomeText(outcome)}${
    kind === 'assertions' ? undefined : ` (${cut(kind)})`
  }\n<code>${cut(source)}</code>`;
}

function outcomeText(outcome: CheckOutcome | undefined): string {
  if (outcome === undefined) return 'not run';
  const { status } = outcome;
  return status === 'held' || status === 'failed' ? status : `${status}: ${cut(outcome.reason)}`;
}

function unordered(items: readonly Html[]): Html | undefined {
  return items.length === 0 ? undefined : html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}
