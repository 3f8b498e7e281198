import type { Contract } from '../../../types/task.ts';
import { ChangedContract, ForbiddenText, isSameText, type Spliced, spliceOrRefuse, type Token } from '../contract.ts';
import { textOnLines } from '../tokens.ts';
import { checkDafnyBody, type Grammar } from './body.ts';
import { checkDecreases } from './decreases.ts';
import { dafnyTokens } from './tokens.ts';

/**
 * A candidate's body under its contract: the candidate is the body, or the whole method with the contract as it was given. Only tokens
 * of an admissible body reach the program; signature, clauses and helpers are the contract's own.
 */
export function spliceDafny(candidate: string, contract: Contract, grammar?: Grammar): Spliced {
  return spliceOrRefuse(candidate, () => {
    const body = dafnyBodyTokens(candidate, contract);
    checkDafnyBody(body, grammar);
    checkDecreases(body, dafnyTokens(`${contract.preamble}\n${contract.signature}`));
    return { program: methodWith(contract, textOnLines(body)), probe: methodWith(contract, 'assert false;') };
  });
}

function methodWith({ preamble, signature, clauses }: Contract, body: string): string {
  const head = [preamble.trim(), signature, ...clauses.map((clause) => `  ${clause}`)].filter((part) => part !== '');
  return `${head.join('\n')}\n{\n${body}\n}\n`;
}

/** The statements of a candidate, between the braces of its method where it is a whole one. Throws `ForbiddenText`. */
export const dafnyBodyTokens = (candidate: string, contract: Contract): readonly Token[] =>
  bodyOf(dafnyTokens(candidate), contract);

function bodyOf(tokens: readonly Token[], contract: Contract): readonly Token[] {
  const without = afterPreamble(tokens, dafnyTokens(contract.preamble));
  const head = dafnyTokens([contract.signature, ...contract.clauses].join('\n'));
  const [first] = without;
  if (first?.text !== 'method') {
    const isBraced = first?.text === '{' && closingOf(without, 0) === without.length - 1;
    return isBraced ? without.slice(1, -1) : without;
  }
  if (!isSameText(without.slice(0, head.length), head)) throw new ChangedContract(first.line);
  if (without[head.length]?.text !== '{') throw new ChangedContract(first.line);
  const end = closingOf(without, head.length);
  const after = without[end + 1];
  if (after !== undefined) throw new ForbiddenText(`a second declaration, ${after.text}`, after.line);
  if (end < 0) throw new ForbiddenText('a method without }', first.line);
  return without.slice(head.length + 1, end);
}

/** The contract's helpers may be said again, word for word. */
function afterPreamble(tokens: readonly Token[], preamble: readonly Token[]): readonly Token[] {
  const isRepeated = preamble.length > 0 && isSameText(tokens.slice(0, preamble.length), preamble);
  return isRepeated ? tokens.slice(preamble.length) : tokens;
}

/** Index of the `}` that closes the `{` at `open`; -1 where none does. */
function closingOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const { text = '', kind } = tokens[index] ?? {};
    if (kind !== 'symbol') continue;
    if (text === '{' || text === '{:') depth++;
    if (text === '}') depth--;
    if (depth === 0) return index;
  }
  return -1;
}
