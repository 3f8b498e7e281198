import { setTimeout as sleep } from 'node:timers/promises';
import { SandboxLostError } from '../../../errors.ts';
import type { DockerContainer } from '../../../sandbox/docker/container.ts';

/**
 * Whether the kernel has ended a process in the container for want of memory: its own counter, of either version of control groups.
 * Throws `SandboxLostError` where it cannot be asked any more: tests that were cut short for an unknown reason have no verdict.
 */
export async function countKills(container: DockerContainer): Promise<boolean> {
  const text = await readControlGroup(container, ['memory/memory.oom_control', 'memory.events']);
  if (text === undefined) throw new SandboxLostError('the container ended before it said why tests were cut short');
  return /^oom_kill [1-9]/m.test(text);
}

/**
 * The most memory that the container has held so far, in MiB, pages of files that the kernel could have dropped included. `undefined` where it
 * has ended, the kernel does not say (version 2 of control groups before Linux 5.19), or nothing comes in ten seconds: no evaluation waits for it.
 */
export async function peakMemoryMb(container: DockerContainer): Promise<number | undefined> {
  const answered = new AbortController();
  const text = await Promise.race([
    readControlGroup(container, ['memory/memory.max_usage_in_bytes', 'memory.peak']).catch(() => undefined),
    sleep(PEAK_MS, undefined, { signal: answered.signal }).catch(() => undefined),
  ]);
  answered.abort();
  const bytes = /^\d{1,15}$/m.exec(text ?? '')?.[0];
  return bytes === undefined ? undefined : Math.ceil(Number(bytes) / (1 << 20));
}

const PEAK_MS = 10_000;
/** Many times what these files hold. */
const MOST_CHARACTERS = 10_000;

/** What files of the container's control group hold, those that are there; `undefined` where it has ended. */
async function readControlGroup(container: DockerContainer, files: readonly string[]): Promise<string | undefined> {
  let text = '';
  const paths = files.map((file) => `/sys/fs/cgroup/${file}`);
  const exitCode = await container.run(['/bin/sh', '-c', '/bin/cat "$@" 2> /dev/null', 'sh', ...paths], {
    user: '0:0',
    folder: '/',
    environment: {},
    onOutput: (piece) => {
      if (text.length < MOST_CHARACTERS) text += piece.toString().slice(0, MOST_CHARACTERS);
    },
  });
  return exitCode === undefined ? undefined : text;
}
