import type { Contract } from '../../../types/task.ts';
import { textOnLines } from '../tokens.ts';
import { withoutInvariants, withoutLastSpaces } from './invariants.ts';
import { dafnyBodyTokens } from './splice.ts';
import { dafnyTokens } from './tokens.ts';

/** A body without invariants, measures and assertions. Ghost variables and `forall` statements stay: they are read as part of it. */
export function withoutProofInDafny(body: string): string {
  const text = withoutInvariants(body);
  const tokens = dafnyTokens(text);
  let [kept, without] = [0, ''];
  for (let place = 0; place < tokens.length; place++) {
    if (tokens[place]?.text !== 'assert') continue;
    const end = endOfAssertion(tokens, place + 1);
    without += withoutLastSpaces(text.slice(kept, tokens[place]?.start));
    kept = tokens[end]?.start ?? text.length;
    place = end - 1;
  }
  return (without + text.slice(kept)).replace(/\n\s*\n/g, '\n');
}

/** The place behind its `;`, or behind the block that proves it. */
function endOfAssertion(tokens: ReturnType<typeof dafnyTokens>, start: number): number {
  let depth = 0;
  let isProved = false;
  for (let place = start; place < tokens.length; place++) {
    const text = tokens[place]?.text ?? '';
    if (text === 'by' && depth === 0) isProved = true;
    if (text === ';' && depth === 0) return place + 1;
    if (/^[({[]/.test(text)) depth++;
    if (/^[)}\]]$/.test(text)) depth--;
    if (text === '}' && depth === 0 && isProved) return place + 1;
  }
  return tokens.length;
}

/** What a candidate's body does, word for word, without what proves it. Throws `ForbiddenText`. */
export const doneInDafny = (candidate: string, contract: Contract): string =>
  dafnyTokens(withoutProofInDafny(textOnLines(dafnyBodyTokens(candidate, contract))))
    .map(({ text }) => text)
    .join(' ');
