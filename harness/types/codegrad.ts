/** What CodeGrad's loop adds to its attempts (arXiv 2508.10059v2, III.A and III.B). Axes and invariants are claims with their verdicts. */

import { z } from '../storage/schema.ts';
import { type ArtifactKind, defineArtifact } from './artifact.ts';
import { claimVerdictShape } from './claims.ts';
import type { Immutable } from './immutable.ts';

/** The axes of a review, in the order in which their edits are made. */
export const AXES = ['correctness', 'input-output', 'efficiency', 'completeness'] as const;
export type Axis = (typeof AXES)[number];
const axis = z.enum(AXES);

const editShape = z.object({ location: z.string(), action: z.string() });
/** Where to change what. */
export type Edit = Immutable<z.infer<typeof editShape>>;

export const axisReviewShape = claimVerdictShape.extend({ axis, edits: z.array(editShape) });
/** What a critic says of a program on one axis: `reason` is its finding; `NOT-APPLICABLE`: it could not be decided. */
export type AxisReview = Immutable<z.infer<typeof axisReviewShape>>;

export const programRunShape = z.object({ call: z.string(), shown: z.string() });
/** A call of the program, and what it gave or raised. */
export type ProgramRun = Immutable<z.infer<typeof programRunShape>>;

const reviewShape = z.object({
  axes: z.array(axisReviewShape),
  /** What the critic had run before it judged. */
  runs: z.array(programRunShape).exactOptional(),
  /** What decided what running showed, for replays. */
  asked: z.string().exactOptional(),
  /** It was made of the same program at the step before: a program is reviewed once. */
  isRepeated: z.literal(true).exactOptional(),
});
/** One axis of each kind, in order. */
export type Review = Immutable<z.infer<typeof reviewShape>>;

/** Why a draft did or did not become the candidate. */
export const FATES = ['accepted', 'discarded', 'unchanged', 'empty', 'unparsed-proof', 'unparsed-gate'] as const;
export type Fate = (typeof FATES)[number];

const gradientEdit = editShape.extend({
  /** The axis that fails; absent where it is a reason of the gate, or says nothing of the program. */
  axis: axis.exactOptional(),
  /** `finding`: the axis failed without edits; `gate`: why the last draft was discarded. */
  from: z.enum(['review', 'finding', 'gate', 'general', 'text']),
});
export type GradientEdit = Immutable<z.infer<typeof gradientEdit>>;

const invariantVerdict = claimVerdictShape.extend({
  /** From 1. */
  number: z.int(),
  /** The writer's argument, and the line it cites. */
  argument: z.string().exactOptional(),
  line: z.string().exactOptional(),
});
/** An invariant of the task on a draft. Its proof is prose: a model's opinion, or what running showed. */
export type InvariantVerdict = Immutable<z.infer<typeof invariantVerdict>>;

const updateShape = z.object({
  edits: z.array(gradientEdit),
  /** Edits beside a `pass`; axes that failed without edits; edits that said what another one said. */
  dropped: z.int(),
  filled: z.int(),
  merged: z.int(),
  draft: z.string(),
  fate: z.enum(FATES),
  /** Empty where no gate was asked. */
  invariants: z.array(invariantVerdict),
  /** Why an answer could not be read. */
  detail: z.string().exactOptional(),
  /** What running the draft showed, where that decided. */
  seen: reviewShape.exactOptional(),
});
/** One revision: what was to be changed, what came of it, and whether it counts. */
export type Update = Immutable<z.infer<typeof updateShape>>;

/** The critic's review of this step's candidate. */
export const codegradReview: ArtifactKind<Review> = defineArtifact('review', reviewShape);

/** The revision that led to this step. */
export const codegradUpdate: ArtifactKind<Update> = defineArtifact('update', updateShape);
