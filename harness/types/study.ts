/**
 * A published study as far as a run that replicates it needs it; kept in the run's folder as `study.json`, which may be anybody's: all of
 * it is bounded.
 */

import { z } from '../storage/schema.ts';
import { STUDY_BOUNDS } from '../study-bounds.ts';
import { conditionName as name, printable } from './identity.ts';
import type { Immutable } from './immutable.ts';

const line = printable(1000).min(1);
const k = z.int().min(0).max(STUDY_BOUNDS.k);
const count = z.int().min(0).max(1e6);

/** A word for how a row of cells goes with k. */
export const rowLabelShape = z.enum([
  'plateaus',
  'regresses',
  'monotonic',
  'non-monotonic',
  'diverges',
  'converged at the smallest k',
  'slower than the full system',
  'the only monotonic one',
]);
export type RowLabel = z.infer<typeof rowLabelShape>;

export const armShape = z.strictObject({
  /** Its name in the study. */
  arm: name,
  /** The condition that repeats it. */
  condition: name,
  /** What ends its loop, in words. */
  stop: line,
  /** The condition that does the same without the study's faults. */
  mended: name.exactOptional(),
});
export type StudyArm = Immutable<z.infer<typeof armShape>>;

export const cellShape = z.strictObject({
  arm: name,
  /** Solved at any of these k. */
  k: z.array(k).min(1).max(STUDY_BOUNDS.ks),
  /** As printed. */
  percent: z.number().min(0).max(100).exactOptional(),
  solved: count,
  total: count.min(1),
});
export type StudyCell = Immutable<z.infer<typeof cellShape>>;

export const labelShape = z.strictObject({ arm: name, label: rowLabelShape, printed: line });
export type StudyLabel = Immutable<z.infer<typeof labelShape>>;

const outcome = z.enum(['solved', 'wrong', 'artefact', 'never-evaluated']);
/** What one published trial came out as: an artefact is a failure made by the extractor. */
export type PublishedOutcome = z.infer<typeof outcome>;

export const replicatedStudyShape = z.strictObject({
  id: name,
  title: line,
  /** The published model. */
  model: line,
  sources: z.array(line).max(100),
  dataset: name,
  k: z.array(k).min(1).max(STUDY_BOUNDS.ks),
  protocol: z.enum(['nested', 'independent']),
  maxOutputTokens: z.int().min(1).max(STUDY_BOUNDS.outputTokens),
  /** What of the solution stands in the prompts, where something does. */
  leak: line.exactOptional(),
  arms: z.array(armShape).min(1).max(STUDY_BOUNDS.conditions),
  cells: z.array(cellShape).max(1000),
  labels: z.array(labelShape).max(1000),
  /** Published outcomes task by task, where the study's records were given. */
  records: z
    .array(z.strictObject({ arm: name, k, outcomes: z.record(z.string().max(200), outcome) }))
    .max(1000)
    .exactOptional(),
});
export type ReplicatedStudy = Immutable<z.infer<typeof replicatedStudyShape>>;
