import type { ProofAnswer } from '../../types/proof.ts';

/** A candidate's body under its dataset's own contract, or why it may not be given to a prover. */
export type Spliced =
  | { readonly status: 'admitted'; readonly program: string; readonly probe: string }
  | { readonly status: 'refused'; readonly answer: Extract<ProofAnswer, { status: 'refuted' }> };

/** Something in a candidate's text that may not be there; it ends reading it. */
export class ForbiddenText extends Error {
  override readonly name = 'ForbiddenText';
  readonly line: number;
  constructor(what: string, line: number) {
    super(what);
    this.line = line;
  }
}

/** A piece of a program that means something: neither space nor comment. */
export interface Token {
  readonly text: string;
  readonly kind: 'word' | 'number' | 'string' | 'symbol';
  /** From 1. */
  readonly line: number;
}

/** What `splice` gives, or the refusal that naming a construct is. */
export function spliceOrRefuse(splice: () => { readonly program: string; readonly probe: string }): Spliced {
  try {
    return { status: 'admitted', ...splice() };
  } catch (error) {
    if (!(error instanceof ForbiddenText)) throw error;
    const messages = [{ line: error.line, text: error.message }];
    return { status: 'refused', answer: { status: 'refuted', reason: 'forbidden', messages } };
  }
}

/** Whether two texts say the same: comments and spaces do not count. */
export const isSameText = (one: readonly Token[], two: readonly Token[]): boolean =>
  one.length === two.length && one.every(({ text }, index) => text === two[index]?.text);
