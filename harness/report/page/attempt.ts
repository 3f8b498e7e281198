import { plan, remediation } from '../../types/claim-artifacts.ts';
import type { Grade, Step } from '../../types/record.ts';
import { type AttemptView, callsPart } from './calls.ts';
import { faultMarks, remediationPart, reportPart } from './claims-report.ts';
import { cut, MOST_CHARACTERS } from './cut.ts';
import { type Html, html } from './html.ts';
import { lineDiff, linesOf } from './line-diff.ts';
import { outcomeMark } from './outcome-marks.ts';
import { programLines } from './python-markup.ts';
import { verdictPart } from './verdict.ts';

/** One attempt: what graded it said, the program (as a diff with the one before), the verdict and what led on. */
export function attempt(
  step: Step,
  grade: Grade | undefined,
  before: Step | undefined,
  view: AttemptView = { isPython: true },
): Html {
  return html`<li>
<div class="head"><h4>Step ${step.index}</h4>${outcomeMark(grade?.outcome)}</div>
${faultMarks(step)}${gradePart(grade, view)}${program(step, before, view)}${verdictPart(step, grade)}${reportPart(step, before)}${planPart(step)}${extractionPart(step)}${callsPart(step, before, view)}</li>
`;
}

function gradePart(grade: Grade | undefined, { isProved }: AttemptView): Html | undefined {
  if (grade === undefined) return undefined;
  const { assertions, failures } = grade;
  const held = [...(assertions ?? '')].filter((letter) => letter === 'p').length;
  const strip = [...(assertions ?? '')].map((letter) => STRIP[letter] ?? letter).join('');
  return html`${assertions && isProved !== true ? html`<p>Hidden tests: ${held} of ${assertions.length} assertions hold <span class="strip" aria-hidden="true">${strip}</span></p>\n` : undefined}${
    failures.length === 0
      ? undefined
      : html`<details><summary>${isProved === true ? 'What was not proved' : 'What failed'} (${failures.length}${failures.length === 5 ? ' or more' : ''})</summary><ol>${failures.map(
          ({ source, got, message }) =>
            html`<li>${source === undefined ? undefined : html`<code>${cut(source)}</code>\n`}${got === undefined ? undefined : html`got <code>${cut(got)}</code>\n`}${cut(message)}</li>`,
        )}</ol></details>\n`
  }`;
}

/** Letters of the record as marks of equal width: held, failed, raised, never ran. */
const STRIP: Readonly<Record<string, string>> = { p: '■', f: '×', e: '!', '-': '·' };

function program(
  { candidate, candidateSha256 }: Step,
  before: Step | undefined,
  { isPython, isWhole = false }: AttemptView,
): Html {
  const marked = (text: string) => (isPython ? programLines(text) : linesOf(text));
  if (candidate === undefined) return html`<p>The program is not stored in these records.</p>\n`;
  if (candidate.trim() === '') return html`<p>The program is empty: there was no code in the response.</p>\n`;
  if (candidateSha256 !== undefined && candidateSha256 === before?.candidateSha256) {
    return html`<p>The same program as step ${before.index}, byte for byte.</p>\n`;
  }
  const isCut = candidate.length > MOST_CHARACTERS;
  const note = isCut
    ? html`<p>${candidate.length - MOST_CHARACTERS} further characters are in trajectories.jsonl only.</p>\n`
    : undefined;
  if (before?.candidate === undefined || before.candidate.trim() === '' || isCut || isWhole) {
    return html`<pre tabindex="0" role="group" aria-label="Program">${marked(cut(candidate)).map((line, at) => html`<span>${linesOf(candidate)[at] === '' ? ' ' : line}</span>`)}</pre>\n${note}`;
  }
  const [old, lines] = [cut(before.candidate), lineDiff(cut(before.candidate), candidate)];
  const [oldLines, newLines] = [marked(old), marked(candidate)];
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  return html`<p>Changed from step ${before.index}: ${count('added')} lines in, ${count('removed')} out</p>
<pre tabindex="0" role="group" aria-label="Program as a diff with step ${before.index}">${lines.map(({ kind, line }) =>
    kind === 'added'
      ? html`<ins>+ ${newLines[line]}</ins>`
      : kind === 'removed'
        ? html`<del>- ${oldLines[line]}</del>`
        : html`<span>  ${newLines[line]}</span>`,
  )}</pre>\n`;
}

function planPart(step: Step): Html | undefined {
  const [typed, text] = [remediation.in(step), plan.in(step)];
  if (typed !== undefined) return remediationPart(typed);
  if (text === undefined) return undefined;
  return html`<details><summary>Plan it was written from</summary><p>${cut(text)}</p></details>\n`;
}

function extractionPart({ extraction }: Step): Html | undefined {
  if (extraction === undefined || extraction.cuts.length === 0) return undefined;
  return html`<details><summary>Extraction: ${extraction.status}, ${extraction.cuts.length} cut away</summary><ul>${extraction.cuts.map(
    ({ what, characters, excerpt }) => html`<li>${what}, ${characters} characters: <code>${excerpt}</code></li>`,
  )}</ul></details>\n`;
}
