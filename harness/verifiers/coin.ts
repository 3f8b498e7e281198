import type { Verdict } from '../types.ts';

/** The null of a verifier: accepts with a fixed probability and says nothing about the candidate. */
export function flipCoin(random: () => number, acceptance: number): Verdict {
  return random() < acceptance
    ? { status: 'accept', feedback: 'The program was accepted.' }
    : { status: 'reject', feedback: 'The program was judged to be wrong.' };
}
