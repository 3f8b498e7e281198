import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../errors.ts';
import type { DockerContainer } from '../../../sandbox/docker/container.ts';
import { say as sayToTerminal } from '../../../terminal.ts';

interface WatchParts {
  /** Milliseconds of a clock that is never set back. */
  now(): number;
  readonly say?: (line: string) => void;
  readonly againMs?: number;
}

interface DiskWatch {
  stop(): void;
}

/** How often a running command's disk use is looked at. */
const WATCH_MS = 500;
/** How long after a look that failed the next one is tried. */
const AGAIN_MS = 5_000;
/** How often files without a name are looked for in any case: others may have freed what was taken, or the disk is another machine's. */
const BLIND_MS = 20_000;

/**
 * The blocks of files that were removed and are still open, which no size of a container counts. Those in memory are left out: they
 * count as memory.
 */
const COUNT_REMOVED =
  "find /proc/[0-9]*/fd -lname '*(deleted)' -not -lname '/memfd:*' -not -lname '/dev/shm/*' -exec stat -L -c '%i %b' {} + 2>/dev/null | sort -u | awk '{ blocks += $2 } END { print blocks * 512 }'";

/**
 * Calls `onOver` once when a container's file system has grown by more than `most` since `sizeBefore`. What is removed and still open is
 * counted too: as soon as the daemon's disk has lost that much space since the watch began, by whomever, and every 20 seconds. The
 * container's root must have SYS_PTRACE and DAC_OVERRIDE for that. A look that fails is tried again; of the first, unless the watch is
 * stopped before the next look is due (a container that ended fails it, too), `say` is told.
 */
export function watchDisk(
  container: Pick<DockerContainer, 'sizeBytes' | 'run'>,
  freeBytes: () => Promise<number | undefined>,
  { sizeBefore, most }: { readonly sizeBefore: number; readonly most: number },
  onOver: () => void,
  { now, say = sayToTerminal, againMs = AGAIN_MS }: WatchParts,
): DiskWatch {
  const clock = new AbortController();
  const look = async (freeBefore: number | undefined): Promise<void> => {
    for (let blindMs = 0; ; ) {
      const askedAt = now();
      const size = (await container.sizeBytes()) - sizeBefore;
      const free = await freeBytes();
      const lost = free === undefined || freeBefore === undefined ? 0 : freeBefore - free;
      const isSuspect = lost > most || blindMs >= BLIND_MS;
      if (isSuspect) blindMs = 0;
      if (size > most || (isSuspect && size + (await removedBytes(container)) > most)) return onOver();
      const pauseMs = Math.max(WATCH_MS, 10 * (now() - askedAt));
      blindMs += pauseMs;
      await sleep(pauseMs, undefined, { signal: clock.signal });
    }
  };
  const lookOn = async (): Promise<void> => {
    const freeBefore = await freeBytes().catch(() => undefined);
    for (let hasSaid = false; ; hasSaid = true) {
      try {
        return await look(freeBefore);
      } catch (error) {
        await sleep(againMs, undefined, { signal: clock.signal });
        if (!hasSaid) say(`disk use of a container could not be looked at, and is tried again: ${messageOf(error)}`);
      }
    }
  };
  lookOn().catch(() => {}); // stopped
  return { stop: () => clock.abort() };
}

async function removedBytes(container: Pick<DockerContainer, 'run'>): Promise<number> {
  let text = '';
  const onOutput = (piece: Buffer): void => {
    text += piece.toString();
  };
  const options = { user: '0:0', folder: '/', environment: {}, onOutput };
  await container.run(['/bin/sh', '-c', COUNT_REMOVED], options);
  return Number(text) || 0;
}
