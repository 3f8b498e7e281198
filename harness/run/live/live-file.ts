import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LIVE_FILE } from '../../records/live-state.ts';
import { writeRemade } from '../../storage/line-file.ts';
import type { RunWatch } from './run-watch.ts';

const WRITE_MS = 2_000;

/** Keeps what a run is doing in its folder while it runs, for the viewer. Not being able to is no fault of the run. */
export function keepLiveFile(folder: string, watch: RunWatch, date: () => Date): { end(): Promise<void> } {
  const path = join(folder, LIVE_FILE);
  let writing = Promise.resolve();
  const write = (): void => {
    const state = { ...watch.state(), at: date().toISOString() };
    writing = writing.then(() => writeRemade(path, `${JSON.stringify(state)}\n`)).catch(() => undefined);
  };
  write();
  const timer = setInterval(write, WRITE_MS);
  timer.unref();
  return {
    async end() {
      clearInterval(timer);
      await writing;
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
}
