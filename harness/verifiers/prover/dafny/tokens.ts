import { ForbiddenText, type Token } from '../contract.ts';

const SPACE = /[ \t\r\n]+/y;
const WORD = /[A-Za-z_][A-Za-z0-9_'?]*/y;
const NUMBER = /0x[0-9A-Fa-f_]+|\d[\d_]*(?:\.\d[\d_]*)?/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const CHARACTER = /'(?:[^'\\\n]|\\.)'/y;
const SYMBOL =
  /<==>|!in(?![A-Za-z0-9_'?])|==>|<==|:\||::|:=|\.\.|==|!=|<=|>=|=>|->|~>|&&|\|\||!!|\{:|[{}()[\],;:.+\-*/%<>=!|&?^]/y;

/** A token, with its place in the text. */
interface DafnyToken extends Token {
  readonly start: number;
}

/** The tokens of Dafny text, comments left out. Throws `ForbiddenText` for an open comment or string and for what no program needs. */
export function dafnyTokens(text: string): readonly DafnyToken[] {
  const tokens: DafnyToken[] = [];
  let place = 0;
  let line = 1;
  const take = (form: RegExp): string | undefined => {
    form.lastIndex = place;
    const found = form.exec(text)?.[0];
    if (found === undefined) return undefined;
    place += found.length;
    return found;
  };
  while (place < text.length) {
    const start = place;
    if (text.startsWith('/*', place) || text.startsWith('//', place)) place = endOfComment(text, place, line);
    else if (take(SPACE) === undefined)
      tokens.push({ ...nextToken(take, text.slice(start, start + 1), line), line, start });
    line += text.slice(start, place).split('\n').length - 1;
  }
  return tokens;
}

function nextToken(take: (form: RegExp) => string | undefined, character: string, line: number): Omit<Token, 'line'> {
  const word = take(WORD);
  if (word !== undefined) return { text: word, kind: 'word' };
  const number = take(NUMBER);
  if (number !== undefined) return { text: number, kind: 'number' };
  const string = take(STRING) ?? take(CHARACTER);
  if (string !== undefined) return { text: string, kind: 'string' };
  const symbol = take(SYMBOL);
  if (symbol !== undefined) return { text: symbol, kind: 'symbol' };
  throw new ForbiddenText(`the character ${JSON.stringify(character)}`, line);
}

/** Comments of several lines may hold others, as Dafny reads them. */
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
export function dafnyText(tokens: readonly Token[]): string {
  let line = tokens[0]?.line ?? 1;
  let text = '';
  for (const token of tokens) {
    text += token.line > line ? '\n'.repeat(token.line - line) : ' ';
    text += token.text;
    line = Math.max(line, token.line);
  }
  return text.trimStart();
}
