import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { readManifest, readRun } from '../records/stored-run.ts';
import type { Run } from '../types/record.ts';

/** Runs to verify; `isWhole`: all of an import, so that an absent benchmark is missing. */
interface RunsToVerify {
  readonly runs: readonly Run[];
  readonly isWhole: boolean;
}

/** One run folder, or the folder an import wrote its run folders to. Throws `UsageError` when it is neither. */
export async function readRuns(folder: string): Promise<RunsToVerify> {
  if ((await readManifest(folder)) !== undefined) return { runs: [await readRun(folder)], isWhole: false };
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: Error) => {
    throw new UsageError(`${folder}: expected a run folder, or what import wrote, got ${cause.message}`, { cause });
  });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  const runs: Run[] = [];
  for (const path of folders.sort()) if ((await readManifest(path)) !== undefined) runs.push(await readRun(path));
  if (runs.length > 0) return { runs, isWhole: true };
  throw new UsageError(
    `${folder}: expected a run folder (one with a manifest.json) or a folder of them, found neither; ` +
      'run "npm run import -- lucid <folder of result files>" first',
  );
}
