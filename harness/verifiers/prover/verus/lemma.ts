import type { Consequence } from '../annotation.ts';
import { checkSize, ForbiddenText, type Spliced, spliceOrRefuse } from '../contract.ts';
import { checkBrackets, checkVerusWords } from './body.ts';
import { programWith } from './splice.ts';
import { rustTokens } from './tokens.ts';

const SIGNATURE = /^(?:pub\s+)?(?:exec\s+)?fn\s+\w+\s*(<[\w,:\s]+>)?\s*\((.*)\)\s*(?:->\s*\((.*)\)|->\s*(.*))?$/s;

/** Signs and words that make no expression without effects. A function of ours is called in none: contracts of their own have no helpers. */
const NO_EXPRESSION = new Set(
  '; = += -= *= /= %= ^= &= |= <<= >>= assert let loop while for return break continue fn'.split(' '),
);

/** One annotation from another as a proof without a body, over a function's parameters and result; a clause that is more than one expression is refused. */
export function verusLemma({ signature, pre, post, shown, changes }: Consequence): Spliced {
  return spliceOrRefuse([...pre, ...(post ?? []), ...shown].join('\n'), () => {
    const [whole, types = '', parameters = '', named, type] = signature.trim().match(SIGNATURE) ?? [];
    if (whole === undefined || changes.length > 0 || /&\s*mut\b/.test(parameters))
      throw new ForbiddenText('a signature of another form', 1);
    const result = named ?? (type === undefined ? '' : `result: ${type}`);
    const list = [parameters.trim().replace(/,$/, ''), result.trim()].filter((names) => names !== '').join(', ');
    const [before, after, goals] = [pre, post ?? [], shown].map((clauses) => clauses.map(toVerusExpression));
    const assumed = [...(before ?? []), ...(after ?? [])];
    const withEnsures = (ensures: readonly string[]): string =>
      programWith([
        [
          `proof fn follows_${types}(${list})`,
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
