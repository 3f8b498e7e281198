import { ForbiddenText, type Token } from '../contract.ts';
import { type PlacedToken, readTokens, type Take } from '../tokens.ts';

const WORD = /[A-Za-z_][A-Za-z0-9_'?]*/y;
const NUMBER = /0x[0-9A-Fa-f_]+|\d[\d_]*(?:\.\d[\d_]*)?/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const CHARACTER = /'(?:[^'\\\n]|\\.)'/y;
const SYMBOL =
  /<==>|!in(?![A-Za-z0-9_'?])|==>|<==|:\||::|:=|\.\.|==|!=|<=|>=|=>|->|~>|&&|\|\||!!|\{:|[{}()[\],;:.+\-*/%<>=!|&?^]/y;

/** The tokens of Dafny text, comments left out. Throws `ForbiddenText` for an open comment or string and for what no program needs. */
export const dafnyTokens = (text: string): readonly PlacedToken[] => readTokens(text, nextToken);

function nextToken(take: Take, character: string, line: number): Omit<Token, 'line'> {
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
