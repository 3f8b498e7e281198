import { proversOf } from '../../metrics/what-grades.ts';
import type { CallRecord, Identity, RunTexts, SentRequest, Step } from '../../types/record.ts';
import { dollars } from '../tables/format.ts';
import { cut } from './cut.ts';
import { type Html, html } from './html.ts';
import { lineDiff, linesOf } from './line-diff.ts';

/** What a page of attempts shows beside the records. */
export interface AttemptView {
  /** Candidates are Python. */
  readonly isPython: boolean;
  /** Grades are proofs. */
  readonly isProved?: boolean;
  /** Absent: the page says how many calls there were, and not what they said. */
  readonly texts?: RunTexts;
  /** Programs and messages whole, in place of what differs from the step before. */
  readonly isWhole?: boolean;
  /** Calls of these roles only. */
  readonly roles?: ReadonlySet<string>;
}

/** What decides how a run's candidates are shown. */
export const viewOf = (identity: Identity): AttemptView => ({
  isPython: identity.patches === undefined,
  isProved: proversOf(identity) !== undefined,
});

/** The calls of a step: role, tokens, dollars, seconds, and, where they are known, each message and the raw reply, folded. */
export function callsPart({ calls }: Step, before: Step | undefined, view: AttemptView): Html | undefined {
  if (calls === undefined) return undefined;
  const { roles, texts } = view;
  const shown = roles === undefined ? calls : calls.filter((call) => roles.has(call.role));
  const left = calls.length - shown.length;
  const title = `${shown.length} model ${shown.length === 1 ? 'call' : 'calls'}${left === 0 ? '' : `, ${left} of other roles`}`;
  const items = shown.map((call, index) => {
    const same = before?.calls?.filter(({ role }) => role === call.role);
    const place = shown.slice(0, index).filter(({ role }) => role === call.role).length;
    return html`<li>${callText(call, texts?.milliseconds(call.key))}${texts && callTexts(call, same?.[place], texts, view)}</li>`;
  });
  return html`<details${texts === undefined ? undefined : html` class="calls"`}><summary>${title}</summary><ul>${items}</ul></details>\n`;
}

function callText({ role, roleName, usage, costUsd, finishReason }: CallRecord, ms: number | undefined): string {
  const tokens = usage === undefined ? 'tokens unknown' : `${usage.inputTokens} tokens in, ${usage.outputTokens} out`;
  const cost = costUsd === undefined ? '' : `, ${dollars(costUsd)}`;
  const time = ms === undefined ? '' : `, ${(ms / 1000).toFixed(1)} s`;
  const name = roleName === undefined ? role : `${roleName} (${role})`;
  return `${name}: ${tokens}${cost}${time}, ended: ${finishReason}`;
}

function callTexts(call: CallRecord, earlier: CallRecord | undefined, texts: RunTexts, view: AttemptView): Html {
  const request = texts.request(call.key);
  const before = earlier === undefined || view.isWhole === true ? undefined : texts.request(earlier.key);
  const reply = texts.response(call.responseSha256);
  return html`${request === undefined ? html`<p>What was sent is not kept in this run folder.</p>` : messagesPart(request, before)}${
    reply === undefined
      ? html`<p>The reply is not kept in this run folder.</p>`
      : folded(`Reply, ${size(reply)}`, html`${textBox('Reply', linesOf(cut(reply)))}`)
  }`;
}

function messagesPart({ messages, temperature, schema }: SentRequest, before: SentRequest | undefined): Html {
  const asked = [
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    ...(schema === undefined ? [] : [`as JSON: ${schema}`]),
  ].join(', ');
  return html`${asked === '' ? undefined : html`<p>${asked}</p>`}${messages.map(({ role, content }, index) => {
    const other = before?.messages[index];
    const title = `Sent as ${role}, ${size(content)}`;
    if (other?.role !== role) return folded(title, textBox(title, linesOf(cut(content))));
    if (other.content === content) return html`<p>${title}: the same as in the step before</p>`;
    return folded(`${title}: what differs from the step before`, differenceBox(title, other.content, content));
  })}`;
}

const size = (text: string): string => `${text.length.toLocaleString('en-US')} characters`;

function folded(title: string, content: Html): Html {
  return html`<details><summary>${title}</summary>${content}</details>`;
}

function textBox(label: string, lines: readonly string[]): Html {
  return html`<pre class="wrapped" tabindex="0" role="group" aria-label="${label}">${lines.map((line) => html`<span>${line || ' '}</span>`)}</pre>`;
}

/** Lines as before that are shown beside one that differs. */
const CONTEXT = 2;

function differenceBox(label: string, before: string, text: string): Html {
  const lines = lineDiff(cut(before), cut(text));
  const isNear = lines.map((_, at) => lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(isChanged));
  const parts = lines.map(({ kind, text: line }, at) => {
    if (kind === 'added') return html`<ins>+ ${line}</ins>`;
    if (kind === 'removed') return html`<del>- ${line}</del>`;
    if (isNear[at]) return html`<span>  ${line}</span>`;
    return isNear[at - 1] !== false ? html`<span class="same">  … as before …</span>` : undefined;
  });
  return html`<pre class="wrapped" tabindex="0" role="group" aria-label="${label}, differences">${parts}</pre>`;
}

const isChanged = ({ kind }: { readonly kind: string }): boolean => kind !== 'same';
