import type { Contract } from '../../../types/task.ts';
import { ForbiddenText } from '../contract.ts';
import { dafnyTokens } from './tokens.ts';

const CLAUSES = new Set('requires ensures modifies reads decreases'.split(' '));

/**
 * A program that is one method, as contract and body. Throws `ForbiddenText` where it is something else, and for a method that ensures
 * nothing.
 */
export function splitDafny(program: string): { readonly contract: Contract; readonly body: string } {
  const tokens = dafnyTokens(program);
  const [first] = tokens;
  if (first?.text !== 'method') throw new ForbiddenText(`a program that does not begin with method`, 1);
  if (tokens.at(-1)?.text !== '}') throw new ForbiddenText('a method without a body', first.line);
  const starts: number[] = [];
  let depth = 0;
  let opened = 0;
  for (const { text, kind, start } of tokens) {
    if (kind === 'symbol' && /^[({[]/.test(text)) {
      // The last one at this depth is the body's: clauses may hold sets.
      if (depth === 0 && text === '{') opened = start;
      depth++;
    }
    if (kind === 'symbol' && /^[)}\]]/.test(text)) depth--;
    if (kind === 'word' && depth === 0 && CLAUSES.has(text)) starts.push(start);
  }
  const ends = [...starts.slice(1), opened];
  const clauses = starts.map((start, index) => oneLine(program.slice(start, ends[index])));
  if (!clauses.some((clause) => clause.startsWith('ensures ')))
    throw new ForbiddenText('a method that ensures nothing', first.line);
  const signature = oneLine(program.slice(first.start, starts[0]));
  const body = program.slice(opened + 1, program.lastIndexOf('}'));
  return { contract: { preamble: '', signature, clauses }, body: `${body.replace(/^\s*\n/, '').trimEnd()}\n` };
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');
