import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, UsageError } from '../errors.ts';
import { readManifest } from '../records/stored-run.ts';
import { writeAtomically } from '../storage/line-file.ts';
import { readResults } from './read-results.ts';
import type { Study } from './study.ts';
import { type ImportedRun, toRun } from './to-run.ts';

interface ImportedFolder {
  readonly path: string;
  readonly dataset: string;
  readonly resultFiles: number;
  readonly passedOver: number;
  readonly trials: number;
  readonly tasks: number;
}

export interface ImportSummary {
  readonly folders: readonly ImportedFolder[];
  /** What was not read: absent benchmarks' directories and directories of other things. */
  readonly leftOut: readonly string[];
}

/**
 * Reads a study's result files into one run folder per benchmark below `out`, replacing what an earlier import wrote there. Throws
 * `UsageError` or `DataError` before anything is written.
 */
export async function importStudy(study: Study, folder: string, out: string): Promise<ImportSummary> {
  const { benchmarks, leftOut } = await readResults(study, folder);
  const runs = benchmarks.map((found) => ({ found, run: toRun(study, found) }));
  const written = runs.map((each) => ({ ...each, path: join(out, each.found.benchmark.dataset) }));
  for (const { path } of written) await refuseOtherRun(path, study.id);
  for (const { path, run } of written) await writeRun(path, run);
  return {
    leftOut,
    folders: written.map(({ path, found, run }) => ({
      path,
      dataset: found.benchmark.dataset,
      resultFiles: found.results.length,
      passedOver: found.results.length - run.trajectories.length,
      trials: run.trajectories.length,
      tasks: run.manifest.identity.taskIds.length,
    })),
  };
}

/** An import may be replaced by another one; anything else is somebody's work. */
async function refuseOtherRun(path: string, study: string): Promise<void> {
  const manifest = await readManifest(path);
  if (manifest?.identity.imported === study) return;
  const entries = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new UsageError(`${path}: expected a folder to write to, got ${error.message}; give another --out`, {
      cause: error,
    });
  });
  if (entries.length > 0) {
    throw new UsageError(
      `${path}: expected an earlier import of ${study} or nothing, got a folder with other files; give another --out`,
    );
  }
}

async function writeRun(path: string, { manifest, trajectories, grades }: ImportedRun): Promise<void> {
  const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  try {
    await mkdir(path, { recursive: true });
    await writeAtomically(join(path, 'trajectories.jsonl'), lines(trajectories));
    await writeAtomically(join(path, 'grades.jsonl'), lines(grades));
    await writeAtomically(join(path, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  } catch (cause) {
    throw new UsageError(`${path}: the run cannot be written there (${messageOf(cause)}); give another --out`, {
      cause,
    });
  }
}
