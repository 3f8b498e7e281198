import { ForbiddenText } from '../contract.ts';
import type { PlacedToken } from '../tokens.ts';
import { closes, opens, rustTokens } from './tokens.ts';

/**
 * How many functions of a program have a body that is proved: those that are run, `main` among them, and those that are proofs. Each is
 * verified at least once; a function of specifications is so only where it has something to show. `undefined` for a program that is not read here.
 */
export function countFunctions(program: string): number | undefined {
  const tokens = readable(program);
  if (tokens === undefined) return undefined;
  return tokens.filter(({ text, kind }, index) => {
    if (text !== 'fn' || kind !== 'word' || tokens[index + 1]?.kind !== 'word') return false;
    return (
      !isSpecification(tokens.slice(Math.max(0, index - 5), index).map((token) => token.text)) && hasBody(tokens, index)
    );
  }).length;
}

function hasBody(tokens: readonly PlacedToken[], at: number): boolean {
  let depth = 0;
  for (const token of tokens.slice(at)) {
    if (depth === 0 && token.text === ';') return false;
    if (depth === 0 && token.text === '{') return true;
    if (opens(token)) depth++;
    if (closes(token) && --depth < 0) return false;
  }
  return false;
}

/** `spec fn`, `spec(checked) fn`. */
const isSpecification = (before: readonly string[]): boolean =>
  before.at(-1) === 'spec' || before.slice(-4).join('') === 'spec(checked)';

/** Only a program that no task of ours makes is none. */
function readable(program: string): readonly PlacedToken[] | undefined {
  try {
    return rustTokens(program);
  } catch (error) {
    if (error instanceof ForbiddenText) return undefined;
    throw error;
  }
}
