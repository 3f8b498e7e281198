import type { Claim, ClaimVerdict, Gaps, VerifiedClaim } from '../../types/claims.ts';

/**
 * What a claim's severity weighs: the table of section 5 ("Precision-Weighted Verification") of the patent application, which claim 8
 * refers to. The four severities are those of its section 1.2.
 */
export const SEVERITY_WEIGHTS: Readonly<Record<Claim['severity'], number>> = {
  critical: 4,
  high: 3,
  medium: 2,
  low: 1,
};

export const EQUAL_WEIGHTS: Readonly<Record<Claim['severity'], number>> = { critical: 1, high: 1, medium: 1, low: 1 };

/** How much of a claim holds. The patent application leaves PARTIAL open; here it is half. */
const SHARES: Readonly<Record<Exclude<ClaimVerdict['verdict'], 'NOT-APPLICABLE'>, number>> = {
  PASS: 1,
  PARTIAL: 0.5,
  FAIL: 0,
};

/**
 * Gap and weighted gap of one candidate. Claims that are not applicable are in neither; `undefined` when no claim is applicable.
 * Both are 0 exactly when every applicable claim passes.
 */
export function gapsOf(
  claims: readonly Pick<VerifiedClaim, 'verdict' | 'severity'>[],
  weights: Readonly<Record<Claim['severity'], number>> = SEVERITY_WEIGHTS,
): Gaps | undefined {
  let [applicable, passing, weight, missing] = [0, 0, 0, 0];
  for (const { verdict, severity } of claims) {
    if (verdict === 'NOT-APPLICABLE') continue;
    applicable++;
    if (verdict === 'PASS') passing++;
    weight += weights[severity];
    missing += weights[severity] * (1 - SHARES[verdict]);
  }
  return applicable === 0 ? undefined : { gap: (applicable - passing) / applicable, weighted: missing / weight };
}
