import type { ProofAnswer } from '../../types/proof.ts';
import { ForbiddenText } from './contract.ts';

/** The body of a program that a model wrote with clauses of its own, or why there is none. */
export type OwnBody = { readonly body: string } | { readonly refused: ProofAnswer };

/** What `read` gives, or the refusal that naming a construct is. */
export function bodyOrRefuse(read: () => string): OwnBody {
  try {
    return { body: read() };
  } catch (error) {
    if (!(error instanceof ForbiddenText)) throw error;
    const messages = [{ line: error.line, text: `not allowed: ${error.message}` }];
    return { refused: { status: 'refuted', reason: error.reason, messages } };
  }
}
