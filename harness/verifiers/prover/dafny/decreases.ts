import { ForbiddenText, type Token } from '../contract.ts';

/** Signs and words of types without an order. */
const UNORDERED = new Set(['->', '~>', 'imap', 'iset']);

/**
 * Refuses `decreases` where it could name a function or an infinite map or set: Dafny 2.3 compares these with nothing, so that every loop
 * that "decreases" one is believed to end. `given` is what the contract declares; a body without `decreases` may hold them.
 */
export function checkDecreases(tokens: readonly Token[], given: readonly Token[]): void {
  const found = tokens.find(({ text }) => text === 'decreases');
  if (found === undefined) return;
  const count = (word: string): number => tokens.filter(({ text }) => text === word).length;
  // Each case has one arrow; any other is a function's.
  const hasLambda = count('=>') > count('case');
  const hasUnordered = tokens.some(({ text }) => UNORDERED.has(text));
  const values = unorderedNames(given);
  const isValue = ({ text }: Token, index: number): boolean => values.has(text) && tokens[index + 1]?.text !== '(';
  if (hasLambda || hasUnordered || tokens.some(isValue))
    throw new ForbiddenText('decreases beside a function, an imap or an iset', found.line);
}

/** Helpers, which are functions, and parameters of such a type: where they are called they are no values. */
function unorderedNames(given: readonly Token[]): Set<string> {
  const names = new Set<string>();
  let parameter = '';
  for (const [index, { text }] of given.entries()) {
    if (given[index + 1]?.text === ':') parameter = text;
    if (DECLARES.test(given[index - 1]?.text ?? '')) names.add(text);
    if (UNORDERED.has(text)) names.add(parameter);
  }
  return names;
}

/** What stands before the name of a helper; `function method` has two of them. */
const DECLARES = /^(?:function|method|predicate)$/;
