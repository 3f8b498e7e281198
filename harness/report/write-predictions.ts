import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Analysis } from '../metrics/analysis.ts';
import { type Column, inPlan, kRunOfColumn } from '../metrics/columns.ts';
import { recordedTrials } from '../metrics/trials/trials.ts';
import { writeRemade } from '../storage/line-file.ts';
import type { Run } from '../types/record.ts';

/**
 * Writes what every condition shows at every k in the official format (`instance_id`, `model_name_or_path`, `model_patch`), a file each:
 * `predictions/<condition>.k<k>.jsonl`, with `.s<sample>` before the ending for samples after the first. A trial without a step at that k
 * has no line. Returns the folder; nothing for a run that is not on patches.
 */
export async function writePredictions({ run, columns }: Analysis, folder: string): Promise<string[]> {
  const { patches, model, samples } = run.manifest.identity;
  if (patches === undefined) return [];
  const out = join(folder, 'predictions');
  await mkdir(out, { recursive: true });
  for (const column of columns) {
    const { name, oracle } = column.condition;
    // Official logs lie in folders of this name.
    const called = `${name}.k${column.k}${oracle ? '.oracle' : ''}.${model.replaceAll(/[^\w.-]+/g, '-')}`;
    const lines = Map.groupBy(predictions(run, column, called), ({ sample }) => sample);
    for (let sample = 0; sample < samples; sample++) {
      const own = (lines.get(sample) ?? []).toSorted((a, b) => a.position - b.position);
      const file = `${name}.k${column.k}${sample === 0 ? '' : `.s${sample}`}.jsonl`;
      await writeRemade(join(out, file), own.map(({ line }) => line).join(''));
    }
  }
  return [out];
}

interface Prediction {
  readonly sample: number;
  /** Of the trial among the planned ones. */
  readonly position: number;
  readonly line: string;
}

function* predictions(run: Run, { condition, k, trials }: Column, called: string): Generator<Prediction> {
  const kRun = kRunOfColumn(run, condition.name, k);
  for (const { position, id, trial } of inPlan(trials, recordedTrials(run))) {
    const { trajectory } = trial;
    if (trajectory.condition !== condition.name || trajectory.kRun !== kRun) continue;
    const step = trials[position]?.step;
    const candidate = step === undefined ? undefined : trajectory.steps[step]?.candidate;
    if (candidate === undefined) continue;
    const row = { instance_id: id.taskId, model_name_or_path: called, model_patch: candidate };
    yield { sample: id.sample, position, line: `${JSON.stringify(row)}\n` };
  }
}
