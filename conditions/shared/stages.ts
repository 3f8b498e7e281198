import type { Candidate, Claim, ClaimTracker, ConditionContext, Parsed, Task, Verdict } from '../../harness/index.ts';

export type ReachedVerdict = Exclude<Verdict, { status: 'unparsed' }>;

/** What a stage gets: everything the stages before it made. */
export interface StageInput {
  readonly task: Task;
  readonly candidate: Candidate;
  readonly claims: readonly Claim[];
  readonly verdict: ReachedVerdict;
  readonly plan: string;
}

/** The context of a condition with `uses: { maxClaims }`. */
export type ClaimContext = ConditionContext & { readonly maxClaims: number };

/** The same with `claims: claimChecks`. */
export type CheckContext = ClaimContext & { readonly claims: ClaimTracker };

/** The loop of the LUCID patent as four typed stages; an ablation replaces one. */
export interface Stages<Context extends ConditionContext = ConditionContext> {
  /** Claims the candidate makes. */
  extract(task: Task, candidate: Candidate, context: Context): Promise<Parsed<readonly Claim[]>>;
  /** `undefined`: there is nothing to judge by, which is no verdict; the loop ends there. */
  verify(
    task: Task,
    candidate: Candidate,
    claims: readonly Claim[],
    context: ConditionContext,
  ): Promise<Verdict | undefined>;
  /** A plan for the next candidate; empty = none. */
  remediate(situation: Omit<StageInput, 'plan'>, context: ConditionContext): Promise<string>;
  regenerate(situation: StageInput, context: ConditionContext): Promise<Candidate>;
}
