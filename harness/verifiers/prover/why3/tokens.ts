import { ForbiddenText, type Token } from '../contract.ts';

/** A line of a Python program for Why3: its tokens, and whether it is an annotation (`#@`). */
export interface ProgramLine {
  readonly indent: number;
  readonly isAnnotation: boolean;
  readonly tokens: readonly Token[];
  /** From 1. */
  readonly line: number;
}

const PIECES = /[ ]+|[A-Za-z_][A-Za-z0-9_]*|\d+|\/\/|->|<->|==|!=|<=|>=|[+*-]=|[-+*%<>=()[\],:.]/y;
const DOCSTRING = /^[ ]*("""|''')/;

/**
 * The lines of Python text that mean something; comments and a docstring are left out. Throws `ForbiddenText` for whatever Why3's Python
 * does not know: strings, other operators, tabs, characters outside ASCII.
 */
export function programLines(text: string): readonly ProgramLine[] {
  const lines: ProgramLine[] = [];
  let quote: string | undefined;
  for (const [index, source] of text.replaceAll('\r\n', '\n').split('\n').entries()) {
    const line = index + 1;
    if (quote !== undefined) {
      quote = endOfDocstring(source, quote, line);
      continue;
    }
    const opening = DOCSTRING.exec(source);
    // A docstring may stand where a function's body begins, and nowhere else.
    if (opening !== null && lines.every(({ tokens }) => !isStatement(tokens)) && opening[1] !== undefined) {
      quote = endOfDocstring(source.slice(opening[0].length), opening[1], line);
      continue;
    }
    const read = readLine(source, line);
    if (read.tokens.length > 0) lines.push(read);
  }
  if (quote !== undefined) throw new ForbiddenText('a docstring without an end', text.split('\n').length);
  return lines;
}

const isStatement = ([first]: readonly Token[]): boolean =>
  first !== undefined && !['def', 'requires', 'ensures', 'variant'].includes(first.text);

function endOfDocstring(text: string, quote: string, line: number): string | undefined {
  const end = text.indexOf(quote);
  if (end < 0) return quote;
  if (text.slice(end + quote.length).trim() !== '') throw new ForbiddenText('text after a docstring', line);
  return undefined;
}

function readLine(source: string, line: number): ProgramLine {
  const indent = source.length - source.trimStart().length;
  const text = source.trimStart();
  const isAnnotation = text.startsWith('#@');
  const hash = text.indexOf('#');
  if (!isAnnotation && hash > 0 && text.startsWith('#@', hash))
    throw new ForbiddenText('an annotation behind a statement', line);
  const code = isAnnotation ? text.slice(2) : hash < 0 ? text : text.slice(0, hash);
  if (/^[^ ]/.test(source.slice(0, indent).replaceAll(' ', ''))) throw new ForbiddenText('a tab', line);
  return { indent, isAnnotation, tokens: tokensOf(code, line), line };
}

function tokensOf(code: string, line: number): Token[] {
  const tokens: Token[] = [];
  PIECES.lastIndex = 0;
  while (PIECES.lastIndex < code.length) {
    const start = PIECES.lastIndex;
    const text = PIECES.exec(code)?.[0];
    if (text === undefined) throw new ForbiddenText(`the text ${JSON.stringify(code.slice(start, start + 1))}`, line);
    if (text.startsWith(' ')) continue;
    const kind = /^[A-Za-z_]/.test(text) ? 'word' : /^\d/.test(text) ? 'number' : 'symbol';
    tokens.push({ text, kind, line });
  }
  return tokens;
}

/** A line as text, at another indentation. */
export const lineText = ({ isAnnotation, tokens }: ProgramLine, indent: number): string =>
  `${' '.repeat(indent)}${isAnnotation ? '#@ ' : ''}${tokens.map(({ text }) => text).join(' ')}`;
