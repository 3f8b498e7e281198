import type { ModelEvent } from '../models/model-events.ts';
import type { ReferenceTime } from '../sandbox/reference-times.ts';
import { z } from '../storage/schema.ts';
import { STUDY_BOUNDS } from '../study-bounds.ts';
import { claimVerdictShape } from '../types/claims.ts';
import type { Execution, ExecutionTimes } from '../types/execution.ts';
import type { Usage } from '../types/model.ts';
import type { Grade, Trajectory } from '../types/record.ts';

/** The shapes of stored lines, checked once when they are read back. */

const outcome = z.discriminatedUnion('status', [
  z.object({ status: z.literal('solved') }),
  z.object({ status: z.literal('unsolved'), reason: z.string() }),
  z.object({ status: z.literal('ungraded'), reason: z.string() }),
]);
const failure = z.object({
  assertion: z.int().optional(),
  source: z.string().optional(),
  got: z.string().optional(),
  message: z.string(),
});
const extraction = z.object({
  status: z.enum(['clean', 'recovered', 'none']),
  cuts: z.array(z.object({ what: z.string(), characters: z.int(), excerpt: z.string() })),
});
const count = z.int().nonnegative();
const round = count.max(STUDY_BOUNDS.k);
const trialId = {
  condition: z.string(),
  taskId: z.string(),
  sample: count.max(STUDY_BOUNDS.samples),
  kRun: round.optional(),
};
const usage = z.object({
  inputTokens: count,
  outputTokens: count,
  cachedInputTokens: count.optional(),
  reasoningTokens: count.optional(),
});
const call = z.object({
  role: z.string(),
  key: z.string(),
  occurrence: count,
  responseSha256: z.string(),
  finishReason: z.string(),
  rawFinishReason: z.string().optional(),
  usage: usage.optional(),
  costUsd: z.number().optional(),
});
const verdict = z.discriminatedUnion('status', [
  z.object({
    status: z.enum(['accept', 'reject']),
    feedback: z.string(),
    claims: z.array(claimVerdictShape).optional(),
    assertions: z.string().optional(),
  }),
  z.object({ status: z.literal('unparsed'), detail: z.string() }),
]);
const fault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lie'), found: z.string(), told: z.string() }),
  z.object({ kind: z.literal('claims'), claims: z.array(z.string()) }),
  z.object({ kind: z.literal('plan') }),
]);
/** Whatever else stands in a step is an artifact: whoever reads it knows its shape (types/artifact.ts). */
const step = z.looseObject({
  index: round,
  candidate: z.string().optional(),
  candidateSha256: z.string().optional(),
  extraction: extraction.optional(),
  responseSha256: z.string().optional(),
  proposedBy: z.string(),
  parent: round.optional(),
  verdict: verdict.optional(),
  liveVerdict: z.enum(['accept', 'reject', 'no-verdict', 'sandbox-lost', 'sandbox-refused']).optional(),
  unparsed: z.object({ role: z.string(), detail: z.string() }).optional(),
  faults: z.array(fault).optional(),
  calls: z.array(call).optional(),
});
const source = z.object({
  file: z.string(),
  passedOver: z.array(
    z.object({ file: z.string(), isSolved: z.boolean(), verdicts: z.int(), unparsedVerdicts: z.int() }),
  ),
  billedGenerations: z.int().optional(),
});
const end = z.discriminatedUnion('status', [
  z.object({ status: z.literal('submitted'), reason: z.string() }),
  z.object({ status: z.literal('limit'), limit: z.string(), value: z.number(), bound: z.number() }),
  z.object({ status: z.literal('error'), kind: z.string(), message: z.string() }),
]);
const execution = z.object({ outcome, assertions: z.string(), failures: z.array(failure), output: z.string() });

export const trajectoryLine = z.object({
  ...trialId,
  seed: z.int().optional(),
  steps: z.array(step).max(STUDY_BOUNDS.k + 1),
  unfinishedCalls: z.array(call),
  end,
  source: source.optional(),
}) as unknown as z.ZodType<Trajectory>;

export const gradeLine = z.object({
  ...trialId,
  step: round,
  outcome,
  assertions: z.string().optional(),
  failures: z.array(failure),
  gradedSha256: z.string().optional(),
  recordedOutcome: z.enum(['solved', 'unsolved', 'none']).optional(),
  touches: z.object({ testFiles: z.array(z.string()), hooks: z.array(z.string()) }).optional(),
  imageDigest: z.string().optional(),
  published: z.object({ outcome, extraction, gradedSha256: z.string() }).optional(),
}) as unknown as z.ZodType<Grade>;

export interface ExecutionLine {
  readonly key: string;
  readonly execution: Execution;
}
export const executionLine = z.object({ key: z.string(), execution }) as unknown as z.ZodType<ExecutionLine>;

export interface ResponseLine {
  readonly sha256: string;
  readonly text: string;
}
export const responseLine: z.ZodType<ResponseLine> = z.object({ sha256: z.string(), text: z.string() });

export type TimingLine =
  | { readonly kind: 'trial'; readonly trial: string; readonly startedAt: string; readonly wallMs: number }
  | ({ readonly kind: 'execution'; readonly key: string } & ExecutionTimes)
  | ({ readonly kind: 'reference' } & ReferenceTime)
  | ModelEvent;

/** The lines of timings.jsonl that say what was spent, told or assumed. */
export const spentLine = z.union([
  z.object({ kind: z.literal('call'), usage }).transform((line) => line.usage),
  z.object({ kind: z.literal('failed-attempt'), assumedUsage: usage }).transform((line) => line.assumedUsage),
]) as unknown as z.ZodType<Usage>;
/** The lines that say what canonical solutions took where the run began, and by how much time limits are stretched for it. */
export const referenceLine: z.ZodType<ReferenceTime> = z
  .object({
    kind: z.literal('reference'),
    taskId: z.string(),
    wallMs: z.number(),
    cpuMs: z.number(),
    stretch: z.object({ cpu: z.number(), wall: z.number() }),
  })
  .transform(({ kind: _, ...reference }) => reference);
export const timingLine = z.object({ kind: z.string() }).loose() as unknown as z.ZodType<TimingLine>;
