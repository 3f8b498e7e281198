import { ForbiddenText, type Token } from '../contract.ts';
import { type PlacedToken, readTokens, type Take } from '../tokens.ts';

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

/** The tokens of Rust text, comments left out. Throws `ForbiddenText` for an open comment or text and for what no program of a task needs. */
export const rustTokens = (text: string): readonly PlacedToken[] => readTokens(text, nextToken);

function nextToken(take: Take, character: string, line: number): Omit<Token, 'line'> {
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

/** What of a text its tokens stand in. */
export function sliceOf(text: string, tokens: readonly PlacedToken[]): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.start + last.text.length);
}

/** Tokens on one line, with a space where the text has one or a comment. */
export function plainText(tokens: readonly PlacedToken[]): string {
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
