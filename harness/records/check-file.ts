import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type LineFile, openLineFile, readLines } from '../storage/line-file.ts';
import { type CheckTruth, checkTruthShape, type RecordedTrial, type Trajectory } from '../types/record.ts';
import { trialName } from './plan.ts';

const NAME = 'checks.jsonl';

/** The part of a run folder that says what generated checks are worth; the file is there only where some were. */
export async function openCheckFile(folder: string) {
  const path = join(folder, NAME);
  let opening: Promise<{ file: LineFile<CheckTruth>; lines: readonly CheckTruth[] }> | undefined;
  const open = () => {
    opening ??= openLineFile(path, checkTruthShape);
    return opening;
  };
  const known = Map.groupBy(existsSync(path) ? (await open()).lines : [], trialName);
  return {
    checksOf: (trajectory: Trajectory): readonly CheckTruth[] | undefined => known.get(trialName(trajectory)),
    async saveChecks(trajectory: Trajectory, checks: readonly CheckTruth[]): Promise<void> {
      known.set(trialName(trajectory), [...checks]);
      const { file } = await open();
      for (const check of checks) await file.append(check);
    },
    /** Writes the file in plan order. */
    async finishChecks(ordered: Iterable<Trajectory>): Promise<void> {
      if (opening === undefined) return;
      const checks = Array.from(ordered, (trajectory) => known.get(trialName(trajectory)) ?? []).flat();
      await (await opening).file.rewrite(checks);
    },
  };
}

/** The same from a finished run. */
export async function readChecks(
  folder: string,
  ordered: Iterable<RecordedTrial>,
): Promise<{ readonly checks?: readonly CheckTruth[] }> {
  const path = join(folder, NAME);
  if (!existsSync(path)) return {};
  const known = Map.groupBy(await readLines(path, checkTruthShape), trialName);
  return { checks: Array.from(ordered, ({ trajectory }) => known.get(trialName(trajectory)) ?? []).flat() };
}
