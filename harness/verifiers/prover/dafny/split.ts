import type { Contract } from '../../../types/task.ts';
import { ForbiddenText } from '../contract.ts';
import { dafnyTokens } from './tokens.ts';

const CLAUSES = new Set('requires ensures modifies reads decreases'.split(' '));

interface SplitMethod {
  readonly contract: Contract;
  readonly body: string;
}

/** As `splitDafnyMethod`. Throws `ForbiddenText` for a method that ensures nothing, too. */
export function splitDafny(program: string): SplitMethod {
  const split = splitDafnyMethod(program);
  if (split.contract.clauses.some((clause) => clause.startsWith('ensures '))) return split;
  throw new ForbiddenText('a method that ensures nothing', 1);
}

/** A program that is one method, as contract and body; it may ensure nothing. Throws `ForbiddenText` where it is something else. */
export function splitDafnyMethod(program: string): SplitMethod {
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
  const signature = oneLine(program.slice(first.start, starts[0] ?? opened));
  const body = program.slice(opened + 1, program.lastIndexOf('}'));
  return { contract: { preamble: '', signature, clauses }, body: `${body.replace(/^\s*\n/, '').trimEnd()}\n` };
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');
