import { checkSize, ForbiddenText, MOST_NESTING, type Token } from '../contract.ts';

/** Words of the language that a body may have. All others of its reserved words are forbidden; names that are not reserved are free. */
const ALLOWED = new Set(
  (
    'allocated array assert bool break by case char decreases else ensures exists false forall fresh ghost if imap in int invariant ' +
    'iset map match modifies multiset nat new null old real requires reads return seq set string then true unchanged var while'
  ).split(' '),
);
const RESERVED = new Set(
  (
    'abstract assume axiom calc class codatatype colemma const constructor copredicate datatype default expect export extends extern ' +
    'function import include inductive iterator label lemma method modify module nameonly newtype object opened ORDINAL predicate print ' +
    'protected provides refines returns reveal reveals static this trait twostate type where witness yield yields opaque least greatest'
  ).split(' '),
);

/** What a `{` may follow so that it opens a block: the end of an expression. After anything else it opens a set. */
const ENDS_EXPRESSION = /^(?:[A-Za-z_].*|\d.*|["'].*|[)\]}])$/;
const NEEDS_OPERAND = new Set(
  (
    'in then else if while match forall exists var multiset set iset map imap seq requires ensures invariant decreases modifies reads ' +
    'case assert return'
  ).split(' '),
);

/** In what a Dafny differs from 2.3. */
export interface Grammar {
  /** `for i := a to b { }` is a loop, and not a name. */
  readonly hasFor: boolean;
}

/**
 * Reads a method's body, without its own braces, and throws `ForbiddenText` where it is more than statements that a proof stands on:
 * every word and attribute is on a list, and loops and `forall` statements have bodies, for one without is believed.
 */
export function checkDafnyBody(tokens: readonly Token[], { hasFor }: Grammar = { hasFor: false }): void {
  checkSize(tokens, ({ text }) => text === ';' || text === '{' || text === '}');
  checkWords(tokens);
  checkBrackets(tokens);
  const reader = { tokens, place: 0, openCases: 0, hasFor };
  while (reader.place < tokens.length) readStatement(reader);
}

export function checkWords(tokens: readonly Token[]): void {
  for (const [index, { text, kind, line }] of tokens.entries()) {
    if (text === '{:' && tokens[index + 1]?.text !== 'trigger')
      throw new ForbiddenText(`the attribute {:${tokens[index + 1]?.text ?? ''}}`, line);
    if (text === 'decreases' && tokens[index + 1]?.text === '*') throw new ForbiddenText('decreases *', line);
    if (kind !== 'word') continue;
    if (RESERVED.has(text) && !ALLOWED.has(text)) throw new ForbiddenText(text, line);
    if (/^_.|^reveal_/.test(text)) throw new ForbiddenText(`the name ${text}`, line);
  }
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '{:': '}', '(': ')', '[': ']' };

export function checkBrackets(tokens: readonly Token[]): void {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind !== 'symbol') continue;
    if (token.text in CLOSING) open.push(token);
    else if ('}])'.includes(token.text)) {
      const last = open.pop();
      if (last === undefined) throw new ForbiddenText(`a ${token.text} that closes what it did not open`, token.line);
      if (CLOSING[last.text] !== token.text)
        throw new ForbiddenText(`${last.text} closed by ${token.text}`, token.line);
    }
  }
  const last = open.at(-1);
  if (last !== undefined) throw new ForbiddenText(`${last.text} without an end`, last.line);
}

interface Reader {
  readonly tokens: readonly Token[];
  place: number;
  /** How many lists of cases it is in: the only nesting that needs no bracket. */
  openCases: number;
  readonly hasFor: boolean;
}

const textAt = ({ tokens, place }: Reader, ahead = 0): string => tokens[place + ahead]?.text ?? '';
const lineOf = ({ tokens, place }: Reader): number => tokens[Math.min(place, tokens.length - 1)]?.line ?? 1;

function expectText(reader: Reader, text: string, within: string): void {
  if (textAt(reader) !== text) throw new ForbiddenText(`${within} without ${text}`, lineOf(reader));
  reader.place++;
}

const READERS: Readonly<Record<string, (reader: Reader) => void>> = {
  '{': (reader) => readBlock(reader, 'a block'),
  if: readIf,
  while: readWhile,
  match: readMatch,
  forall: readForall,
  assert: readAssert,
  var: (reader) => skipTo(reader, 'var'),
  ghost: (reader) => skipTo(reader, 'ghost'),
  return: (reader) => skipTo(reader, 'return'),
  break: (reader) => skipTo(reader, 'break'),
};

function readStatement(reader: Reader): void {
  const first = textAt(reader);
  const isName = reader.tokens[reader.place]?.kind === 'word' && !ALLOWED.has(first);
  const isFor = reader.hasFor && first === 'for';
  const read = isFor ? readFor : isName ? readUpdate : READERS[first];
  if (read === undefined) throw new ForbiddenText(`a statement that begins with ${first}`, lineOf(reader));
  read(reader);
}

function readBlock(reader: Reader, within: string): void {
  expectText(reader, '{', within);
  while (textAt(reader) !== '}') {
    if (reader.place >= reader.tokens.length) throw new ForbiddenText(`${within} without }`, lineOf(reader));
    readStatement(reader);
  }
  reader.place++;
}

function readIf(reader: Reader): void {
  while (textAt(reader) === 'if') {
    reader.place++;
    if (textAt(reader) === '{') {
      readCases(reader, 'if');
      return;
    }
    if (textAt(reader) === 'case') {
      readEachCase(reader);
      return;
    }
    readHead(reader, 'if');
    readBlock(reader, 'if');
    if (textAt(reader) !== 'else') return;
    reader.place++;
  }
  readBlock(reader, 'else');
}

function readWhile(reader: Reader): void {
  reader.place++;
  readHead(reader, 'while');
  if (textAt(reader) === '{' && textAt(reader, 1) === 'case') readCases(reader, 'while');
  else readBlock(reader, 'while');
}

function readMatch(reader: Reader): void {
  reader.place++;
  readHead(reader, 'match');
  readCases(reader, 'match');
}

function readForall(reader: Reader): void {
  reader.place++;
  readHead(reader, 'forall');
  readBlock(reader, 'forall');
}

function readFor(reader: Reader): void {
  reader.place++;
  readHead(reader, 'for');
  readBlock(reader, 'for');
}

/** `{ case guard => statements ... }` */
function readCases(reader: Reader, within: string): void {
  expectText(reader, '{', within);
  readEachCase(reader);
  expectText(reader, '}', within);
}

function readEachCase(reader: Reader): void {
  if (++reader.openCases > MOST_NESTING)
    throw new ForbiddenText(`cases more than ${MOST_NESTING} deep`, lineOf(reader));
  while (textAt(reader) === 'case') {
    while (textAt(reader) !== '=>') {
      if (['}', ''].includes(textAt(reader))) throw new ForbiddenText('case without =>', lineOf(reader));
      skipOne(reader);
    }
    reader.place++;
    while (!['case', '}', ''].includes(textAt(reader))) readStatement(reader);
  }
  reader.openCases--;
}

function readAssert(reader: Reader): void {
  reader.place++;
  while (textAt(reader) !== ';') {
    if (textAt(reader) === 'by' && textAt(reader, 1) === '{') {
      reader.place++;
      readBlock(reader, 'assert');
      return;
    }
    if (['', '}'].includes(textAt(reader))) throw new ForbiddenText('assert without ;', lineOf(reader));
    skipOne(reader);
  }
  reader.place++;
}

/** An assignment or a call. */
function readUpdate(reader: Reader): void {
  const start = reader.place;
  skipTo(reader, 'a statement');
  const texts = reader.tokens.slice(start, reader.place - 1).map(({ text }) => text);
  if (texts.includes(':=') || texts.includes(':|') || texts.at(-1) === ')') return;
  throw new ForbiddenText(`a statement that begins with ${texts[0]}`, reader.tokens[start]?.line ?? 1);
}

/** Past the next `;` that stands in no bracket. */
function skipTo(reader: Reader, within: string): void {
  while (textAt(reader) !== ';') {
    if (['', '}'].includes(textAt(reader))) throw new ForbiddenText(`${within} without ;`, lineOf(reader));
    skipOne(reader);
  }
  reader.place++;
}

/** To the `{` of the body: the first that follows the end of an expression. A `;` may end a clause, as old programs have it. */
function readHead(reader: Reader, word: string): void {
  const start = reader.place;
  const noBody = (): never => {
    throw new ForbiddenText(`${word} without a body`, lineOf(reader));
  };
  let openBars = 0;
  let comprehensions = 0;
  let hasEnded = false;
  while (!(textAt(reader) === '{' && (hasEnded || opensBlock(reader, start)))) {
    const text = textAt(reader);
    if (text === '' || text === '}' || (text === ';' && !CLAUSES.has(textAt(reader, 1)))) noBody();
    // Two operands side by side are no expression: the head has ended, and what follows is the next statement.
    const isBound = word === 'for' && BOUNDS.has(text);
    const isOperand = reader.tokens[reader.place]?.kind !== 'symbol' && !CONTINUES.has(text) && !isBound;
    if (isOperand && hasEnded) noBody();
    if (isComprehension(reader)) comprehensions++;
    const separates = text === '|' && comprehensions > 0;
    const closesBar: boolean = text === '|' && !separates && hasEnded && openBars > 0;
    if (separates) comprehensions--;
    else if (text === '|') openBars += closesBar ? -1 : hasEnded ? 0 : 1;
    skipOne(reader);
    hasEnded = closesBar || (!isBound && endsExpression(reader.tokens[reader.place - 1]));
  }
}

/** `set i | ...`, and no type: the next bar stands between what is bound and its range. */
const isComprehension = (reader: Reader): boolean =>
  /^i?(?:set|map)$/.test(textAt(reader)) && reader.tokens[reader.place + 1]?.kind === 'word';

/** A `{` where nothing stands before it: at once, after a clause's `;`, and after the guard `*`. */
function opensBlock({ tokens, place }: Reader, start: number): boolean {
  const before = tokens[place - 1]?.text;
  return place === start || before === ';' || (before === '*' && place === start + 1);
}

const endsExpression = (token: Token | undefined): boolean =>
  token !== undefined && ENDS_EXPRESSION.test(token.text) && !NEEDS_OPERAND.has(token.text);

/** What may follow a clause's `;`. */
const CLAUSES = new Set('{ invariant decreases modifies ensures'.split(' '));

/** Words that may follow the end of an expression in the head of a loop. */
const CONTINUES = new Set('in then else invariant decreases modifies ensures'.split(' '));

/** What stands before the second bound of a `for`. */
const BOUNDS = new Set(['to', 'downto']);

/** One token, or a bracket with all that is in it. */
function skipOne(reader: Reader): void {
  let depth = 0;
  do {
    const text = textAt(reader);
    if (text === '') throw new ForbiddenText('a bracket without an end', lineOf(reader));
    // The block behind it holds statements, which nobody here would read.
    if (text === 'by') throw new ForbiddenText('by within an expression', lineOf(reader));
    const isSymbol = reader.tokens[reader.place]?.kind === 'symbol';
    if (isSymbol && text in CLOSING) depth++;
    else if (isSymbol && '}])'.includes(text)) depth--;
    reader.place++;
  } while (depth > 0);
}
