import type { Verdict } from '../types/attempt.ts';

/** The null of a verifier: accepts with a fixed probability and says nothing about the candidate. */
export function flipCoin(random: () => number, acceptance: number, noun: 'program' | 'patch' = 'program'): Verdict {
  return random() < acceptance
    ? { status: 'accept', feedback: `The ${noun} was accepted.` }
    : { status: 'reject', feedback: `The ${noun} was judged to be wrong.` };
}
