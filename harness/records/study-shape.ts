import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseJsonText } from '../storage/json-lines.ts';
import { z } from '../storage/schema.ts';
import { readUtf8 } from '../storage/utf8.ts';
import { STUDY_BOUNDS } from '../study-bounds.ts';
import { visibleLine } from '../text/visible-text.ts';
import { type ReplicatedStudy, ROW_LABELS } from '../types/study.ts';

/** The study that a run replicates; absent from other runs. It may be anybody's, out of a bundle: everything in it is bounded. */
export const STUDY_FILE = 'study.json';

const printable = z
  .string()
  .min(1)
  .max(1000)
  .refine((text) => visibleLine(text) === text, 'expected printable characters');
const name = z.string().regex(/^\w[\w.+=-]{0,99}$/, 'expected a name of letters, digits and . + = - _');
const k = z.int().min(0).max(STUDY_BOUNDS.k);
const count = z.int().min(0).max(1e6);

export const cellShape = z.strictObject({
  arm: name,
  k: z.array(k).min(1).max(STUDY_BOUNDS.ks),
  percent: z.number().min(0).max(100).exactOptional(),
  solved: count,
  total: count.min(1),
});
export const armShape = z.strictObject({
  arm: name,
  condition: name,
  stop: printable,
  mended: name.exactOptional(),
});
export const labelShape = z.strictObject({ arm: name, label: z.enum(ROW_LABELS), printed: printable });
const outcome = z.enum(['solved', 'wrong', 'artefact', 'never-evaluated']);

const studyShape = z.strictObject({
  id: name,
  title: printable,
  model: printable,
  sources: z.array(printable).max(100),
  dataset: name,
  k: z.array(k).min(1).max(STUDY_BOUNDS.ks),
  protocol: z.enum(['nested', 'independent']),
  maxOutputTokens: z.int().min(1).max(STUDY_BOUNDS.outputTokens),
  leak: printable.exactOptional(),
  arms: z.array(armShape).min(1).max(STUDY_BOUNDS.conditions),
  cells: z.array(cellShape).max(1000),
  labels: z.array(labelShape).max(1000),
  records: z
    .array(z.strictObject({ arm: name, k, outcomes: z.record(z.string().max(200), outcome) }))
    .max(1000)
    .exactOptional(),
}) satisfies z.ZodType<ReplicatedStudy>;

/** The study in a run's folder; nothing where the run replicates none. Throws `DataError` for a file that does not fit. */
export async function readStudyOf(folder: string): Promise<{ readonly study?: ReplicatedStudy }> {
  const path = join(folder, STUDY_FILE);
  return existsSync(path) ? { study: parseJsonText(await readUtf8(path), path, studyShape) } : {};
}
