import type { Consequence } from '../annotation.ts';
import { checkSize, ForbiddenText, type Spliced, spliceOrRefuse, type Token } from '../contract.ts';
import { programLines } from './tokens.ts';

const SIGNATURE = /^def \w+\((.*)\) -> (int|bool|list\[int\]):$/;
/** Words that make no expression. */
const NO_EXPRESSION = new Set(
  'assert assume def else ensures for if import invariant lemma let old pass predicate requires return variant while'.split(
    ' ',
  ),
);
/** What a `(` may follow without being a call. */
const BEFORE_GROUP = new Set('and exists forall in len not or'.split(' '));

/** As `dafnyLemma`: a function that takes the result too, and does nothing. Lists are taken to stay as they are; `old` is refused. */
export function pythonLemma({ signature, pre, post = [], shown }: Consequence): Spliced {
  return spliceOrRefuse([...pre, ...post, ...shown].join('\n'), () => {
    const [, parameters = '', type = ''] = signature.match(SIGNATURE) ?? [];
    if (type === '') throw new ForbiddenText('a signature of another form', 1);
    const result = freeName([signature, ...pre, ...post, ...shown].join(' '));
    const [assumed, goals] = [[...pre, ...post], shown].map((clauses) =>
      clauses.map((clause) => toExpression(clause, result)),
    );
    const names = [...(parameters === '' ? [] : [parameters]), `${result}: ${type}`].join(', ');
    const withEnsures = (ensures: readonly string[]): string =>
      [
        `def follows(${names}) -> bool:`,
        ...(assumed ?? []).map((text) => `    #@ requires ${text}`),
        ...ensures.map((text) => `    #@ ensures ${text}`),
        '    return True',
        '',
      ].join('\n');
    return { program: withEnsures(goals ?? []), probe: withEnsures(['False']) };
  });
}

/** A name that no text has. */
function freeName(text: string): string {
  let name = 'given';
  while (text.includes(name)) name += '_';
  return name;
}

/** A clause's expression in brackets, token by token, with another name for the result. Throws `ForbiddenText` for anything else. */
function toExpression(clause: string, result: string): string {
  const lines = programLines(clause);
  const [line] = lines;
  if (line === undefined || lines.length > 1 || line.isAnnotation)
    throw new ForbiddenText('a clause that is not one expression', 1);
  checkSize(line.tokens);
  checkGroups(line.tokens);
  for (const [index, token] of line.tokens.entries()) checkToken(token, line.tokens[index + 1]);
  return `(${line.tokens.map(({ text }) => (text === 'result' ? result : text)).join(' ')})`;
}

function checkToken({ text, kind, line }: Token, next: Token | undefined): void {
  if (['=', '+=', '-=', '*='].includes(text)) throw new ForbiddenText(`${text} in a clause`, line);
  if (kind !== 'word') return;
  if (NO_EXPRESSION.has(text)) throw new ForbiddenText(`${text} in a clause`, line);
  if (next?.text === '(' && !BEFORE_GROUP.has(text)) throw new ForbiddenText(`a call of ${text}`, line);
}

/** No bracket closes what its clause did not open. */
function checkGroups(tokens: readonly Token[]): void {
  const open: string[] = [];
  for (const { text, line } of tokens) {
    if (text === '(' || text === '[') open.push(text);
    if (text !== ')' && text !== ']') continue;
    if (open.pop() !== (text === ')' ? '(' : '['))
      throw new ForbiddenText(`a ${text} that closes what it did not open`, line);
  }
  if (open.length > 0) throw new ForbiddenText(`${open[0]} without an end`, tokens[0]?.line ?? 1);
}
