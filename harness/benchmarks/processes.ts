import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10; // USER_HZ is 100 on every Linux

/** What a process used: user and system time in milliseconds, and pages given to it without reading a disk. */
interface Use {
  readonly cpuMs: number;
  readonly pageFaults: number;
}

interface ProcessUse {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly own: Use;
  /** That of its children which have ended. */
  readonly ended: Use;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // it ended meanwhile, or there is no such file here
  }
}

function allProcesses(): ProcessUse[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const text = read(`/proc/${name}/stat`);
      if (text === undefined) return [];
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      const [faults = 0, endedFaults = 0, , , user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields
        .slice(7, 15)
        .map(Number);
      const command = (read(`/proc/${name}/cmdline`) ?? '').replaceAll('\0', ' ');
      const own = { cpuMs: (user + system) * TICK_MS, pageFaults: faults };
      const ended = { cpuMs: (endedUser + endedSystem) * TICK_MS, pageFaults: endedFaults };
      return [{ pid: Number(name), parent: Number(fields[1]), command, own, ended }];
    });
}

/** The processes of runners: those whose command line holds `mark`, below `root` when one is given. */
function runnerProcesses(mark: string, root?: number): ProcessUse[] {
  const all = new Map(allProcesses().map((one) => [one.pid, one]));
  const isBelowRoot = (pid: number): boolean => {
    for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (at === root) return true;
    return root === undefined;
  };
  return [...all.values()].filter(({ pid, command }) => command.includes(mark) && pid !== root && isBelowRoot(pid));
}

/** The mark of runners that are children of this process, and of those in containers. */
const CHILD_MARK = 'runner.py';
const CONTAINER_MARK = '--private-tmp';

/** The pids of runners (their brokers) in containers, or of those that are children of this process. */
export function brokers(isContainer: boolean): readonly number[] {
  const mine = isContainer ? runnerProcesses(CONTAINER_MARK) : runnerProcesses(CHILD_MARK, process.pid);
  const found = mine.filter(({ command }) => /^\S*python/.test(command));
  return found.filter(({ parent }) => !found.some(({ pid }) => pid === parent)).map(({ pid }) => pid);
}

/** What the runners with these brokers used, by part: milliseconds of CPU time, or page faults. Candidates are the forkers' ended children. */
export function runnerParts(
  pids: readonly number[],
  what: keyof Use,
): Readonly<Record<'broker' | 'forker' | 'candidates' | 'testers', number>> {
  const all = allProcesses();
  const own = all.filter(({ pid }) => pids.includes(pid));
  const commands = new Set(own.map(({ command }) => command));
  const children = all.filter(({ parent }) => pids.includes(parent));
  const testers = children.filter(({ command }) => commands.has(command)); // they are forks; the forker is a program of its own
  const forkers = children.filter(({ command }) => !commands.has(command));
  const sum = (processes: readonly ProcessUse[], whose: 'own' | 'ended'): number =>
    processes.reduce((total, one) => total + one[whose][what], 0);
  return {
    broker: sum(own, 'own'),
    forker: sum(forkers, 'own'),
    candidates: sum(forkers, 'ended'),
    testers: sum(testers, 'own') + sum(own, 'ended'),
  };
}

/** CPU time in milliseconds of all children of this process that have ended, and of theirs that they waited for; `undefined` where /proc is none. */
export function endedChildrenCpuMs(): number | undefined {
  const text = read('/proc/self/stat');
  if (text === undefined) return undefined;
  const [user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) * TICK_MS;
}

/** CPU time in milliseconds of all containers that the daemon ever ran; `undefined` where it has no control group that counts them together. */
export function daemonContainersCpuMs(): number | undefined {
  const first = read('/sys/fs/cgroup/cpuacct/docker/cpuacct.usage');
  if (first !== undefined) return Number(first) / 1e6;
  const usage = /^usage_usec (\d+)/m.exec(read('/sys/fs/cgroup/docker/cpu.stat') ?? '');
  return usage === null ? undefined : Number(usage[1]) / 1000;
}

/**
 * CPU time in milliseconds of the containers that a runner lives in, all it ever started included; `undefined` where their control groups
 * are not found.
 */
export function containersCpuMs(): number | undefined {
  const groups = new Set(runnerProcesses(CONTAINER_MARK).map(({ pid }) => containerGroup(pid)));
  groups.delete(undefined);
  const times = [...groups].map((group) => {
    const first = read(`/sys/fs/cgroup/cpuacct${group}/cpuacct.usage`);
    if (first !== undefined) return Number(first) / 1e6;
    const usage = /^usage_usec (\d+)/m.exec(read(`/sys/fs/cgroup${group}/cpu.stat`) ?? '');
    return usage === null ? undefined : Number(usage[1]) / 1000;
  });
  if (times.length === 0 || times.includes(undefined)) return undefined;
  return times.reduce<number>((sum, time) => sum + (time ?? 0), 0);
}

/** The control group (of version 1, that which counts time) of a process in one of the daemon's containers. */
function containerGroup(pid: number): string | undefined {
  const lines = (read(`/proc/${pid}/cgroup`) ?? '').split('\n').map((line) => line.split(':'));
  const line =
    lines.find(([, kinds = '']) => kinds.split(',').includes('cpuacct')) ?? lines.find(([number]) => number === '0');
  return line?.[2]?.includes('docker') ? line[2] : undefined;
}

/** Memory in MB of one runner: the proportional share (PSS) of all its processes, a mean where several run. */
export function runnerMemoryMb(isContainer: boolean): number | undefined {
  const found = isContainer ? runnerProcesses(CONTAINER_MARK) : runnerProcesses(CHILD_MARK, process.pid);
  const runners = found.filter(({ parent }) => !found.some(({ pid }) => pid === parent)).length;
  const sum = found.reduce((total, { pid }) => total + kilobytes(pid), 0) / 1024;
  return sum === 0 ? undefined : sum / runners;
}

function kilobytes(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0);
}
