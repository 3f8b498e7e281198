import type { Consequence } from '../annotation.ts';
import { checkSize, ForbiddenText, type Spliced, spliceOrRefuse } from '../contract.ts';
import { checkBrackets, checkVerusWords } from './body.ts';
import { verusSignature } from './signature.ts';
import { programWith } from './splice.ts';
import { rustTokens } from './tokens.ts';

/** Signs and words that make no expression without effects. A function of ours is called in none: contracts of their own have no helpers. */
const NO_EXPRESSION = new Set(
  '; = += -= *= /= %= ^= &= |= <<= >>= assert let loop while for return break continue fn'.split(' '),
);

/** One annotation from another as a proof without a body, over a function's parameters and result; a clause that is more than one expression is refused. */
export function verusLemma({ signature, pre, post, shown, changes }: Consequence): Spliced {
  return spliceOrRefuse([...pre, ...(post ?? []), ...shown].join('\n'), () => {
    const read = verusSignature(signature);
    if (read === undefined || changes.length > 0 || read.parameters.some((each) => /&\s*mut\b/.test(each)))
      throw new ForbiddenText('a signature of another form', 1);
    const list = [...read.parameters, ...(read.result === undefined ? [] : [read.result])].join(', ');
    const [before, after, goals] = [pre, post ?? [], shown].map((clauses) => clauses.map(toVerusExpression));
    const assumed = [...(before ?? []), ...(after ?? [])];
    const withEnsures = (ensures: readonly string[]): string =>
      programWith([
        [
          `proof fn follows_${read.types}(${list})`,
          ...listText('requires', assumed),
          ...listText('ensures', ensures),
          '{',
          '}',
        ].join('\n'),
      ]);
    return { program: withEnsures(goals ?? []), probe: withEnsures(['false']) };
  });
}

const listText = (word: string, each: readonly string[]): readonly string[] =>
  each.length === 0 ? [] : [`    ${word}`, ...each.map((one) => `        ${one},`)];

/** A clause's expression in brackets, token by token. Throws `ForbiddenText` for anything else. */
function toVerusExpression(clause: string): string {
  const tokens = rustTokens(clause);
  checkSize(tokens);
  checkBrackets(tokens);
  checkVerusWords(tokens);
  const other = tokens.find(({ text }) => NO_EXPRESSION.has(text));
  if (other !== undefined) throw new ForbiddenText(`${other.text} in a clause`, other.line);
  if (tokens.length === 0) throw new ForbiddenText('an empty clause', 1);
  return `(${tokens.map(({ text }) => text).join(' ')})`;
}
