import type { Token } from '../contract.ts';

/** Words after which an operand follows, so that a `decreases` there would be a name and a `|` opens a list of variables. */
const NEEDS_OPERAND = new Set(
  (
    'as by choose decreases else ensures exists forall has if implies in invariant invariant_except_break is let match matches mut ref requires ' +
    'return while'
  ).split(' '),
);

/** Whether an expression ends with this token. */
export const isOperandEnd = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === 'number' ||
    token.kind === 'string' ||
    (token.kind === 'word' && !NEEDS_OPERAND.has(token.text)) ||
    [')', ']', '}', '@', '?'].includes(token.text));
