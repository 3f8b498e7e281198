import { calleeOf, isMethod, topName } from '../../../python/entry-point.ts';
import { type Expression, parseExpression, parseModule } from '../../../python/source.ts';
import { type Example, type ExampleSubject, inlineExamples, withoutComment } from './inline-examples.ts';

/**
 * Examples in a docstring, in order: doctests (`>>>`) and lines such as `f(1) == 2`, `f(1) ➞ 2`, `f(1) should return 2`,
 * `For x = 1 the output should be 2`, `Input: x = 1` / `Output: 2`. Only what reads as a call and a value is taken;
 * whatever needs guessing is left out.
 */
export function docstringExamples(docstring: string, subject: ExampleSubject): Example[] {
  const lines = docstring.split('\n').map((line) => line.trim());
  const rest = [...lines];
  const found: { line: number; example: Example }[] = [];
  const session = newSession(docstring, subject);
  for (let index = 0; index < lines.length; index++) {
    if (!lines[index]?.startsWith('>>>')) continue;
    const start = index;
    const statement = [lines[index]?.slice(3).trim() ?? ''];
    while (lines[index + 1]?.startsWith('...')) statement.push(lines[++index]?.slice(3) ?? '');
    const output: string[] = [];
    while (lines[index + 1] && !lines[index + 1]?.startsWith('>>>')) output.push(lines[++index] ?? '');
    const { example, used } = readDoctest(session, statement.join('\n'), output, lines[index + 1] === '');
    if (example) found.push({ line: start, example });
    // What is no doctest after all (`>>> f(1) ➞ 2`) may still be an inline example.
    if (used !== undefined) rest.fill('', start, start + statement.length + used);
  }
  found.push(...inlineExamples(rest, subject));
  return found.sort((a, b) => a.line - b.line).map(({ example }) => example);
}

/** What earlier `>>> x = …` lines have set, as in an interpreter. */
interface Session {
  readonly subject: ExampleSubject;
  readonly speaksOfNone: boolean;
  readonly preludeNames: ReadonlySet<string>;
  /** Names that hold what the docstring's reader thinks they hold. */
  readonly assigned: Set<string>;
  /** Assignments that no example has brought along yet. */
  pending: string[];
}

const newSession = (docstring: string, subject: ExampleSubject): Session => ({
  subject,
  speaksOfNone: /\bNone\b/.test(docstring),
  preludeNames: new Set(parseModule(subject.prelude).statements.flatMap((statement) => [...statement.binds])),
  assigned: new Set(),
  pending: [],
});

/** `used`: how many lines of output belong to the example; `undefined` when this is neither an example nor a set-up. */
interface Reading {
  readonly example?: Example;
  readonly used?: number;
}

function readDoctest(session: Session, source: string, output: readonly string[], isBlankAfter: boolean): Reading {
  const expression = parseExpression(source);
  if (!expression) return readAssignment(session, source);
  const comparison = isSpokenOf(session, source, expression)
    ? compare(session, source, expression, output, isBlankAfter)
    : undefined;
  const shared = [...expression.names].filter((name) => session.assigned.has(name));
  if (!comparison) {
    // It would have run all the same, and may have changed what it was given.
    for (const name of shared) session.assigned.delete(name);
    return {};
  }
  const assertion = `assert ${comparison.left} == (${comparison.right})`;
  if (shared.length === 0) return { example: { call: comparison.left, lines: [assertion] }, used: comparison.used };
  const lines = [...session.pending, assertion];
  session.pending = [];
  return { example: { call: undefined, lines }, used: comparison.used };
}

function readAssignment(session: Session, source: string): Reading {
  const [statement, ...more] = parseModule(source).statements;
  if (statement?.kind !== 'assignment' || more.length > 0 || statement.hasError) return {};
  if (![...statement.uses].every((name) => isKnown(session, name)) || statement.updates.size > 0) return {};
  for (const name of statement.binds) session.assigned.add(name);
  session.pending.push(source);
  return { used: 0 };
}

const isKnown = (session: Session, name: string): boolean =>
  BUILTINS.has(name) || session.assigned.has(name) || session.preludeNames.has(name);

function isSpokenOf(session: Session, source: string, { names }: Expression): boolean {
  const { entryPoint } = session.subject;
  const name = topName(entryPoint);
  if (!names.has(name) || ![...names].every((other) => other === name || isKnown(session, other))) return false;
  // Of a class nothing is spoken of but its method, on a fresh instance: what else it has, no task asks for.
  return !isMethod(entryPoint) || !RegExp(`\\b${name}\\b`).test(source.replaceAll(`${calleeOf(entryPoint)}(`, '('));
}

function compare(
  session: Session,
  source: string,
  expression: Expression,
  output: readonly string[],
  isBlankAfter: boolean,
): { left: string; right: string; used: number } | undefined {
  const shown = flatten(source);
  if (output.length === 0) {
    const { kind, left, right, callee } = expression;
    if (kind === 'equality' && left && right) return { left: flatten(left), right: flatten(right), used: 0 };
    // An interpreter prints nothing for None; an author who forgot the output prints nothing too.
    const isNone =
      kind === 'call' && callee === calleeOf(session.subject.entryPoint) && isBlankAfter && session.speaksOfNone;
    return isNone ? { left: shown, right: 'None', used: 0 } : undefined;
  }
  for (let used = 1; used <= output.length; used++) {
    const text = output.slice(0, used).join('\n');
    const value = parseExpression(text);
    if (!value) continue;
    if (!isValue(session, value)) return undefined;
    return { left: expression.kind === 'equality' ? `(${shown})` : shown, right: flatten(text), used };
  }
  return undefined;
}

/** A literal, or a call of what the prelude imports or Python prints (`set()`, `date(2024, 1, 1)`). */
function isValue(session: Session, { kind, names }: Expression): boolean {
  if (kind === 'literal' || kind === 'constant') return true;
  return kind === 'call' && [...names].every((name) => PRINTED.has(name) || session.preludeNames.has(name));
}

const PRINTED = new Set(['set', 'frozenset', 'range', 'bytearray']);

const BUILTINS = new Set([
  ...['abs', 'all', 'any', 'bool', 'bytes', 'chr', 'complex', 'dict', 'divmod', 'enumerate', 'filter', 'float'],
  ...['frozenset', 'int', 'isinstance', 'len', 'list', 'map', 'max', 'min', 'ord', 'pow', 'range', 'repr', 'reversed'],
  ...['round', 'set', 'sorted', 'str', 'sum', 'tuple', 'type', 'zip'],
]);

/** One line, without comments: line breaks stand inside brackets here. */
const flatten = (text: string): string =>
  text
    .split('\n')
    .map((line) => withoutComment(line).trim())
    .filter((line) => line !== '')
    .join(' ');
