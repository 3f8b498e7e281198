import { dafnyTokens } from './tokens.ts';

type DafnyTokens = ReturnType<typeof dafnyTokens>;

/** What a program declares, outside of all braces. */
export interface DafnyDeclaration {
  /** `method`, `function`, `lemma`, `class` … */
  readonly kind: string;
  readonly name: string;
  /** As published, without comments. */
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly hasBody: boolean;
}

const KINDS = new Set(
  (
    'method function predicate lemma datatype codatatype class trait module const type newtype import include iterator copredicate ' +
    'colemma inductive twostate constructor greatest least'
  ).split(' '),
);
const MODIFIERS = new Set('ghost static abstract opaque'.split(' '));

/** The declarations of a program, in their order. Throws `ForbiddenText` for a character that Dafny 2.3 does not read. */
export function dafnyDeclarations(program: string): readonly DafnyDeclaration[] {
  const tokens = dafnyTokens(program);
  const starts: number[] = [];
  let depth = 0;
  for (const [index, { text, kind }] of tokens.entries()) {
    const isStart = depth === 0 && kind === 'word' && (KINDS.has(text) || MODIFIERS.has(text));
    const before = tokens[index - 1]?.text ?? '';
    const isContinued = MODIFIERS.has(before) || KINDS.has(before);
    if (isStart && !isContinued && !isPartOfAnother(text, before)) starts.push(index);
    if (kind === 'symbol' && /^[({[]/.test(text)) depth++;
    if (kind === 'symbol' && /^[)}\]]/.test(text)) depth--;
  }
  return starts.map((start, place) => toDeclaration(tokens.slice(start, starts[place + 1]), program));
}

/** `type` and `function` may stand in a declaration: of a datatype's field, a refinement. */
const isPartOfAnother = (text: string, before: string): boolean =>
  [':', ',', '<', '=', '|'].includes(before) && text !== 'method';

function toDeclaration(tokens: DafnyTokens, program: string): DafnyDeclaration {
  const at = tokens.findIndex(({ text, kind }) => kind === 'word' && !MODIFIERS.has(text));
  const kind = tokens[at]?.text ?? '';
  const name =
    tokens.slice(at + 1).find(({ text, kind: own }, index) => isName(tokens, at + 1 + index, text, own))?.text ?? '';
  return {
    kind,
    name,
    text: textOf(tokens, program),
    words: new Set(tokens.flatMap(({ text, kind: own }) => (own === 'word' ? [text] : []))),
    hasBody: tokens.at(-1)?.text === '}' && lastOpen(tokens) > at,
  };
}

/** Between two tokens stand spaces and comments: of these a line's end with what it is indented by is kept, or one space. */
function textOf(tokens: DafnyTokens, program: string): string {
  return tokens
    .map((token, index) => {
      const before = tokens[index - 1];
      const gap = before === undefined ? '' : program.slice(before.start + before.text.length, token.start);
      const indent = gap.match(/\n([ \t]*)[^\n]*$/)?.[1];
      return `${indent === undefined ? (gap === '' ? '' : ' ') : `\n${indent}`}${token.text}`;
    })
    .join('');
}

/** The first word that is neither a kind (`function method`) nor within an attribute. */
function isName(tokens: DafnyTokens, index: number, text: string, kind: string): boolean {
  const opened = tokens.slice(0, index).filter((token) => token.text === '{:').length;
  const closed = tokens.slice(0, index).filter((token) => token.text === '}').length;
  return kind === 'word' && !KINDS.has(text) && opened <= closed;
}

/** Where the last brace outside of all others opens. */
function lastOpen(tokens: DafnyTokens): number {
  let [depth, found] = [0, -1];
  for (const [index, { text, kind }] of tokens.entries()) {
    if (kind !== 'symbol') continue;
    if (depth === 0 && text === '{') found = index;
    if (/^[({[]/.test(text)) depth++;
    if (/^[)}\]]/.test(text)) depth--;
  }
  return found;
}
