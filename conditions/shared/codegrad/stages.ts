import type {
  Candidate,
  ConditionContext,
  FaultInjector,
  InvariantVerdict,
  Parsed,
  Review,
  Task,
  Update,
} from '../../../harness/index.ts';

/** A task whose candidates are functions: invariants speak of an entry point. */
export type FunctionTask = Extract<Task, { kind: 'function' }>;

/** Names of the calls, with the role each acts as. */
export const CODEGRAD_ROLES = { review: 'criticise', probe: 'extract', prove: 'extract', verify: 'judge' } as const;

/** The calls that `--critic` answers; all others are the writer's. */
export const CRITIC_ROLES = ['review', 'probe', 'verify'] as const;

/** The context of a condition with `uses: { criticFaults }`. */
export type CodegradContext = ConditionContext & { readonly criticFaults: Pick<FaultInjector, 'tellOfCritic'> };

/** What is judged. */
export interface Judging {
  readonly task: FunctionTask;
  readonly candidate: Candidate;
}

/** Eq. 2 of the paper: what is to be changed. */
export type Gradient = Pick<Update, 'edits' | 'dropped' | 'filled' | 'merged'>;

/** What a gradient is made from: a review, and why the last draft was discarded, if it was. */
interface Reviewed extends Judging {
  readonly review: Review;
  readonly refused: readonly InvariantVerdict[];
}

/** What the gate makes of a draft. */
export type GateAnswer =
  | { readonly status: 'judged'; readonly invariants: readonly InvariantVerdict[]; readonly seen?: Review }
  | { readonly status: 'unparsed'; readonly stage: 'proof' | 'gate'; readonly detail: string };

/** CodeGrad's round as typed stages (arXiv 2508.10059v2, III.B); an ablation replaces one. */
export interface CodegradStages<Context extends CodegradContext = CodegradContext> {
  review(judging: Judging, context: Context): Promise<Parsed<Review>>;
  /** Makes no call. */
  gradient(reviewed: Reviewed, context: Context): Gradient;
  /** Whether the invariants hold for a draft, in their order. Absent: every draft becomes the candidate. */
  gate?(draft: Judging, context: Context): Promise<GateAnswer>;
  /** The loop ends at a draft that the gate lets through (the paper's Fig. 1), not only at four axes that pass. */
  readonly endsAtProof?: true;
}
