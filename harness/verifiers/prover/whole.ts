import type { ProofAnswer } from '../../types/proof.ts';
import type { Contract } from '../../types/task.ts';
import { ForbiddenText, MOST_BYTES } from './contract.ts';

/** A whole program that a model wrote, as contract and body, or why it is not one that may be proved. */
export type SplitProgram = { readonly contract: Contract; readonly body: string } | { readonly refused: Refused };
type Refused = Extract<ProofAnswer, { status: 'refuted' }>;

/** What `read` gives, or the refusal that naming a construct is. */
export function splitOrRefuse(
  program: string,
  read: () => { readonly contract: Contract; readonly body: string },
): SplitProgram {
  try {
    const bytes = Buffer.byteLength(program);
    if (!program.isWellFormed()) throw new ForbiddenText('half of a character', 1);
    if (bytes > MOST_BYTES) throw new ForbiddenText(`${bytes} bytes; at most ${MOST_BYTES} are proved`, 1);
    return read();
  } catch (error) {
    if (!(error instanceof ForbiddenText)) throw error;
    return { refused: refusal(error.reason, `not allowed: ${error.message}`, error.line) };
  }
}

export const refusal = (reason: Refused['reason'], text: string, line?: number): Refused => ({
  status: 'refuted',
  reason,
  messages: [line === undefined ? { text } : { line, text }],
});
