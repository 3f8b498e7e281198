import type { Contract } from '../../../types/task.ts';
import { ChangedContract, ForbiddenText, isSameText, type Spliced, spliceOrRefuse, type Token } from '../contract.ts';
import { type PlacedToken, textOnLines } from '../tokens.ts';
import { checkVerusBody } from './body.ts';
import { closingOf, rustTokens } from './tokens.ts';

/**
 * A candidate's body under its contract: the candidate is the body, or the whole function with the contract as it was given, within `verus! { }` or
 * not. Only tokens of an admissible body reach the program; signature, clauses and helpers are the contract's own.
 */
export function spliceVerus(candidate: string, contract: Contract): Spliced {
  return spliceOrRefuse(candidate, () => {
    const body = bodyTokens(candidate, contract);
    checkVerusBody(body);
    checkOwnCalls(body, contract);
    return { program: functionWith(contract, textOnLines(body)), probe: functionWith(contract, probeOf(contract)) };
  });
}

/** The contract as Verus reads it; of each kind of clause there is one list. */
export function verusHead({ signature, clauses }: Pick<Contract, 'signature' | 'clauses'>): string {
  const kinds = new Map<string, string[]>();
  for (const clause of clauses) {
    const [word = ''] = clause.split(' ', 1);
    kinds.set(word, [...(kinds.get(word) ?? []), clause.slice(word.length + 1)]);
  }
  const lists = [...kinds].map(([word, each]) => `    ${word}\n${each.map((one) => `        ${one},`).join('\n')}`);
  return [signature, ...lists].join('\n');
}

const functionWith = (contract: Contract, body: string): string =>
  programWith([contract.preamble.trim(), `${verusHead(contract)}\n{\n${body}\n}`]);

/** A whole file: declarations, and the `main` that a program has. */
export const programWith = (declarations: readonly string[]): string =>
  `use vstd::prelude::*;\n\nverus! {\n\n${declarations.filter((part) => part !== '').join('\n\n')}\n\nfn main() {\n}\n\n} // verus!\n`;

/** Proved where the conditions contradict one another, and nowhere else; what requires `false` gives a value of any type. */
const probeOf = ({ signature }: Contract): string =>
  isProof(signature) ? 'assert(false);' : 'assert(false);\nvstd::pervasive::unreached()';

const isProof = (signature: string): boolean => /\bproof\s+fn\b/.test(signature);

/** The name that a signature declares. */
export const nameIn = (signature: string): string => signature.match(/\bfn\s+(\w+)/)?.[1] ?? '';

/** Without a `decreases` of its own nothing says that a function that calls itself ends, and what never returns fulfils everything. */
function checkOwnCalls(body: readonly Token[], { signature, clauses }: Contract): void {
  if (clauses.some((clause) => clause.startsWith('decreases '))) return;
  const name = nameIn(signature);
  const call = body.find(({ text, kind }, index) => kind === 'word' && text === name && body[index - 1]?.text !== '.');
  if (call !== undefined) throw new ForbiddenText(`${name} within itself: nothing says that it ends`, call.line);
}

/** A candidate's statements between the function's braces. Throws `ForbiddenText` for another function, and `ChangedContract` for another head. */
export function bodyTokens(candidate: string, contract: Contract): readonly PlacedToken[] {
  const tokens = afterPreamble(withoutFrame(rustTokens(candidate)), rustTokens(contract.preamble));
  const [first] = tokens;
  if (first === undefined || !isDeclaration(tokens)) {
    const isBraced = first?.text === '{' && closingOf(tokens, 0) === tokens.length - 1;
    return isBraced ? tokens.slice(1, -1) : tokens;
  }
  const head = withoutCommas(rustTokens(verusHead(contract)));
  const braces = tokens.flatMap(({ text }, index) => (text === '{' && index <= 2 * head.length ? [index] : []));
  const open = braces.find((index) => isSameText(withoutCommas(tokens.slice(0, index)), head));
  if (open === undefined) throw new ChangedContract(first.line);
  const close = closingOf(tokens, open);
  if (close < 0) throw new ForbiddenText('a function without }', first.line);
  const [after] = withoutMain(tokens.slice(close + 1));
  if (after !== undefined) throw new ForbiddenText(`a second declaration, ${after.text}`, after.line);
  return tokens.slice(open + 1, close);
}

/** `fn`, `pub exec fn`: what a declaration begins with. */
const isDeclaration = (tokens: readonly PlacedToken[]): boolean =>
  tokens
    .slice(0, 4)
    .some(({ text, kind }, index) => kind === 'word' && text === 'fn' && tokens.slice(0, index).every(isModifier));

const isModifier = ({ text }: PlacedToken): boolean => ['pub', 'exec', 'proof'].includes(text);

/** The function that a whole file declares beside an empty `main`; `undefined` where it is no declaration. */
export function declarationIn(tokens: readonly PlacedToken[]): readonly PlacedToken[] | undefined {
  const within = withoutFrame(tokens);
  if (!isDeclaration(within)) return undefined;
  const isBeforeMain = within.length > MAIN.length && isSameText(within.slice(-MAIN.length), MAIN);
  return isBeforeMain ? within.slice(0, -MAIN.length) : within;
}

/** A last comma may stand there or not: `ensures r > x {` and `ensures r > x, {` say the same. */
const withoutCommas = (tokens: readonly PlacedToken[]): readonly PlacedToken[] =>
  tokens.filter(({ text }, index) => {
    const next = tokens[index + 1]?.text;
    return text !== ',' || !(next === undefined || CLAUSES.has(next));
  });

const CLAUSES = new Set('requires ensures decreases recommends returns opens_invariants no_unwind'.split(' '));

/** What a whole file has around its declarations: `use vstd::prelude::*;`, an empty `main`, and `verus! { }`. */
function withoutFrame(tokens: readonly PlacedToken[]): readonly PlacedToken[] {
  const inner = withoutMain(
    isSameText(tokens.slice(0, PRELUDE.length), PRELUDE) ? tokens.slice(PRELUDE.length) : tokens,
  );
  const isMacro = inner[0]?.text === 'verus' && inner[1]?.text === '!' && inner[2]?.text === '{';
  if (!isMacro) return inner;
  const close = closingOf(inner, 2);
  const after = close < 0 ? inner : withoutMain(inner.slice(close + 1));
  if (after[0] !== undefined) throw new ForbiddenText(`${after[0].text} beside verus!`, after[0].line);
  return inner.slice(3, close);
}

const PRELUDE = rustTokens('use vstd::prelude::*;');
const MAIN = rustTokens('fn main() {}');

/** An empty `main` says nothing, where it stands first. */
const withoutMain = (tokens: readonly PlacedToken[]): readonly PlacedToken[] =>
  isSameText(tokens.slice(0, MAIN.length), MAIN) ? tokens.slice(MAIN.length) : tokens;

/** The contract's helpers may be said again, word for word. */
function afterPreamble(tokens: readonly PlacedToken[], preamble: readonly PlacedToken[]): readonly PlacedToken[] {
  const isRepeated = preamble.length > 0 && isSameText(tokens.slice(0, preamble.length), preamble);
  return isRepeated ? tokens.slice(preamble.length) : tokens;
}
