import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DataError, UsageError } from '../errors.ts';
import { z } from '../storage/schema.ts';
import { rowLabelShape } from '../types/study.ts';

const cellType = z.object({
  table: z.string(),
  dataset: z.string(),
  condition: z.string(),
  /** Solved at any of these k. */
  k: z.array(z.int().min(1)).min(1),
  /** As printed, with how far (percentage points) a count may be from it; absent where the study prints none. */
  percent: z.number().optional(),
  tolerance: z.number().positive().optional(),
  /** Counted from the public result files. */
  solved: z.int().min(0),
  total: z.int().min(1),
  source: z.string(),
});
const comparisonType = z.object({
  table: z.string(),
  dataset: z.string(),
  condition: z.string(),
  k: z.int().min(1),
  comparator: z.string(),
  comparatorK: z.int().min(1),
  improved: z.int().min(0).optional(),
  regressed: z.int().min(0),
  /** Tasks paired: all of the benchmark. */
  pairs: z.int().min(1),
  source: z.string(),
});
/** A number made of two cells. */
const derivedType = z.object({
  table: z.string(),
  dataset: z.string(),
  condition: z.string(),
  k: z.array(z.int().min(1)).min(1),
  comparator: z.string(),
  comparatorK: z.array(z.int().min(1)).min(1),
  measure: z.enum(['relative gain', 'improved to regressed', 'points gained']),
  value: z.number(),
  tolerance: z.number().positive(),
  source: z.string(),
});
/** A word for a row of cells; `printed` is the study's own. */
const labelType = z.object({
  table: z.string(),
  dataset: z.string(),
  condition: z.string(),
  label: rowLabelShape,
  printed: z.string(),
  source: z.string(),
});
const verdictCounts = z.object({ pass: z.int(), partial: z.int(), fail: z.int(), notApplicable: z.int() });
/** Percentages that were published with counts of verdicts they should follow from. */
const seriesType = z.object({
  table: z.string(),
  what: z.string(),
  values: z.array(z.number()),
  counts: z.array(verdictCounts),
  source: z.string(),
});
/** What the study concludes from two cells. */
const conclusionType = z.object({
  says: z.string(),
  dataset: z.string(),
  condition: z.string(),
  k: z.int().min(1),
  comparator: z.string(),
  comparatorK: z.int().min(1),
  is: z.enum(['higher', 'lower', 'the same']),
  source: z.string(),
});
const fileType = z.object({
  schema: z.literal(1),
  study: z.string(),
  source: z.object({ repository: z.string(), commit: z.string(), licence: z.string(), model: z.string() }),
  note: z.string(),
  cells: z.array(cellType),
  comparisons: z.array(comparisonType),
  derived: z.array(derivedType),
  labels: z.array(labelType),
  series: z.array(seriesType),
  conclusions: z.array(conclusionType),
});

/** One cell of a published table: value, tolerance, source. */
export type PublishedCell = Readonly<z.infer<typeof cellType>>;

/** A published count of tasks gained and lost between two cells. */
export type PublishedComparison = Readonly<z.infer<typeof comparisonType>>;

export type PublishedDerived = Readonly<z.infer<typeof derivedType>>;
export type PublishedLabel = Readonly<z.infer<typeof labelType>>;
export type PublishedSeries = Readonly<z.infer<typeof seriesType>>;
export type PublishedConclusion = Readonly<z.infer<typeof conclusionType>>;

export type PublishedTables = Readonly<z.infer<typeof fileType>>;

/** The published cells of a study of loops, from `datasets/published/<study>.json`. Throws `DataError` when that file does not fit. */
export function loadPublishedTables(studyId: string): PublishedTables {
  return readPublished(studyId, fileType);
}

/** `datasets/published/<study>.json` in its own shape. Throws `UsageError` where there is none, `DataError` where it does not fit. */
export function readPublished<Shape extends z.ZodType>(studyId: string, shape: Shape): z.infer<Shape> {
  const path = fileURLToPath(new URL(`../../datasets/published/${studyId}.json`, import.meta.url));
  if (!existsSync(path))
    throw new UsageError(`${path}: expected the published cells of ${studyId}, found no such file`);
  const parsed = shape.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new DataError(`${path}: field ${issue?.path.join('.')}: ${issue?.message}`);
}
