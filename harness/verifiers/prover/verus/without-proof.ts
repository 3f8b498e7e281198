import type { Contract } from '../../../types/task.ts';
import { type PlacedToken, textOnLines } from '../tokens.ts';
import { bodyTokens } from './splice.ts';
import { closes, closingOf, opens, rustTokens } from './tokens.ts';

const HEAD_CLAUSES = new Set('invariant invariant_except_break ensures decreases'.split(' '));

/** A body without the clauses of its loops, its assertions, its `proof` blocks and its ghost variables: what is run. */
export const withoutProofInVerus = (body: string): string => `${textOnLines(runTokens(rustTokens(body)))}\n`;

/** What a candidate's body does, word for word, without what proves it. Throws `ForbiddenText`. */
export const doneInVerus = (candidate: string, contract: Contract): string =>
  runTokens(bodyTokens(candidate, contract))
    .map(({ text }) => text)
    .join(' ');

function runTokens(tokens: readonly PlacedToken[]): readonly PlacedToken[] {
  const kept: PlacedToken[] = [];
  for (let place = 0; place < tokens.length; ) {
    const token = tokens[place];
    if (token === undefined) break;
    const end = endOfProof(tokens, place);
    if (end === place) kept.push(token);
    place = Math.max(end, place + 1);
  }
  return kept;
}

/** The place behind what stands at `place` where it is there for the proof alone; `place` where it is run. */
function endOfProof(tokens: readonly PlacedToken[], place: number): number {
  const text = tokens[place]?.text ?? '';
  const next = tokens[place + 1]?.text ?? '';
  if (text === 'proof' && next === '{') return closingOf(tokens, place + 1) + 1;
  if (text === 'assert' && (next === '(' || next === 'forall')) return endOfAssertion(tokens, place + 1);
  if (text === 'let' && isGhost(tokens, place + 1)) return endOfStatement(tokens, place);
  if (HEAD_CLAUSES.has(text)) return endOfClause(tokens, place);
  return place;
}

/** `let ghost = 5` names a variable that is run. */
const isGhost = (tokens: readonly PlacedToken[], place: number): boolean =>
  ['ghost', 'tracked'].includes(tokens[place]?.text ?? '') && ![':', '=', ';'].includes(tokens[place + 1]?.text ?? '');

function endOfStatement(tokens: readonly PlacedToken[], start: number): number {
  let depth = 0;
  for (let place = start; place < tokens.length; place++) {
    const token = tokens[place];
    if (token === undefined) break;
    if (depth === 0 && token.text === ';') return place + 1;
    if (opens(token)) depth++;
    if (closes(token)) depth--;
  }
  return tokens.length;
}

/** Behind its `;`, or behind the block that proves it, or where the block ends that it is the last of; blocks of what it asserts are none of these. */
function endOfAssertion(tokens: readonly PlacedToken[], start: number): number {
  let depth = 0;
  let isProved = false;
  for (let place = start; place < tokens.length; place++) {
    const token = tokens[place];
    if (token === undefined) break;
    if (depth === 0 && token.text === ';') return place + 1;
    if (depth === 0 && closes(token)) return place;
    if (depth === 0 && token.text === 'by') isProved = true;
    if (opens(token)) depth++;
    if (closes(token)) depth--;
    if (isProved && depth === 0 && token.text === '}') return place + (tokens[place + 1]?.text === ';' ? 2 : 1);
  }
  return tokens.length;
}

/** To the brace that opens the loop's body; `start` where a statement ends before it: that was no clause of a loop. */
function endOfClause(tokens: readonly PlacedToken[], start: number): number {
  let depth = 0;
  for (let place = start; place < tokens.length; place++) {
    const token = tokens[place];
    if (token === undefined) break;
    if (depth === 0 && token.text === '{') return place;
    if (depth === 0 && (token.text === ';' || closes(token))) return start;
    if (opens(token)) depth++;
    if (closes(token)) depth--;
  }
  return start;
}
