import { checkSize, ForbiddenText, type Token } from '../contract.ts';
import type { ProgramLine } from './tokens.ts';

const STATEMENTS = new Set('if elif else while for return break continue'.split(' '));
const ANNOTATIONS = new Set('invariant variant assert'.split(' '));

/** Words that code may have beside the names of its own function, parameters and variables. */
const CODE_WORDS = new Set([...STATEMENTS, ...'in and or not True False len range int bool list append'.split(' ')]);
const ANNOTATION_WORDS = new Set([
  ...ANNOTATIONS,
  ...'forall exists and or not True False len old at result by so if then else let in occurrence'.split(' '),
]);

/** Why3 knows functions of these names; a body that gives one another meaning would be proved against its own. */
const KEPT_NAMES = new Set(
  'len range int bool list append result old at occurrence forall exists by so let then'.split(' '),
);

/** Words of Python that Why3 takes for names: what it would prove is no Python. */
const PYTHON_KEYWORDS = new Set(
  'None as assert async await class def del except finally from global import is lambda nonlocal pass raise try with yield'.split(
    ' ',
  ),
);

/** A name that is a word of Python or of Why3's annotations, or of a function that Why3 knows. */
export const isKeptName = (name: string): boolean =>
  [KEPT_NAMES, PYTHON_KEYWORDS, CODE_WORDS, ANNOTATION_WORDS].some((words) => words.has(name));

/**
 * Checks a function's body: each line begins as a statement or annotation on the list, and each name is the function's own, a parameter,
 * a variable that the body assigns, or on the list. Throws `ForbiddenText` naming the first that is not.
 */
export function checkPythonBody(lines: readonly ProgramLine[], given: readonly Token[]): void {
  const names = new Set(given.flatMap(({ text, kind }) => (kind === 'word' ? [text] : [])));
  for (const { tokens, isAnnotation, line } of lines) if (!isAnnotation) addAssigned(tokens, names, line);
  for (const each of lines) {
    checkSize(each.tokens);
    checkLine(each, names);
  }
}

/** Names that a line binds: before `=`, and between `for` and `in`. */
function addAssigned(tokens: readonly Token[], names: Set<string>, line: number): void {
  const end = tokens[0]?.text === 'for' ? tokens.findIndex(({ text }) => text === 'in') : assignmentIn(tokens);
  for (const { text, kind } of tokens.slice(0, Math.max(0, end))) {
    if (kind !== 'word' || text === 'for') continue;
    if (KEPT_NAMES.has(text) && tokens[0]?.text === text) throw new ForbiddenText(`${text} with another meaning`, line);
    if (!CODE_WORDS.has(text)) names.add(text);
    else if (KEPT_NAMES.has(text) && end === 2) throw new ForbiddenText(`${text} with another meaning`, line);
  }
}

const assignmentIn = (tokens: readonly Token[]): number =>
  tokens.findIndex(({ text }) => text === '=' || /^[+*-]=$/.test(text));

function checkLine({ tokens, isAnnotation, line }: ProgramLine, names: ReadonlySet<string>): void {
  const [first] = tokens;
  const begin = first?.text ?? '';
  const bound = isAnnotation ? boundIn(tokens) : new Set<string>();
  const words = isAnnotation ? ANNOTATION_WORDS : CODE_WORDS;
  if (isAnnotation && !ANNOTATIONS.has(begin)) throw new ForbiddenText(`the annotation ${begin}`, line);
  if (!isAnnotation && !(STATEMENTS.has(begin) || names.has(begin)))
    throw new ForbiddenText(`a statement that begins with ${begin}`, line);
  for (const [index, { text, kind }] of tokens.entries()) {
    const isKeyword = kind === 'word' && !isAnnotation && PYTHON_KEYWORDS.has(text);
    if (isKeyword && index > 0) throw new ForbiddenText(`the word ${text} of Python`, line);
    if (isKeyword) throw new ForbiddenText(`a statement that begins with ${text}`, line);
    if (kind === 'number' && /^0+[1-9]/.test(text)) throw new ForbiddenText(`the number ${text.slice(0, 20)}`, line);
    if (kind === 'word' && !words.has(text) && !names.has(text) && !bound.has(text))
      throw new ForbiddenText(`the name ${text}`, line);
    const isMember = text === '.' && !isAnnotation;
    if (isMember && tokens[index + 1]?.text !== 'append')
      throw new ForbiddenText(`.${tokens[index + 1]?.text ?? ''}`, line);
    if (text === '->' && !isAnnotation) throw new ForbiddenText('->', line);
  }
}

/** Variables of quantifiers and `let` in an annotation. */
function boundIn(tokens: readonly Token[]): Set<string> {
  const bound = new Set<string>();
  for (const [index, { text }] of tokens.entries()) {
    if (text !== 'forall' && text !== 'exists' && text !== 'let') continue;
    for (const token of tokens.slice(index + 1)) {
      if (token.kind === 'word' && token.text !== 'in') bound.add(token.text);
      else if (token.text !== ',') break;
    }
  }
  return bound;
}
