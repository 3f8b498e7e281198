/** Claims about a candidate, the checks that decide them, and what those showed. */

export type CheckKind = 'assertions' | 'property' | 'contract' | 'types';

/** Something executable that decides a claim. */
export interface Check {
  /** The first characters of the sha256 of kind and source: equal checks are one. */
  readonly id: string;
  readonly kind: CheckKind;
  /** Python source; for `assertions` set-up statements and one `assert`. */
  readonly source: string;
  /** Id of the claim it serves. */
  readonly claim: string;
}

/** Why a check did not hold. Texts are bounded and free of addresses, paths and times. */
export interface CheckEvidence {
  /** The assertion, property or condition that did not hold. */
  readonly assertion: string;
  /** Arguments of the call, where they are known: `[1, 2], 3`. */
  readonly input?: string;
  readonly expected?: string;
  readonly got?: string;
  /** The exception's type and message, where something was raised. */
  readonly exception?: string;
}

/**
 * What running a check on one program showed. `not-applicable`: it says nothing about any program (vacuous, its tool is
 * absent); `unknown`: it could say something and did not this time (not confirmed, cut by a limit).
 */
export type CheckOutcome =
  | { readonly status: 'held' }
  | { readonly status: 'failed'; readonly evidence: CheckEvidence }
  | { readonly status: 'not-applicable'; readonly reason: string }
  | { readonly status: 'unknown'; readonly reason: string };

export interface Claim {
  readonly text: string;
  readonly category: 'functionality' | 'security' | 'data-handling' | 'performance' | 'compliance';
  readonly severity: 'critical' | 'high' | 'medium' | 'low';
  /** What of the candidate it is about, where that was asked for. */
  readonly place?: ClaimLocation;
}

export interface ClaimLocation {
  readonly part: 'signature' | 'docstring' | 'comment' | 'error-handling' | 'validation' | 'body';
  /** The candidate's line where that part begins, from 1; absent where it has no such part. */
  readonly line?: number;
}

export interface ClaimVerdict {
  readonly claim: Claim;
  readonly verdict: 'PASS' | 'PARTIAL' | 'FAIL' | 'NOT-APPLICABLE';
  readonly reason: string;
}

/** A claim of a trial's book: it stays there from the round in which it was first made. */
export interface TrackedClaim extends Claim {
  /** `c1`, `c2`, … in the order in which they were made. */
  readonly id: string;
  /** Index of the step it was first made at. */
  readonly step: number;
  /** Made wrong on purpose (`--inject claims=P`). */
  readonly isInjected?: true;
}

/**
 * `pending`: the candidates so far did not run, so nothing is known of it; `unchecked`: validation is left out. Both count.
 * `tool-missing`: what runs it is not installed here, which says nothing of the check.
 */
export type CheckState = 'valid' | 'vacuous' | 'invalid' | 'retired' | 'pending' | 'unchecked' | 'tool-missing';

/** A check of a trial's book. It is never taken out of it: what no longer counts says why. */
export interface TrackedCheck extends Check {
  readonly step: number;
  readonly state: CheckState;
  /** Why it is vacuous, invalid or retired, or which tool is missing. */
  readonly reason?: string;
  /** In how many rounds it was written. */
  readonly support: number;
  /** What it showed on this step's candidate, where it ran. */
  readonly outcome?: CheckOutcome;
}

/** A claim with what its checks (or a judge) showed on one candidate. */
export interface VerifiedClaim extends TrackedClaim {
  readonly verdict: ClaimVerdict['verdict'];
  /** A judge's words, or why it is not applicable; empty where the evidence says it. */
  readonly reason: string;
  /** The first failing checks. */
  readonly evidence: readonly CheckEvidence[];
  /** Its verdict on the candidate before; absent in its first round. */
  readonly before?: ClaimVerdict['verdict'];
}

/** Shares of applicable claims that do not hold: 0 is none. */
export interface Gaps {
  /** 1 - passing / applicable. */
  readonly gap: number;
  /** sum(weight x (1 - verdict)) / sum(weight); PARTIAL counts 0.5. */
  readonly weighted: number;
}

/** All claims of a trial so far, on one candidate. */
export interface ClaimsReport {
  readonly claims: readonly VerifiedClaim[];
  readonly checks: readonly TrackedCheck[];
  /** Claims of this round that were there already, and that are about something else than the entry point. */
  readonly merged: number;
  readonly dropped: number;
  /** Absent when no claim is applicable: that is not a gap of 0. */
  readonly gaps?: Gaps;
  /** The same over the claims that were there before the round: what the round changed in them. */
  readonly carried?: Gaps;
  /** Why the candidate does not run at all; every claim with a check fails then. */
  readonly notRunnable?: string;
  /** What decided it, for replays: candidate, claims, checks and how they are judged. */
  readonly inputSha256: string;
}

/** What to do about the claims that do not hold, the gravest first, and which ones to leave as they are. */
export interface RemediationPlan {
  readonly steps: readonly {
    readonly claim: string;
    /** From 1. */
    readonly priority: number;
    readonly severity: Claim['severity'];
    readonly diagnosis: string;
    readonly change: string;
  }[];
  readonly preserve: readonly string[];
}
