import { dafnyTokens } from './tokens.ts';

const ENDS_EXPRESSION = /^(?:[A-Za-z_].*|\d.*|["'].*|[)\]}])$/;
const NEEDS_OPERAND = /^(?:in|then|else|if|while|match|forall|exists|multiset|set|iset|map|imap|seq|case)$/;

/** A body without the invariants and measures of its loops; what is no text of Dafny is left as it is. */
export function withoutInvariants(body: string): string {
  const tokens = dafnyTokens(body);
  let text = '';
  let kept = 0;
  for (let place = 0; place < tokens.length; place++) {
    const { text: word = '', start = 0 } = tokens[place] ?? {};
    if (word !== 'invariant' && word !== 'decreases') continue;
    const end = endOfClause(tokens, place + 1);
    text += withoutLastSpaces(body.slice(kept, start));
    kept = tokens[end]?.start ?? body.length;
    place = end - 1;
  }
  return (text + body.slice(kept)).replace(/\n\s*\n/g, '\n');
}

/** Without what a line is indented by, in time that grows with the text. */
export const withoutLastSpaces = (text: string): string => text.replace(/(?<![ \t])[ \t]+$/, '');

/** The place of the token that begins the next clause, or the loop's body: a brace behind what ends an expression. */
function endOfClause(tokens: ReturnType<typeof dafnyTokens>, start: number): number {
  let depth = 0;
  for (let place = start; place < tokens.length; place++) {
    const text = tokens[place]?.text ?? '';
    const before = tokens[place - 1]?.text ?? '';
    const endsBefore = ENDS_EXPRESSION.test(before) && !NEEDS_OPERAND.test(before);
    if (depth === 0 && (text === 'invariant' || text === 'decreases' || text === 'modifies')) return place;
    if (depth === 0 && text === '{' && endsBefore) return place;
    if (/^[({[]/.test(text)) depth++;
    if (/^[)}\]]$/.test(text)) depth--;
  }
  return tokens.length;
}
