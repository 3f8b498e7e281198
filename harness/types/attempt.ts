/** What a condition yields: candidates, verdicts on them, and what was made wrong on purpose. */

import type { ClaimVerdict } from './claims.ts';
import type { Role } from './model.ts';

export type ExtractionStatus = 'clean' | 'recovered' | 'none';

/** A piece of the response that is not in the candidate. */
export interface Cut {
  readonly what: 'prose-before' | 'prose-after' | 'fence' | 'earlier-draft' | 'demo-code' | 'incomplete-tail' | 'other';
  readonly characters: number;
  /** Its beginning, at most 80 characters. */
  readonly excerpt: string;
}

export interface Extraction {
  readonly status: ExtractionStatus;
  readonly cuts: readonly Cut[];
}

/** Code taken from a response; `text` is empty when there was none. */
export interface Candidate {
  readonly text: string;
  readonly extraction: Extraction;
  /** What a published loop shows of it, where that is not its text: the answer before the prompt was put in front of it. */
  readonly shown?: string;
  /** The response it was taken from. */
  readonly responseSha256: string;
  readonly role: Role;
}

/** What a verifier says; it may be wrong, that is the experiment. `unparsed` is not a verdict. */
export type Verdict =
  | {
      readonly status: 'accept' | 'reject';
      readonly feedback: string;
      readonly claims?: readonly ClaimVerdict[];
      /** As in `Execution`, when the verifier ran tests. */
      readonly assertions?: string;
    }
  | { readonly status: 'unparsed'; readonly detail: string };

/** Something that was made wrong on purpose at a step. */
export type Fault =
  /** The loop was told the opposite of what its verifier found. */
  | { readonly kind: 'lie'; readonly found: 'accept' | 'reject'; readonly told: 'accept' | 'reject' }
  /** These claims were turned into their opposite, with their checks. */
  | { readonly kind: 'claims'; readonly claims: readonly string[] }
  /** The plan was asked for and not given on. */
  | { readonly kind: 'plan' };

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
