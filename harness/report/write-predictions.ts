import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Analysis } from '../metrics/analysis.ts';
import { type Column, indexTrials, kRunOfColumn, type RecordedTrial, trialKey } from '../metrics/columns.ts';
import { writeRemade } from '../storage/line-file.ts';

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
  const trials = indexTrials(run);
  for (const column of columns) {
    const { name, oracle } = column.condition;
    const kRun = kRunOfColumn(run, name, column.k);
    // Official logs lie in folders of this name.
    const called = `${name}.k${column.k}${oracle ? '.oracle' : ''}.${model.replaceAll(/[^\w.-]+/g, '-')}`;
    for (let sample = 0; sample < samples; sample++) {
      const of = (taskId: string) =>
        trials.get(trialKey({ condition: name, taskId, sample, ...(kRun === undefined ? {} : { kRun }) }));
      const lines = linesOf(column, sample, called, of);
      const file = `${name}.k${column.k}${sample === 0 ? '' : `.s${sample}`}.jsonl`;
      await writeRemade(join(out, file), lines.join(''));
    }
  }
  return [out];
}

function linesOf(
  { trials }: Column,
  sample: number,
  called: string,
  recorded: (taskId: string) => RecordedTrial | undefined,
): string[] {
  return trials.flatMap((trial) => {
    if (trial.sample !== sample || trial.step === undefined) return [];
    const candidate = recorded(trial.taskId)?.trajectory.steps[trial.step]?.candidate;
    if (candidate === undefined) return [];
    const row = { instance_id: trial.taskId, model_name_or_path: called, model_patch: candidate };
    return [`${JSON.stringify(row)}\n`];
  });
}
