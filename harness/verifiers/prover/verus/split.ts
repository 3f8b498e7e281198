import type { Contract } from '../../../types/task.ts';
import { ForbiddenText } from '../contract.ts';
import type { PlacedToken } from '../tokens.ts';
import { isOperandEnd } from './operand.ts';
import { nameIn } from './splice.ts';
import { closes, closingOf, opens, plainText, rustTokens, sliceOf } from './tokens.ts';

/** A function of a program as contract and body; all else that the program declares is its preamble. */
interface SplitFunction {
  readonly name: string;
  readonly contract: Contract;
  readonly body: string;
}

/** Begins a declaration, where one before it has ended. */
const BEGINS = new Set(
  'use fn pub spec proof exec open closed uninterp broadcast struct enum impl mod trait const static type global #'.split(
    ' ',
  ),
);
const CLAUSES = new Set('requires recommends ensures returns decreases opens_invariants no_unwind via when'.split(' '));

/**
 * The functions of a program that ensure something and have a body that is proved, in their order. What stands outside of `verus! { }` but for `use` is left
 * out, as is `main`. Throws `ForbiddenText` where the program is something else.
 */
export function splitVerus(program: string): readonly SplitFunction[] {
  const tokens = rustTokens(program);
  const start = tokens.findIndex(({ text }, index) => text === 'verus' && tokens[index + 1]?.text === '!');
  const close = start < 0 ? -1 : closingOf(tokens, start + 2);
  if (close < 0) throw new ForbiddenText('a program without verus! { }', 1);
  const within = itemsIn(tokens.slice(start + 3, close), program);
  const before = itemsIn(tokens.slice(0, start), program);
  const uses = before.filter(({ tokens: [first] }) => first?.text === 'use').filter(({ text }) => text !== PRELUDE);
  const items = [...uses, ...within].filter((item) => !isMain(item) && item.text !== PRELUDE);
  return items.flatMap((item) => {
    const split = functionIn(item, program);
    if (split === undefined || !split.contract.clauses.some((clause) => clause.startsWith('ensures '))) return [];
    const others = withoutCallers(
      split,
      items.filter((other) => other !== item),
    ).map(({ text }) => text);
    return [{ ...split, contract: { ...split.contract, preamble: others.join('\n\n') } }];
  });
}

/** A text that is one function, as contract and body; it may ensure nothing. Throws `ForbiddenText` where it is something else. */
export function splitVerusFunction(text: string): SplitFunction {
  const [item, other] = itemsIn(rustTokens(text), text);
  if (item === undefined) throw new ForbiddenText('a program that declares no function', 1);
  if (other !== undefined)
    throw new ForbiddenText(`a second declaration, ${other.tokens[0]?.text}`, other.tokens[0]?.line ?? 1);
  const split = functionIn(item, text);
  if (split === undefined) throw new ForbiddenText('a declaration that is no function with a body', 1);
  return split;
}

/** What calls a function is not needed to write it, and together they would be one recursion; what its contract speaks of stays. */
function withoutCallers({ name, contract }: SplitFunction, items: readonly Item[]): readonly Item[] {
  const spoken = new Set(rustTokens(contract.clauses.join('\n')).map(({ text }) => text));
  const gone = new Set([name]);
  for (let isNew = true; isNew; ) {
    const more = items.filter(({ tokens }) => {
      const own = functionName(tokens);
      return own !== undefined && !gone.has(own) && !spoken.has(own) && tokens.some(({ text }) => gone.has(text));
    });
    for (const { tokens } of more) gone.add(functionName(tokens) ?? '');
    isNew = more.length > 0;
  }
  return items.filter(({ tokens }) => !gone.has(functionName(tokens) ?? ''));
}

/** Of a function that is no specification. */
function functionName(tokens: readonly PlacedToken[]): string | undefined {
  const at = tokens.findIndex(({ text }) => text === 'fn');
  const isFunction = at >= 0 && tokens.slice(0, at).every(({ text }) => !NO_FUNCTION.has(text));
  return isFunction ? tokens[at + 1]?.text : undefined;
}

const NO_FUNCTION = new Set('spec impl trait mod struct enum'.split(' '));

const PRELUDE = 'use vstd::prelude::*;';

/** A declaration. */
interface Item {
  readonly tokens: readonly PlacedToken[];
  readonly text: string;
}

const isMain = ({ text }: Item): boolean => /^(?:pub\s+)?fn\s+main\s*\(/.test(text);

function itemsIn(tokens: readonly PlacedToken[], program: string): readonly Item[] {
  const starts: number[] = [];
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]?.text;
    const isAfterEnd = before === undefined || before === '}' || before === ';' || isAfterAttribute(tokens, index);
    const isAttributed = isAfterAttribute(tokens, index);
    if (depth === 0 && isAfterEnd && !isAttributed && BEGINS.has(token.text)) starts.push(index);
    if (opens(token)) depth++;
    if (closes(token)) depth--;
  }
  return starts.map((from, place) => {
    const own = tokens.slice(from, starts[place + 1]);
    // Comments behind the last token are the next declaration's.
    return { tokens: own, text: sliceOf(program, own) };
  });
}

/** `#[...] fn`: the attribute began the declaration. */
const isAfterAttribute = (tokens: readonly PlacedToken[], index: number): boolean => {
  if (tokens[index - 1]?.text !== ']') return false;
  let depth = 0;
  for (let place = index - 1; place >= 0; place--) {
    if (tokens[place]?.text === ']') depth++;
    if (tokens[place]?.text === '[' && --depth === 0) return tokens[place - 1]?.text === '#';
  }
  return false;
};

/** `undefined` for what is no function, for one of specifications, and for one without a body. */
function functionIn({ tokens }: Item, program: string): SplitFunction | undefined {
  if (functionName(tokens) === undefined) return undefined;
  const open = bodyOf(tokens);
  const [first] = tokens;
  const [brace, last] = [tokens[open], tokens.at(-1)];
  if (first === undefined || brace === undefined || last?.text !== '}') return undefined;
  const places = clausePlaces(tokens, open);
  const signature = plainText(tokens.slice(0, places[0] ?? open));
  const clauses = places.flatMap((place, index) => {
    const word = tokens[place]?.text ?? '';
    return listIn(tokens.slice(place + 1, places[index + 1] ?? open)).map((one) => `${word} ${one}`.trim());
  });
  const body = program
    .slice(brace.start + 1, last.start)
    .replace(/^\s*\n/, '')
    .trimEnd();
  return { name: nameIn(signature), contract: { preamble: '', signature, clauses }, body: `${body}\n` };
}

/** The last brace that stands in no bracket: clauses may hold blocks before it. */
function bodyOf(tokens: readonly PlacedToken[]): number {
  let [depth, found] = [0, -1];
  for (const [index, token] of tokens.entries()) {
    if (depth === 0 && token.text === '{') found = index;
    if (opens(token)) depth++;
    if (closes(token)) depth--;
  }
  return found;
}

function clausePlaces(tokens: readonly PlacedToken[], open: number): readonly number[] {
  let depth = 0;
  return tokens.flatMap((token, index) => {
    const isClause = depth === 0 && index < open && token.kind === 'word' && CLAUSES.has(token.text);
    if (opens(token)) depth++;
    if (closes(token)) depth--;
    return isClause ? [index] : [];
  });
}

/** Expressions between commas; those between the bars of a quantifier separate nothing. */
function listIn(tokens: readonly PlacedToken[]): readonly string[] {
  const pieces: string[] = [];
  let [depth, from] = [0, 0];
  let isBetweenBars = false;
  for (const [index, token] of tokens.entries()) {
    if (opens(token)) depth++;
    if (closes(token)) depth--;
    if (depth > 0) continue;
    if (token.text === '|' && (isBetweenBars || !isOperandEnd(tokens[index - 1]))) isBetweenBars = !isBetweenBars;
    if (token.text !== ',' || isBetweenBars) continue;
    pieces.push(plainText(tokens.slice(from, index)));
    from = index + 1;
  }
  return [...pieces, plainText(tokens.slice(from))].filter((piece) => piece !== '');
}
