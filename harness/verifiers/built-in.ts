import type { Verifier } from '../types/verifier.ts';
import { flipCoin } from './coin.ts';

/** The condition asks for no verdict: every round is made. */
export const none: Verifier = { name: 'none', sees: 'nothing' };

/** A model's word, which the condition asks for and reads itself. */
export const modelVerdict: Verifier = { name: 'model', sees: 'nothing' };

/** Checks that a model wrote; the condition runs them with `context.claims`. The prompt's examples put bad ones aside. */
export const generatedTests: Verifier = { name: 'generated-tests', sees: 'public' };

/** The null of a verifier: a seeded coin. */
export const coin: Verifier = {
  name: 'coin',
  sees: 'nothing',
  verify: async (_candidate, { random, acceptance, noun }) => flipCoin(() => random('coin'), acceptance, noun),
};

/** The tests that stand in the prompt. */
export const publicTests: Verifier = {
  name: 'public-tests',
  sees: 'public',
  verify: (candidate, { runTests }) => runTests(candidate),
};

/** The tests that grade: makes the condition an oracle. */
export const gradingTests: Verifier = {
  name: 'grading-tests',
  sees: 'hidden',
  verify: (candidate, { runTests }) => runTests(candidate),
};

const BUILT_IN: readonly Verifier[] = [none, modelVerdict, generatedTests, coin, publicTests, gradingTests];

/** The harness's own verifier of this name: records and metrics know what its name means. */
export function builtInVerifier(name: string): Verifier | undefined {
  return BUILT_IN.find((verifier) => verifier.name === name);
}
