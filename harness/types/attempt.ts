/** What a condition yields: candidates, verdicts on them, and what was made wrong on purpose. */

import { z } from '../storage/schema.ts';
import { claimVerdictShape } from './claims.ts';
import type { Immutable } from './immutable.ts';
import { type Role, roleShape } from './model.ts';

const extractionStatus = z.enum(['clean', 'recovered', 'none']);
export type ExtractionStatus = z.infer<typeof extractionStatus>;

const cut = z.object({
  what: z.enum(['prose-before', 'prose-after', 'fence', 'earlier-draft', 'demo-code', 'incomplete-tail', 'other']),
  characters: z.int(),
  /** Its beginning, at most 80 characters. */
  excerpt: z.string(),
});
/** A piece of the response that is not in the candidate. */
export type Cut = Immutable<z.infer<typeof cut>>;

export const extractionShape = z.object({ status: extractionStatus, cuts: z.array(cut) });
export type Extraction = Immutable<z.infer<typeof extractionShape>>;

/** Code taken from a response; `text` is empty when there was none. */
export interface Candidate {
  readonly text: string;
  readonly extraction: Extraction;
  /** What a published loop shows of it, where that is not its text: the answer before the prompt was put in front of it. */
  readonly shown?: string;
  /** The response it was taken from; absent where the task gives it. */
  readonly responseSha256?: string;
  readonly role: Role;
}

const verdictWord = z.enum(['accept', 'reject']);

export const verdictShape = z.discriminatedUnion('status', [
  z.object({
    status: verdictWord,
    feedback: z.string(),
    claims: z.array(claimVerdictShape).exactOptional(),
    /** As in `Execution`, when the verifier ran tests. */
    assertions: z.string().exactOptional(),
  }),
  z.object({ status: z.literal('unparsed'), detail: z.string() }),
]);
/** What a verifier says; it may be wrong, that is the experiment. `unparsed` is not a verdict. */
export type Verdict = Immutable<z.infer<typeof verdictShape>>;

export const faultShape = z.discriminatedUnion('kind', [
  // The loop was told the opposite of what its verifier found.
  z.object({ kind: z.literal('lie'), found: verdictWord, told: verdictWord }),
  // These claims were turned into their opposite, with their checks.
  z.object({ kind: z.literal('claims'), claims: z.array(z.string()) }),
  // The plan was asked for and not given on.
  z.object({ kind: z.literal('plan') }),
  // CodeGrad's loop was told the opposite of what its critic found in a review, or at the gate.
  z.object({ kind: z.literal('review'), found: verdictWord, told: verdictWord }),
  z.object({ kind: z.literal('gate'), found: verdictWord, told: verdictWord }),
]);
/** Something that was made wrong on purpose at a step. */
export type Fault = Immutable<z.infer<typeof faultShape>>;

export const unparsedShape = z.object({ role: roleShape, detail: z.string() });

/** A fault as flags, arms, tables and conditions call it. Records have `lie` for `verdict-flip`: they are older than the word. */
export type FaultName = Exclude<Fault['kind'], 'lie'> | 'verdict-flip';

/** Rates at which faults are put in. */
export type Injection = Readonly<Partial<Record<Fault['kind'], number>>>;

/** What a method adds to an attempt, in a shape of its own: made by an `ArtifactKind`. */
export interface Artifact {
  readonly kind: string;
  readonly value: unknown;
}

/** What a condition yields: a candidate and what led to it. Everything in it is recorded. */
export interface Attempt {
  readonly candidate: Candidate;
  /** The condition's own verdict on this candidate. */
  readonly verdict?: Verdict;
  /** Index of the attempt this candidate was made from, where that is not the one before. */
  readonly parent?: number;
  /** What else led to it or was found of it, at most one of a kind. */
  readonly artifacts?: readonly Artifact[];
  /** Set when a stage's answer could not be parsed, twice: the loop ends here. */
  readonly unparsed?: { readonly role: Role; readonly detail: string };
}
