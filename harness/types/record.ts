/** What a run leaves on disk. Shapes are of stored lines, in the order in which fields are written; types follow from them. */

import { z } from '../storage/schema.ts';
import { STUDY_BOUNDS } from '../study-bounds.ts';
import { extractionShape, faultShape, unparsedShape, verdictShape } from './attempt.ts';
import { checkKindShape, checkStateShape } from './claims.ts';
import { failureShape, notRunReasonShape, outcomeShape } from './execution.ts';
import type { Identity } from './identity.ts';
import type { Immutable } from './immutable.ts';
import { finishReasonShape, type Message, roleShape, usageShape } from './model.ts';
import type { ReplicatedStudy } from './study.ts';

export type { ConditionIdentity, Identity } from './identity.ts';

const count = z.int().nonnegative();
const round = count.max(STUDY_BOUNDS.k);

const trialFields = {
  condition: z.string(),
  taskId: z.string(),
  sample: count.max(STUDY_BOUNDS.samples),
  /** Only under `--protocol independent`: the k this trial was run for. */
  kRun: round.exactOptional(),
};
const trialId = z.object(trialFields);
/** condition x task x sample (x k, under the independent protocol). */
export type TrialId = Immutable<z.infer<typeof trialId>>;

const call = z.object({
  role: roleShape,
  /** The condition's own name of the role. */
  roleName: z.string().exactOptional(),
  key: z.string(),
  occurrence: count,
  responseSha256: z.string(),
  finishReason: finishReasonShape,
  rawFinishReason: z.string().exactOptional(),
  usage: usageShape.exactOptional(),
  costUsd: z.number().exactOptional(),
});
export type CallRecord = Immutable<z.infer<typeof call>>;

const liveVerdict = z.enum(['accept', 'reject', 'no-verdict', ...notRunReasonShape.options]);
/** `no-verdict`: the verifier ran and no claim was applicable. */
export type LiveVerdict = z.infer<typeof liveVerdict>;

/** Loose: every other field is an artifact of the attempt, called as its kind (types/artifact.ts). */
const step = z.looseObject({
  index: round,
  /** This and the next three: absent in imported records. */
  candidate: z.string().exactOptional(),
  candidateSha256: z.string().exactOptional(),
  extraction: extractionShape.exactOptional(),
  /** The response the candidate was taken from, and the role that asked for it: `generate` = an independent draw. */
  responseSha256: z.string().exactOptional(),
  proposedBy: roleShape,
  /** This and `unparsed` as in `Attempt`. */
  parent: round.exactOptional(),
  verdict: verdictShape.exactOptional(),
  /**
   * In a replay `verdict` is the recorded one. Present where the loop's verifier came out otherwise here, or was not run here at all:
   * then with the reason.
   */
  liveVerdict: liveVerdict.exactOptional(),
  unparsed: unparsedShape.exactOptional(),
  /** What was made wrong on purpose here. */
  faults: z.array(faultShape).exactOptional(),
  /** Absent in imported records: which calls were made is not known, and that is not the same as none. */
  calls: z.array(call).exactOptional(),
});
/** What is marked "absent in imported records" is always there in a run of this harness; a published study may not have stored it. */
export type Step = Immutable<z.infer<typeof step>>;

const end = z.discriminatedUnion('status', [
  z.object({ status: z.literal('submitted'), reason: z.enum(['accepted', 'rounds', 'unparsed', 'finished']) }),
  z.object({ status: z.literal('limit'), limit: z.string(), value: z.number(), bound: z.number() }),
  z.object({ status: z.literal('error'), kind: z.string(), message: z.string() }),
]);
export type TrialEnd = Immutable<z.infer<typeof end>>;

const passedOverFile = z.object({
  file: z.string(),
  isSolved: z.boolean(),
  /** Verdicts of the loop in it, and how many of them the study could not parse. */
  verdicts: z.int(),
  unparsedVerdicts: z.int(),
});

const trialSource = z.object({
  /** The result file it was read from, below the study's folder. */
  file: z.string(),
  /** Result files for the same trial that the study's merge rule passes over, in its order. */
  passedOver: z.array(passedOverFile),
  /** How often the study's bills name a first generation for this task and condition, over all k; absent without bills. */
  billedGenerations: z.int().exactOptional(),
});
/** Where an imported trial comes from. */
export type TrialSource = Immutable<z.infer<typeof trialSource>>;

const trajectory = z.object({
  ...trialFields,
  /** Absent in imported records. */
  seed: z.int().exactOptional(),
  steps: z.array(step).max(STUDY_BOUNDS.k + 1),
  /** Calls made after the last finished step. */
  unfinishedCalls: z.array(call),
  end,
  /** Only in imported records. */
  source: trialSource.exactOptional(),
});
export type Trajectory = Immutable<z.infer<typeof trajectory>>;
export const trajectoryShape: z.ZodType<Trajectory> = trajectory;

/** In a replay, where the outcome was another one when it was recorded: what it was then; `none`: it was not run then. */
const recordedOutcome = z.enum(['solved', 'unsolved', 'none']).exactOptional();

const grade = z.object({
  ...trialFields,
  step: round,
  outcome: outcomeShape,
  /** Absent in imported records, as is `gradedSha256`: nothing there binds a grade to what was graded. */
  assertions: z.string().exactOptional(),
  failures: z.array(failureShape),
  gradedSha256: z.string().exactOptional(),
  recordedOutcome,
  /** In a replay: nothing was run here, the log of the recorded run was graded again. */
  ofRecordedLog: z.literal(true).exactOptional(),
  /** Files of a patch that a reader must know of: tests (reset before grading), and what decides how tests run. */
  touches: z.object({ testFiles: z.array(z.string()), hooks: z.array(z.string()) }).exactOptional(),
  /** Of a given triple: its set (Clover, Table 3) and its program, which its other sets share. */
  label: z.object({ set: z.string(), program: z.string() }).exactOptional(),
  /** Of the image that is the task's own. */
  imageDigest: z.string().exactOptional(),
  /** The same step under the published study's extractor, where that can be known. */
  published: z.object({ outcome: outcomeShape, extraction: extractionShape, gradedSha256: z.string() }).exactOptional(),
  /** The draft of this step that did not become its candidate (types/codegrad.ts); in no rate. */
  draft: z
    .object({ outcome: outcomeShape, assertions: z.string(), gradedSha256: z.string(), recordedOutcome })
    .exactOptional(),
});
/** One graded step. `gradedSha256` binds it to exactly what was graded: candidate, tests, limits, grader version. */
export type Grade = Immutable<z.infer<typeof grade>>;
export const gradeShape: z.ZodType<Grade> = grade;

const checkTruth = z.object({
  ...trialFields,
  /** Id, claim, kind and state at the trial's last report. */
  check: z.string(),
  claim: z.string(),
  kind: checkKindShape,
  state: checkStateShape,
  /** Its claim was made wrong on purpose. */
  isInjected: z.literal(true).exactOptional(),
  /** It does not hold on the reference solution: it would send a right candidate back. Absent where that could not be told. */
  rejectsReference: z.boolean().exactOptional(),
  /** Programs of the task's pool that are known to be wrong, and how many of them it fails. */
  wrongPrograms: z.int(),
  caught: z.int(),
  /** Its programs were not run here, and why: the three fields above then say nothing. */
  notRun: notRunReasonShape.exactOptional(),
});
/** What a check that a loop worked with is worth, measured after the run and never shown to it. */
export type CheckTruth = Immutable<z.infer<typeof checkTruth>>;
export const checkTruthShape: z.ZodType<CheckTruth> = checkTruth;

/** A request as it was sent, but for what every request of a run has alike. */
export interface SentRequest {
  readonly messages: readonly Message[];
  readonly temperature?: number;
  readonly maxOutputTokens: number;
  /** The name of the shape that was asked for. */
  readonly schema?: string;
}

/** What the model was sent and what it said, where the run folder holds it. */
export interface RunTexts {
  /** By sample key. */
  request(key: string): SentRequest | undefined;
  response(sha256: string): string | undefined;
  /** What the call took, where this run made it. */
  milliseconds(key: string): number | undefined;
}

export interface Manifest {
  readonly version: 1;
  readonly identity: Identity;
  readonly identitySha256: string;
  /** Printed, never compared: commit, dirty flag, lockfile hash, versions, time, sandbox, host. */
  readonly provenance: Readonly<Record<string, string | number | boolean>>;
  readonly isSimulated: boolean;
}

/** A trial with its grades by step index. */
export interface RecordedTrial {
  readonly trajectory: Trajectory;
  readonly grades: ReadonlyMap<number, Grade>;
}

interface RunParts {
  readonly manifest: Manifest;
  /** In plan order; none where no arm wrote checks. */
  readonly checks?: readonly CheckTruth[];
  /** The published study that this run replicates. */
  readonly study?: ReplicatedStudy;
}

/** A run in memory. Trajectories in plan order. */
export interface WholeRun extends RunParts {
  readonly trajectories: readonly Trajectory[];
  readonly grades: readonly Grade[];
}

/** A run in its folder: its trials, or those of one task, are read in plan order each time somebody asks for them. */
export interface StoredRun extends RunParts {
  trials(taskId?: string): Iterable<RecordedTrial>;
}

/** What metrics, tables and reports work on. */
export type Run = WholeRun | StoredRun;
