import type { ModelEvent } from '../models/model-events.ts';
import type { ReferenceTime } from '../sandbox/reference-times.ts';
import { z } from '../storage/schema.ts';
import { type Execution, type ExecutionTimes, executionShape } from '../types/execution.ts';
import { type Usage, usageShape } from '../types/model.ts';

/** The shapes of further stored lines, checked once when they are read back; those of trajectories and grades are in types/record.ts. */

export interface ExecutionLine {
  readonly key: string;
  readonly execution: Execution;
}
export const executionLine: z.ZodType<ExecutionLine> = z.object({ key: z.string(), execution: executionShape });

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

const isCritic = z.literal(true).exactOptional();
/** The lines of timings.jsonl that say what was spent, told or assumed. */
export const spentLine: z.ZodType<Spent> = z.union([
  z
    .object({ kind: z.literal('call'), usage: usageShape, isCritic })
    .transform(({ usage, isCritic = false }) => ({ usage, isCritic })),
  z
    .object({ kind: z.literal('failed-attempt'), assumedUsage: usageShape, isCritic })
    .transform(({ assumedUsage: usage, isCritic = false }) => ({ usage, isCritic })),
]);
/** What a call used; `isCritic`: of the model that answers for a critic. */
export interface Spent {
  readonly usage: Usage;
  readonly isCritic: boolean;
}
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
/** The lines that say what an execution took. */
export const executionTimesLine = z.object({
  kind: z.literal('execution'),
  key: z.string(),
  wallMs: z.number(),
  cpuMs: z.number(),
});
/** A line of timings.jsonl, as far as every one of them is alike: whoever wants more of a kind reads it with that kind's shape. */
export const timingLine = z.object({ kind: z.string() });
