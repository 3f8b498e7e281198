import type { ProofAnswer } from '../../types/proof.ts';

/** A candidate's body under its dataset's own contract, or why it may not be given to a prover. */
export type Spliced =
  | { readonly status: 'admitted'; readonly program: string; readonly probe: string }
  | { readonly status: 'refused'; readonly answer: Extract<ProofAnswer, { status: 'refuted' }> };

/** Something in a candidate's text that may not be there; it ends reading it. */
export class ForbiddenText extends Error {
  override readonly name: string = 'ForbiddenText';
  readonly reason: 'forbidden' | 'contract-changed' = 'forbidden';
  readonly line: number;
  constructor(what: string, line: number) {
    super(what);
    this.line = line;
  }
}

/** The declaration is not the one that was given. */
export class ChangedContract extends ForbiddenText {
  override readonly name = 'ChangedContract';
  override readonly reason = 'contract-changed';
  constructor(line: number) {
    super('a changed signature or clause', line);
  }
}

/** A piece of a program that means something: neither space nor comment. */
export interface Token {
  readonly text: string;
  readonly kind: 'word' | 'number' | 'string' | 'symbol';
  /** From 1. */
  readonly line: number;
}

/** A program over this is not given to a prover. */
export const MOST_BYTES = 64 << 10;

/** Deeper brackets, or more tokens in one piece, are no honest program: they are there to exhaust whoever reads them. */
export const MOST_NESTING = 100;
const MOST_TOKENS_IN_A_PIECE = 2000;

/** Throws `ForbiddenText` for brackets that are too deep, and for too many tokens between two that `endsPiece` takes. */
export function checkSize(tokens: readonly Token[], endsPiece: (token: Token) => boolean = () => false): void {
  let depth = 0;
  let pieceLength = 0;
  for (const token of tokens) {
    pieceLength = endsPiece(token) ? 0 : pieceLength + 1;
    if (pieceLength > MOST_TOKENS_IN_A_PIECE)
      throw new ForbiddenText(`more than ${MOST_TOKENS_IN_A_PIECE} words and signs in one piece`, token.line);
    if (token.kind !== 'symbol') continue;
    if (/^[({[]/.test(token.text)) depth++;
    else if (/^[)}\]]/.test(token.text)) depth--;
    if (depth > MOST_NESTING) throw new ForbiddenText(`brackets more than ${MOST_NESTING} deep`, token.line);
  }
}

/** What `splice` gives of a candidate, or the refusal that naming a construct is. */
export function spliceOrRefuse(
  candidate: string,
  splice: () => { readonly program: string; readonly probe: string },
): Spliced {
  try {
    const bytes = Buffer.byteLength(candidate);
    if (!candidate.isWellFormed()) throw new ForbiddenText('half of a character', 1);
    if (bytes > MOST_BYTES) throw new ForbiddenText(`${bytes} bytes; at most ${MOST_BYTES} are proved`, 1);
    return { status: 'admitted', ...splice() };
  } catch (error) {
    if (!(error instanceof ForbiddenText)) throw error;
    const messages = [{ line: error.line, text: `not allowed: ${error.message}` }];
    return { status: 'refused', answer: { status: 'refuted', reason: error.reason, messages } };
  }
}

/** Whether two texts say the same: comments and spaces do not count. */
export const isSameText = (one: readonly Token[], two: readonly Token[]): boolean =>
  one.length === two.length && one.every(({ text }, index) => text === two[index]?.text);
