import { ForbiddenText, type Token } from './contract.ts';

/** A token, with its place in the text. */
export interface PlacedToken extends Token {
  readonly start: number;
}

/** Takes what a sticky form finds at the place that is read. */
export type Take = (form: RegExp) => string | undefined;

const SPACE = /[ \t\r\n]+/y;

/**
 * The tokens of a text with the comments of C, which are left out; `next` takes one token, of which the first character and the line are told. Throws
 * `ForbiddenText` for an open comment, and what `next` throws.
 */
export function readTokens(
  text: string,
  next: (take: Take, character: string, line: number) => Omit<Token, 'line'>,
): readonly PlacedToken[] {
  const tokens: PlacedToken[] = [];
  let place = 0;
  let line = 1;
  const take: Take = (form) => {
    form.lastIndex = place;
    const found = form.exec(text)?.[0];
    if (found === undefined) return undefined;
    place += found.length;
    return found;
  };
  while (place < text.length) {
    const start = place;
    if (text.startsWith('/*', place) || text.startsWith('//', place)) place = endOfComment(text, place, line);
    else if (take(SPACE) === undefined) tokens.push({ ...next(take, text.slice(start, start + 1), line), line, start });
    line += text.slice(start, place).split('\n').length - 1;
  }
  return tokens;
}

/** Comments of several lines may hold others, as Dafny and Rust read them. One for documentation is a comment too: nothing of it is proved. */
function endOfComment(text: string, start: number, line: number): number {
  if (text.startsWith('//', start)) {
    const end = text.indexOf('\n', start);
    return end < 0 ? text.length : end;
  }
  let depth = 0;
  for (let place = start; place < text.length; place++) {
    if (text.startsWith('/*', place)) depth++;
    else if (text.startsWith('*/', place)) depth--;
    else continue;
    place++;
    if (depth === 0) return place + 1;
  }
  throw new ForbiddenText('a comment without an end', line);
}

/** The text of tokens, each on the line it stood on, so that a prover's lines are the candidate's own. */
export function textOnLines(tokens: readonly Token[]): string {
  let line = tokens[0]?.line ?? 1;
  let text = '';
  for (const token of tokens) {
    text += token.line > line ? '\n'.repeat(token.line - line) : ' ';
    text += token.text;
    line = Math.max(line, token.line);
  }
  return text.trimStart();
}
