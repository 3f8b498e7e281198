import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from '../storage/schema.ts';
import { readUtf8 } from '../storage/utf8.ts';

/** In the folder of a run that runs: what it is doing. Removed at its end; no record. */
export const LIVE_FILE = 'live.json';

const count = z.number().nonnegative();

const armState = z.object({
  name: z.string(),
  trials: count,
  done: count,
  solved: count,
  graded: count,
  errors: count,
});

const liveState = z.object({
  /** What is done now: `preflight …`, `trials`. */
  phase: z.string(),
  elapsedMs: count,
  trials: count,
  done: count,
  /** Of those done, the ones that were found done on resuming. */
  found: count,
  arms: z.array(armState),
  calls: z.object({ inFlight: count, waiting: count, done: count, retried: count }),
  /** Calls at a time, where the provider had it lowered. */
  limit: z.number().optional(),
  /** Trials that ended in an error and attempts that failed, by kind. */
  failures: z.record(z.string(), count),
  /** What was spent, in words. */
  spent: z.string(),
  /** Milliseconds until the end, from the trials of this session; absent before the first. */
  leftMs: z.number().optional(),
});

/** How far an arm is. */
export type ArmState = z.infer<typeof armState>;

/** What is known of a run while it runs. Times are in milliseconds. */
export type LiveState = z.infer<typeof liveState>;

const liveFile = liveState.extend({ at: z.string() });

/** Older than this the run that wrote it is gone. */
const STALE_MS = 20_000;

/** What a run does right now; `undefined` where none runs in the folder. */
export async function readLiveState(folder: string, now: Date): Promise<LiveState | undefined> {
  const path = join(folder, LIVE_FILE);
  if (!existsSync(path)) return undefined;
  try {
    const read = liveFile.safeParse(JSON.parse(await readUtf8(path)));
    return read.success && now.getTime() - Date.parse(read.data.at) < STALE_MS ? read.data : undefined;
  } catch {
    // It is replaced or removed while the run goes on.
    return undefined;
  }
}
