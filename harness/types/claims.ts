/** Claims about a candidate, the checks that decide them, and what those showed. Shapes are of stored values; types follow from them. */

import { z } from '../storage/schema.ts';
import type { Immutable } from './immutable.ts';

export const checkKindShape = z.enum(['assertions', 'property', 'contract', 'types']);
export type CheckKind = z.infer<typeof checkKindShape>;

const checkFields = {
  /** The first characters of the sha256 of kind and source: equal checks are one. */
  id: z.string(),
  kind: checkKindShape,
  /** Python source; for `assertions` set-up statements and one `assert`. */
  source: z.string(),
  /** Id of the claim it serves. */
  claim: z.string(),
};
const check = z.object(checkFields);
/** Something executable that decides a claim. */
export type Check = Immutable<z.infer<typeof check>>;

const evidence = z.object({
  /** The assertion, property or condition that did not hold. */
  assertion: z.string(),
  /** Arguments of the call, where they are known: `[1, 2], 3`. */
  input: z.string().exactOptional(),
  expected: z.string().exactOptional(),
  got: z.string().exactOptional(),
  /** The exception's type and message, where something was raised. */
  exception: z.string().exactOptional(),
});
/** Why a check did not hold. Texts are bounded and free of addresses, paths and times. */
export type CheckEvidence = Immutable<z.infer<typeof evidence>>;

const checkOutcome = z.discriminatedUnion('status', [
  z.object({ status: z.literal('held') }),
  z.object({ status: z.literal('failed'), evidence }),
  z.object({ status: z.literal('not-applicable'), reason: z.string() }),
  z.object({ status: z.literal('unknown'), reason: z.string() }),
]);
/**
 * What running a check on one program showed. `not-applicable`: it says nothing about any program (vacuous, its tool is
 * absent); `unknown`: it could say something and did not this time (not confirmed, cut by a limit).
 */
export type CheckOutcome = Immutable<z.infer<typeof checkOutcome>>;

const claimLocation = z.object({
  part: z.enum(['signature', 'docstring', 'comment', 'error-handling', 'validation', 'body']),
  /** The candidate's line where that part begins, from 1; absent where it has no such part. */
  line: z.int().exactOptional(),
});
export type ClaimLocation = Immutable<z.infer<typeof claimLocation>>;

const claimFields = {
  text: z.string(),
  category: z.enum(['functionality', 'security', 'data-handling', 'performance', 'compliance']),
  severity: z.enum(['critical', 'high', 'medium', 'low']),
  /** What of the candidate it is about, where that was asked for. */
  place: claimLocation.exactOptional(),
};
export const claimShape = z.object(claimFields);
export type Claim = Immutable<z.infer<typeof claimShape>>;

const claimWord = z.enum(['PASS', 'PARTIAL', 'FAIL', 'NOT-APPLICABLE']);
export const claimVerdictShape = z.object({ claim: claimShape, verdict: claimWord, reason: z.string() });
export type ClaimVerdict = Immutable<z.infer<typeof claimVerdictShape>>;

const trackedFields = {
  ...claimFields,
  /** `c1`, `c2`, … in the order in which they were made. */
  id: z.string(),
  /** Index of the step it was first made at. */
  step: z.int(),
  /** Made wrong on purpose (`--inject claims=P`). */
  isInjected: z.literal(true).exactOptional(),
};
const trackedClaim = z.object(trackedFields);
/** A claim that a trial keeps track of, from the round in which it was first made. */
export type TrackedClaim = Immutable<z.infer<typeof trackedClaim>>;

export const checkStateShape = z.enum([
  'valid',
  'vacuous',
  'invalid',
  'retired',
  'pending',
  'unchecked',
  'tool-missing',
]);
/**
 * `pending`: the candidates so far did not run, so nothing is known of it; `unchecked`: validation is left out. Both count.
 * `tool-missing`: what runs it is not installed here, which says nothing of the check.
 */
export type CheckState = z.infer<typeof checkStateShape>;

const trackedCheck = z.object({
  ...checkFields,
  step: z.int(),
  state: checkStateShape,
  /** Why it is vacuous, invalid or retired, or which tool is missing. */
  reason: z.string().exactOptional(),
  /** In how many rounds it was written. */
  support: z.int(),
  /** What it showed on this step's candidate, where it ran. */
  outcome: checkOutcome.exactOptional(),
});
/** A check that a trial keeps track of. It is never removed: one that no longer counts says why. */
export type TrackedCheck = Immutable<z.infer<typeof trackedCheck>>;

const verifiedClaim = z.object({
  ...trackedFields,
  verdict: claimWord,
  /** A judge's words, or why it is not applicable; empty where the evidence says it. */
  reason: z.string(),
  /** The first failing checks. */
  evidence: z.array(evidence),
  /** Its verdict on the candidate before; absent in its first round. */
  before: claimWord.exactOptional(),
});
/** A claim with what its checks (or a judge) showed on one candidate. */
export type VerifiedClaim = Immutable<z.infer<typeof verifiedClaim>>;

const gapsShape = z.object({
  /** 1 - passing / applicable. */
  gap: z.number(),
  /** sum(weight x (1 - verdict)) / sum(weight); PARTIAL counts 0.5. */
  weighted: z.number(),
});
/** Shares of applicable claims that do not hold: 0 is none. */
export type Gaps = Immutable<z.infer<typeof gapsShape>>;

export const claimsReportShape = z.object({
  claims: z.array(verifiedClaim),
  checks: z.array(trackedCheck),
  /** Claims of this round that were there already, and that are about something else than the entry point. */
  merged: z.int(),
  dropped: z.int(),
  /** Absent when no claim is applicable: that is not a gap of 0. */
  gaps: gapsShape.exactOptional(),
  /** The same over the claims that were there before the round: what the round changed in them. */
  carried: gapsShape.exactOptional(),
  /** Why the candidate does not run at all; every claim with a check fails then. */
  notRunnable: z.string().exactOptional(),
  /** What decided it, for replays: candidate, claims, checks and how they are judged. */
  inputSha256: z.string(),
});
/** All claims of a trial so far, on one candidate. */
export type ClaimsReport = Immutable<z.infer<typeof claimsReportShape>>;

export const remediationShape = z.object({
  steps: z.array(
    z.object({
      claim: z.string(),
      /** From 1. */
      priority: z.int(),
      severity: claimFields.severity,
      diagnosis: z.string(),
      change: z.string(),
    }),
  ),
  preserve: z.array(z.string()),
});
/** What to do about the claims that do not hold, the gravest first, and which ones to leave as they are. */
export type RemediationPlan = Immutable<z.infer<typeof remediationShape>>;
