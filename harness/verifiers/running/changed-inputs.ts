import { calleeOf } from '../../python/entry-point.ts';
import type { Example } from './examples.ts';

/** The most calls that one program is tried on. */
const MOST_CALLS = 12;
/** How often an argument is repeated to be huge, and how large a huge number is. */
const TIMES = 200;
const HUGE = '100000';

/** Calls with one argument of an example changed: empty, one, repeated, negative, huge. Each once, as far as there is room. */
export function changedCalls(entryPoint: string, examples: readonly Example[]): readonly string[] {
  const calls = examples.flatMap(({ inputs }) =>
    inputs.flatMap((input, place) =>
      changesOf(input).map((changed) => `${calleeOf(entryPoint)}(${inputs.with(place, changed).join(', ')})`),
    ),
  );
  const known = new Set(examples.map(({ call }) => call));
  return [...new Set(calls)].filter((call) => !known.has(call)).slice(0, MOST_CALLS);
}

/** By the kind of literal; an expression of any other kind is left as it is. */
function changesOf(input: string): readonly string[] {
  const [, keyword = '', text = ''] = /^(\w+\s*=(?!=))?\s*([\s\S]*)$/.exec(input) ?? [];
  return plainChanges(text).map((changed) => `${keyword}${changed}`);
}

function plainChanges(text: string): readonly string[] {
  if (/^-?\d+$/.test(text)) return ['0', '1', text.startsWith('-') ? text.slice(1) : `-${text}`, HUGE];
  if (/^-?\d+\.\d*$/.test(text)) return ['0.0', `-(${text})`, `${HUGE}.0`];
  if (/^(['"])[^'"\\]*\1$/.test(text)) return ["''", `${text}[:1]`, `${text} * 2`, `${text} * ${TIMES}`];
  if (/^\[[\s\S]*\]$/.test(text)) return ['[]', `${text}[:1]`, `${text} * 2`, ...negated(text), `${text} * ${TIMES}`];
  if (/^\{[\s\S]*:[\s\S]*\}$/.test(text)) return ['{}'];
  return [];
}

const negated = (text: string): string[] =>
  /^\[[\d\s,.-]*\d[\d\s,.-]*\]$/.test(text) ? [`[-each for each in ${text}]`] : [];

/** A call whose first list, text or number has so many elements; `undefined` where no example has one. */
export function sizedCall(entryPoint: string, examples: readonly Example[], size: number): string | undefined {
  for (const { inputs } of examples) {
    const place = inputs.findIndex((input) => /^\[[\s\S]+\]$|^(['"])[^'"\\]+\1$/.test(input) && input !== '[ ]');
    const text = inputs[place];
    if (text === undefined || text === '[]') continue;
    return `${calleeOf(entryPoint)}(${inputs.with(place, `(${text} * ${size})[:${size}]`).join(', ')})`;
  }
  return undefined;
}
