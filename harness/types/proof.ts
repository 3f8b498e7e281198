/** What a deductive prover says of a program with a contract. Shapes are of stored values; types follow from them. */

import { z } from '../storage/schema.ts';
import type { Immutable } from './immutable.ts';

const refutedReason = z.enum([
  'witness',
  'parse',
  'type',
  'forbidden',
  'contract-changed',
  'unsupported',
  // Of a given body that was to be proved as it is.
  'body-changed',
  // Of a contract of the model's own.
  'trivial-contract',
]);
const unknownReason = z.enum([
  'not-proved',
  'timeout',
  'memory',
  'vacuous',
  // The tool fails at this program each time, and proves a known one at the same time.
  'breaks-prover',
  'tool-failure',
  'not-available',
]);
export type UnknownProofReason = z.infer<typeof unknownReason>;

const proofMessage = z.object({
  /** From 1; absent where it is about the whole program. */
  line: z.int().exactOptional(),
  text: z.string(),
});
/** One complaint of a prover, without paths and times. */
export type ProofMessage = Immutable<z.infer<typeof proofMessage>>;

const proofAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('proved'), obligations: z.int().min(1) }),
  z.object({ status: z.literal('admitted') }),
  z.object({ status: z.literal('refuted'), reason: refutedReason, messages: z.array(proofMessage) }),
  z.object({ status: z.literal('unknown'), reason: unknownReason, messages: z.array(proofMessage) }),
]);
/**
 * `proved`: at least one obligation, all discharged, and the tool ended as it should. `refuted`: an input that was executed shows it, or
 * the text is not admissible. Everything else is `unknown`: "might not hold" is no counterexample. Asked of text and types alone, a
 * prover says `admitted` in place of `proved`.
 */
export type ProofAnswer = Immutable<z.infer<typeof proofAnswer>>;
