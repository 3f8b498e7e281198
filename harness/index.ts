/** The only door for conditions and datasets. */
export type { CheckedClaims, ClaimBook } from './claims/claim-book.ts';
export { SEVERITY_WEIGHTS } from './claims/gap.ts';
export type { ExtractedClaim, GatheredClaims } from './claims/gather.ts';
export type { Judgement } from './claims/verify-claims.ts';
export { type Condition, type ConditionContext, defineCondition } from './condition.ts';
export { assistant, fenced, system, user } from './messages.ts';
export { type AnswerSchema, answerSchema, z } from './schema.ts';
/** For a condition a task is of either kind: a function, or a patch of a repository. */
export type {
  AnyTask as Task,
  Attempt,
  Candidate,
  Claim,
  ClaimsReport,
  ClaimVerdict,
  Message,
  Parsed,
  RemediationPlan,
  Verdict,
  VerifiedClaim,
} from './types.ts';
