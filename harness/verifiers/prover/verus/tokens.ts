import { ForbiddenText, type Token } from '../contract.ts';

const SPACE = /[ \t\r\n]+/y;
const ESCAPE = String.raw`\\(?:[nrt\\0'"]|x[0-9A-Fa-f]{2}|u\{[0-9A-Fa-f_]{1,8}\})`;
const BYTES = new RegExp(`b(?:"(?:[^"\\\\]|\\\\[\\s\\S])*"|'(?:[^'\\\\\n]|${ESCAPE})')`, 'y');
/** Texts in which no escape is one, `r"..."`, those of C, and names that hide a word, `r#fn`. */
const RAW = /(?:br|cr?|r)#*["']|r#[A-Za-z_]|b["']/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /0[xob][0-9A-Fa-f_]+(?:[iu](?:8|16|32|64|128|size))?|\d[\d_]*(?:[A-Za-z]\w*)?/y;
const STRING = /"(?:[^"\\]|\\[\s\S])*"/y;
const CHARACTER = new RegExp(`'(?:[^'\\\\\n]|${ESCAPE})'`, 'y');
const LABEL = /'[A-Za-z_]\w*/y;
/** Longer ones first, as the lexers of Rust and Verus take them. */
const SYMBOL =
  /=~~=|<==>|&&&|\|\|\||=~=|!~=|==>|<==|===|!==|\.\.=|\.\.\.|<<=|>>=|::|->|=>|==|!=|<=|>=|&&|\|\||\.\.|\+=|-=|\*=|\/=|%=|\^=|&=|\|=|<<|>>|[{}()[\],;:.+\-*/%<>=!|&?^@#~]/y;

/** A token, with its place in the text. */
export interface RustToken extends Token {
  readonly start: number;
}

/** The tokens of Rust text, comments left out. Throws `ForbiddenText` for an open comment or text and for what no program of a task needs. */
export function rustTokens(text: string): readonly RustToken[] {
  const tokens: RustToken[] = [];
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
    for (let at = text.indexOf('\n', start); at >= 0 && at < place; at = text.indexOf('\n', at + 1)) line++;
  }
  return tokens;
}

function nextToken(take: (form: RegExp) => string | undefined, character: string, line: number): Omit<Token, 'line'> {
  const bytes = take(BYTES);
  if (bytes !== undefined) return { text: bytes, kind: 'string' };
  const raw = take(RAW);
  if (raw !== undefined) throw new ForbiddenText(`the literal ${raw}`, line);
  const word = take(WORD);
  if (word !== undefined) return { text: word, kind: 'word' };
  const number = take(NUMBER);
  if (number !== undefined) return { text: number, kind: 'number' };
  const string = take(STRING) ?? take(CHARACTER);
  if (string !== undefined) return { text: string, kind: 'string' };
  const symbol = take(LABEL) ?? take(SYMBOL);
  if (symbol !== undefined) return { text: symbol, kind: 'symbol' };
  throw new ForbiddenText(`the character ${JSON.stringify(character)}`, line);
}

/** Comments of several lines may hold others. A comment for documentation is one too: nothing of it is proved. */
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

/** The text of tokens, each on the line it stood on, so that Verus' lines are the candidate's own. */
export function rustText(tokens: readonly Token[]): string {
  let line = tokens[0]?.line ?? 1;
  let text = '';
  for (const token of tokens) {
    text += token.line > line ? '\n'.repeat(token.line - line) : ' ';
    text += token.text;
    line = Math.max(line, token.line);
  }
  return text.trimStart();
}

/** What of a text its tokens stand in. */
export function sliceOf(text: string, tokens: readonly RustToken[]): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.start + last.text.length);
}

/** Tokens on one line, with a space where the text has one or a comment. */
export function plainText(tokens: readonly RustToken[]): string {
  return tokens
    .map((token, index) => {
      const before = tokens[index - 1];
      const isApart = before !== undefined && before.start + before.text.length < token.start;
      return `${isApart ? ' ' : ''}${token.text}`;
    })
    .join('');
}

const OPENS = new Set(['{', '(', '[']);
const CLOSES = new Set(['}', ')', ']']);
export const opens = ({ text, kind }: Token): boolean => kind === 'symbol' && OPENS.has(text);
export const closes = ({ text, kind }: Token): boolean => kind === 'symbol' && CLOSES.has(text);

/** Index of the bracket that closes the one at `open`; -1 where none does. */
export function closingOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (const [ahead, token] of tokens.slice(open).entries()) {
    if (opens(token)) depth++;
    if (closes(token) && --depth === 0) return open + ahead;
  }
  return -1;
}
