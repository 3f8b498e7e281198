import type { Consequence } from '../annotation.ts';
import { checkSize, ForbiddenText, type Spliced, spliceOrRefuse, type Token } from '../contract.ts';
import { checkBrackets, checkWords } from './body.ts';
import { dafnyTokens } from './tokens.ts';

const SIGNATURE = /^method \w+\s*(<[\w,()=!\s]+>)?\s*\((.*?)\)(?:\s*returns\s*\((.*)\))?$/;

/** Words that make no expression. */
const NO_EXPRESSION = new Set(
  'assert decreases ensures ghost invariant modifies reads requires return var while'.split(' '),
);
/** What a `(` may follow without being a call; a lemma or method of ours is never called. */
const BEFORE_GROUP = new Set(
  'allocated else exists forall fresh if imap in int iset map multiset nat old real seq set string then unchanged'.split(
    ' ',
  ),
);

/**
 * One annotation from another as a lemma without a body, over a method's parameters and results; where the method may change something, or a
 * clause speaks of the state before, a lemma of two states, which knows nothing of what a frame keeps. A clause that is more than one
 * expression is refused: nothing that a model wrote ends where it stands.
 */
export function dafnyLemma({ signature, pre, post, shown, changes }: Consequence): Spliced {
  return spliceOrRefuse([...pre, ...(post ?? []), ...shown].join('\n'), () => {
    const [whole, types = '', parameters = '', results = ''] = signature.match(SIGNATURE) ?? [];
    if (whole === undefined) throw new ForbiddenText('a signature of another form', 1);
    const [before, after, goals] = [pre, post ?? [], shown].map((clauses) =>
      clauses.map((clause) => toExpression(clause, functionsIn(parameters))),
    );
    const saysBefore = [...(after ?? []), ...(goals ?? [])].some((text) => /\b(?:old|fresh|unchanged)\b/.test(text));
    const hasTwoStates = post !== undefined && (changes.length > 0 || saysBefore);
    const given = hasTwoStates ? results.replaceAll(/\w+(?=:)/g, 'new $&') : results;
    // All parameters of a lemma are ghosts.
    const list = [parameters, given]
      .filter((names) => names !== '')
      .join(', ')
      .replaceAll(/\bghost /g, '');
    const assumed = [...(before ?? []).map((text) => (hasTwoStates ? `old${text}` : text)), ...(after ?? [])];
    const head = [
      `${hasTwoStates ? 'twostate ' : ''}lemma Follows${types}(${list})`,
      ...assumed.map((text) => `  requires ${text}`),
    ];
    const withEnsures = (ensures: readonly string[]): string =>
      [...head, ...ensures.map((text) => `  ensures ${text}`), '{', '}', ''].join('\n');
    return { program: withEnsures(goals ?? []), probe: withEnsures(['(false)']) };
  });
}

/** Parameters that are functions: a clause may call them. */
const functionsIn = (parameters: string): readonly string[] =>
  [...parameters.matchAll(/(\w+)\s*:[^,:]*->/g)].map(([, name = '']) => name);

/** A clause's expression in brackets, token by token. Throws `ForbiddenText` for anything else. */
export function toExpression(clause: string, functions: readonly string[] = []): string {
  const tokens = dafnyTokens(clause);
  checkSize(tokens);
  checkWords(tokens);
  checkBrackets(tokens);
  for (const [index, token] of tokens.entries()) checkToken(token, tokens[index + 1], functions);
  if (tokens.length === 0) throw new ForbiddenText('an empty clause', 1);
  return `(${tokens.map(({ text }) => text).join(' ')})`;
}

function checkToken({ text, kind, line }: Token, next: Token | undefined, functions: readonly string[]): void {
  if ([';', ':=', ':|'].includes(text)) throw new ForbiddenText(`${text} in a clause`, line);
  if (kind !== 'word') return;
  if (NO_EXPRESSION.has(text)) throw new ForbiddenText(`${text} in a clause`, line);
  if (next?.text === '(' && !BEFORE_GROUP.has(text) && !functions.includes(text))
    throw new ForbiddenText(`a call of ${text}`, line);
}
