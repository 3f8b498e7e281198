/** The only door for conditions; datasets have `dataset.ts`. */

export { assistant, fenced, system, user } from './models/messages.ts';
export { z } from './storage/schema.ts';
export { answerSchema } from './trial/answer-schema.ts';
export {
  claimChecks,
  consistency,
  criticFaults,
  drawnExamples,
  drawTogether,
  execute,
  given,
  matchedRates,
  maxClaims,
  proofCounts,
  runningCritic,
  searchBounds,
  tokensLeft,
  wordPairs,
} from './trial/capabilities.ts';
export { type Condition, type ConditionContext, defineCondition } from './trial/condition.ts';
export type { CriticRates } from './trial/matched-rates.ts';
export type { RunningCritic } from './trial/running-critic.ts';
export { defineArtifact } from './types/artifact.ts';
export type { Attempt, Candidate, Verdict } from './types/attempt.ts';
export { claimsReport, extractedClaims, plan, remediation } from './types/claim-artifacts.ts';
export type { Claim, ClaimsReport, ClaimVerdict, RemediationPlan, VerifiedClaim } from './types/claims.ts';
export {
  AXES,
  type Axis,
  type AxisReview,
  codegradReview,
  codegradUpdate,
  type Edit,
  type GradientEdit,
  type InvariantVerdict,
  type ProgramRun,
  type Review,
  type Update,
} from './types/codegrad.ts';
export {
  CHECKS,
  type CheckName,
  type CheckTry,
  type ConsistencyTools,
  consistencyChecks,
  docstringJudgements,
  type Evidence,
  type ToolQuestion,
} from './types/consistency.ts';
export { checkResult, checkResults, decide } from './types/consistency-rules.ts';
export type { AnswerSchema, Message, Parsed } from './types/model.ts';
export {
  type Counted,
  type CountReply,
  type RepairExample,
  type SearchBounds,
  type SearchStep,
  type ShownProgram,
  searchStep,
  type TranslationExample,
} from './types/search.ts';
/** For a condition a task is a function or a patch of a repository, unless it says that it applies to another kind. */
export type {
  AnnotationTask,
  ContractTask,
  TestedTask as Task,
  TranslationTask,
  TripleTask,
} from './types/task.ts';
export type { Verifier, VerifierContext } from './types/verifier.ts';
export {
  coin,
  generatedTests,
  gradingTests,
  modelVerdict,
  none,
  publicTests,
} from './verifiers/built-in.ts';
export type { CheckedClaims, ClaimTracker } from './verifiers/claims/claim-tracker.ts';
export { definesEntryPoint } from './verifiers/claims/defines-entry-point.ts';
export type { FaultInjector } from './verifiers/claims/faults.ts';
export { SEVERITY_WEIGHTS } from './verifiers/claims/gap.ts';
export type { ExtractedClaim, GatheredClaims } from './verifiers/claims/gather.ts';
export type { Observed } from './verifiers/claims/observe.ts';
export type { Judgement } from './verifiers/claims/verify-claims.ts';
