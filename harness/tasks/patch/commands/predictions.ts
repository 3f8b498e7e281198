import { DataError, UsageError } from '../../../errors.ts';
import { parseJsonRows } from '../../../storage/json-lines.ts';
import { z } from '../../../storage/schema.ts';
import { readUtf8 } from '../../../storage/utf8.ts';
import { quoted } from '../../../text/visible-text.ts';
import type { Dataset, PatchProblem } from '../../../types/task.ts';
import { inspectPatch, type PatchInspection } from '../diff/inspect-patch.ts';
import { type Repair, repairPatch } from '../diff/repair-patch.ts';
import { faultOf } from '../diff/unified-diff.ts';

/** The official format: JSON lines, one JSON array, or one object by instance id. */
const predictionRow = z.looseObject({
  instance_id: z.string(),
  model_name_or_path: z.string(),
  model_patch: z.string().nullable(),
});

type PredictionRow = z.infer<typeof predictionRow>;

/** A prediction with the problem it answers and what can be told of it before anything runs. */
export interface Prediction {
  readonly row: PredictionRow;
  readonly problem: PatchProblem;
  /** What is applied: the patch as it came, or repaired. */
  readonly patch: string;
  readonly repairs: readonly Repair[];
  /** Why `git apply` cannot read it; `undefined` when it can. An empty patch has none: it is empty. */
  readonly fault: string | undefined;
  readonly inspection: PatchInspection;
}

/**
 * Predictions in the official format, with their problems; `isRepairing` counts hunks again. Instances that are not
 * selected are passed over. Throws `DataError` naming line and field, an unknown instance, or one that is predicted twice.
 */
export async function readPredictions(
  path: string,
  selected: Dataset<PatchProblem>,
  allIds: ReadonlySet<string>,
  isRepairing: boolean,
): Promise<Prediction[]> {
  const text = await readUtf8(path).catch((cause: Error) => {
    if (cause instanceof DataError) throw cause;
    throw new UsageError(`--predictions: cannot read ${path}: ${cause.message}`, { cause });
  });
  const rows = parseJsonRows(asRows(text), path, predictionRow);
  const problems = new Map(selected.problems.map((problem) => [problem.task.id, problem]));
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const { instance_id: id } = row;
    if (!allIds.has(id)) throw new DataError(`${path}: no instance ${quoted(id)} in ${selected.id}`);
    if (seen.has(id))
      throw new DataError(`${path}: ${id} is predicted twice; the official harness would take one of them`);
    seen.add(id);
    const problem = problems.get(id);
    return problem === undefined ? [] : [toPrediction(row, problem, isRepairing)];
  });
}

/** `{ "<instance_id>": { … } }`, as some systems write it, becomes rows. */
function asRows(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || trimmed.split('\n').every((line) => line.startsWith('{'))) return text;
  try {
    return JSON.stringify(Object.values(JSON.parse(trimmed) as Record<string, unknown>));
  } catch {
    return text;
  }
}

function toPrediction(row: PredictionRow, problem: PatchProblem, isRepairing: boolean): Prediction {
  const written = row.model_patch ?? '';
  const { text: patch, repairs } = isRepairing ? repairPatch(written) : { text: written, repairs: [] };
  const fault = patch.trim() === '' ? undefined : faultOf(patch);
  return { row, problem, patch, repairs, fault, inspection: inspectPatch(patch, problem.hiddenTests.testPatch) };
}

/** What can be said of predictions without applying them. */
export function describePredictions(predictions: readonly Prediction[]): string {
  const count = (holds: (prediction: Prediction) => boolean): number => predictions.filter(holds).length;
  return [
    `${predictions.length} predictions, ${count(({ patch }) => patch.trim() === '')} of them empty`,
    `malformed as a diff: ${count(({ fault }) => fault !== undefined)}`,
    `repaired: ${count(({ repairs }) => repairs.length > 0)}`,
    `touch files of the test patch (reset before grading): ${count(({ inspection }) => inspection.testFiles.length > 0)}`,
    `edit hooks of the test runner: ${count(({ inspection }) => inspection.hooks.length > 0)}`,
  ].join('\n');
}
