import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Every container of ours carries these labels: which run made it, in which process of which host. */
export const LABEL_RUN = 'lucid-bench.run';
const LABEL_HOST = 'lucid-bench.host';
const LABEL_PID = 'lucid-bench.owner-pid';
const LABEL_START = 'lucid-bench.owner-start';

/** The labels of containers that this process owns, under a name that no others have. */
export function ownerLabels(): Record<string, string> {
  return {
    [LABEL_RUN]: randomUUID(),
    [LABEL_HOST]: hostname(),
    [LABEL_PID]: String(process.pid),
    [LABEL_START]: startOf(process.pid) ?? 'unknown',
  };
}

/** Whether a container was made on this host by a process that is gone. Another host's process cannot be judged from here. */
export function isOrphan(labels: Readonly<Record<string, string>>): boolean {
  if (labels[LABEL_RUN] === undefined || labels[LABEL_HOST] !== hostname()) return false;
  const pid = Number(labels[LABEL_PID]);
  return Number.isSafeInteger(pid) && pid > 0 && startOf(pid) !== labels[LABEL_START];
}

/** When a process started, as a text that no other process with its id has; `undefined` when there is none. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim();
    }
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' '); // a name may hold spaces
    return fields[0] === 'Z' ? undefined : `${boot}/${fields[19]}`;
  } catch {
    return undefined;
  }
}
