import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ListedRun } from './run-list.ts';

/** A run that may go, and why nothing is lost with it. */
interface Prunable {
  readonly run: ListedRun;
  readonly why: string;
}

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Runs that hold nothing measured: those in which no trial ended, and simulated ones older than so many days. A run that runs stays, and
 * one of the last hour, which may have just begun or be paused.
 */
export function prunable(runs: readonly ListedRun[], days: number, now: Date): Prunable[] {
  return runs.flatMap((run): Prunable[] => {
    if (run.state === 'running') return [];
    const ageMs = now.getTime() - Date.parse(run.startedAt);
    if (ageMs < HOUR_MS) return [];
    const trials = statSync(join(run.path, 'trajectories.jsonl'), { throwIfNoEntry: false })?.size ?? 0;
    if (trials === 0) return [{ run, why: 'no trial of it ended' }];
    const ageDays = ageMs / DAY_MS;
    const isOld = run.manifest.isSimulated && ageDays > days;
    return isOld ? [{ run, why: `simulated, ${Math.floor(ageDays)} days old` }] : [];
  });
}

export function removeRuns(found: readonly Prunable[]): void {
  for (const { run } of found) rmSync(run.path, { recursive: true });
}

/** Bytes of all files below a folder; 0 where there is none. */
export function bytesIn(folder: string): number {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return 0;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.map((entry) =>
    entry.isFile() ? (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0) : 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
