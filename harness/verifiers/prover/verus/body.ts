import { checkSize, ForbiddenText, type Token } from '../contract.ts';
import { isOperandEnd } from './operand.ts';
import { closes, opens } from './tokens.ts';

/** Words that declare something, believe something, or leave the language that is verified. No body needs one. */
const FORBIDDEN = new Set(
  (
    'alloc asm async atomic await broadcast builtin builtin_macros calc const core crate dyn enum exec extern fn global impl macro ' +
    'decreases_by decreases_when macro_rules mod move no_method_body no_unwind opens_invariants proof_from_false pub recommends requires returns spec state_machine static std struct ' +
    'super trait try type uninterp union unsafe use verifier verus verus_builtin vstd where yield Self self'
  ).split(' '),
);
/** Of names that a library or a later Verus may have too. */
const FORBIDDEN_NAME = /^(?:assume|admit|axiom|external|inline_air|unreached|unimplemented|unreachable|todo|panic|__)/;

/** What may stand in an attribute: where a quantifier is to be instantiated. */
const ATTRIBUTES = new Set(['trigger', 'auto']);

/** After these a `!` is a negation; after any other word it makes a macro of it. */
const BEFORE_NEGATION = new Set(
  'if while match return in else implies invariant invariant_except_break ensures decreases by as'.split(' '),
);

/** Clauses of a loop's head. */
const HEAD_CLAUSES = new Set('invariant invariant_except_break ensures decreases'.split(' '));

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/**
 * Reads a body of Verus, without its own braces, and throws `ForbiddenText` where it is more than statements that a proof stands on: no
 * declaration, no macro, no attribute but a trigger, nothing that is believed, and no loop that is not shown to end.
 */
export function checkVerusBody(tokens: readonly Token[]): void {
  checkSize(tokens, ({ text }) => text === ';' || text === '{' || text === '}');
  checkBrackets(tokens);
  checkVerusWords(tokens);
  checkLoops(tokens);
}

/** Throws `ForbiddenText` for a word, a macro or an attribute that none may have. */
export function checkVerusWords(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries()) checkToken(token, index, tokens);
}

function checkToken({ text, kind, line }: Token, index: number, tokens: readonly Token[]): void {
  const before = tokens[index - 1];
  if (text === '#' && kind === 'symbol') checkAttribute(tokens, index);
  if (text === '!' && kind === 'symbol' && before?.kind === 'word' && !BEFORE_NEGATION.has(before.text)) {
    const next = tokens[index + 1];
    if (next !== undefined && opens(next)) throw new ForbiddenText(`the macro ${before.text}!`, line);
  }
  if (kind !== 'word') return;
  if (FORBIDDEN.has(text) || FORBIDDEN_NAME.test(text)) throw new ForbiddenText(text, line);
}

function checkAttribute(tokens: readonly Token[], at: number): void {
  const inner = tokens[at + 1]?.text === '!' ? 1 : 0;
  const name = tokens[at + inner + 2]?.text ?? '';
  if (tokens[at + inner + 1]?.text === '[' && ATTRIBUTES.has(name)) return;
  throw new ForbiddenText(`the attribute #[${name}]`, tokens[at]?.line ?? 1);
}

/** Throws for a bracket that closes what it did not open, and for one without an end: nothing ends where its place is another's. */
export function checkBrackets(tokens: readonly Token[]): void {
  const open: Token[] = [];
  for (const token of tokens) {
    if (opens(token)) open.push(token);
    if (!closes(token)) continue;
    const last = open.pop();
    if (last === undefined) throw new ForbiddenText(`a ${token.text} that closes what it did not open`, token.line);
    if (CLOSING[last.text] !== token.text) throw new ForbiddenText(`${last.text} closed by ${token.text}`, token.line);
  }
  const last = open.at(-1);
  if (last !== undefined) throw new ForbiddenText(`${last.text} without an end`, last.line);
}

/**
 * Each loop says by what it ends, or goes over a range: a Verus that asks for no `decreases` believes whatever follows a `loop { }`.
 * The word stands nowhere else, so that it is no name that only looks like a clause.
 */
function checkLoops(tokens: readonly Token[]): void {
  const inHeads = new Set<number>();
  for (const [index, { text, kind, line }] of tokens.entries()) {
    if (kind !== 'word' || !LOOPS.has(text) || isOfQuantifier(tokens, index)) continue;
    const head = headOf(tokens, index);
    const measure = head.find((place) => tokens[place]?.text === 'decreases');
    if (measure !== undefined) checkMeasure(tokens, measure);
    else if (text !== 'for') throw new ForbiddenText(`${text} without decreases: nothing says that it ends`, line);
    else if (!isOverRange(tokens, head)) throw new ForbiddenText('for over something else than a range a..b', line);
    if (measure !== undefined) inHeads.add(measure);
  }
  const other = tokens.findIndex(
    ({ text, kind }, index) => kind === 'word' && text === 'decreases' && !inHeads.has(index),
  );
  if (other >= 0) throw new ForbiddenText('decreases that is no clause of a loop', tokens[other]?.line ?? 1);
}

const LOOPS = new Set(['while', 'loop', 'for']);

/** `for<'a>` binds a lifetime, and no body needs it. */
function isOfQuantifier(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.text !== 'for' || tokens[at + 1]?.text !== '<') return false;
  throw new ForbiddenText('for<', tokens[at]?.line ?? 1);
}

/** Places of a loop's head that stand in no bracket, up to the first brace outside of one. */
function headOf(tokens: readonly Token[], loop: number): readonly number[] {
  const head: number[] = [];
  let depth = 0;
  for (let place = loop + 1; place < tokens.length; place++) {
    const token = tokens[place];
    if (token === undefined || (depth === 0 && (token.text === '{' || token.text === '}' || token.text === ';'))) break;
    if (closes(token)) depth--;
    if (depth === 0) head.push(place);
    if (opens(token)) depth++;
  }
  return head;
}

/** What follows the end of an expression, a comma, or `loop`, can be nothing but the clause; but for a name among a quantifier's. */
function checkMeasure(tokens: readonly Token[], at: number): void {
  const before = tokens[at - 1];
  const endsExpression = isOperandEnd(before) || before?.text === ',' || before?.text === 'loop';
  if (!endsExpression || [':', ',', '|'].includes(tokens[at + 1]?.text ?? ''))
    throw new ForbiddenText('decreases that is no clause of a loop', tokens[at]?.line ?? 1);
}

/** `in a..b`: with an end, behind `in` and before any clause; what stands before `in` is a pattern. */
function isOverRange(tokens: readonly Token[], head: readonly number[]): boolean {
  const end = head.findIndex((place) => HEAD_CLAUSES.has(tokens[place]?.text ?? ''));
  const start = head.findIndex((place) => tokens[place]?.text === 'in') + 1;
  const range = start === 0 ? [] : head.slice(start, end < 0 ? head.length : end);
  const at = range.findIndex((place) => ['..', '..='].includes(tokens[place]?.text ?? ''));
  return at > 0 && at < range.length - 1;
}
