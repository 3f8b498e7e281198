import { WORKSPACE_LIMITS, type WorkspaceLimits } from './container.ts';

/** What the Docker daemon says of its machine, which need not be this one; 0 where it does not say. */
interface DaemonSize {
  readonly cores: number;
  readonly memoryMb: number;
}

/** How many evaluations may be at work at a time, and why so many. */
interface AtATime {
  readonly slots: number;
  /** For the screen. */
  readonly why: string;
}

/** One per core of the daemon, as long as each may take its whole memory out of half the daemon's; `given` in its place. At least one. */
export function instancesAtATime(
  { cores, memoryMb }: DaemonSize,
  given?: number,
  limits: Pick<WorkspaceLimits, 'memoryMb'> = WORKSPACE_LIMITS,
): AtATime {
  const byMemory = Math.floor(memoryMb / 2 / limits.memoryMb);
  const fitting = Math.max(1, Math.min(cores, byMemory));
  const gib = (mb: number): string => `${Number((mb / 1024).toFixed(1))} GiB`;
  const size = `${cores} ${cores === 1 ? 'core' : 'cores'} and ${gib(memoryMb)}, ${gib(limits.memoryMb)} each of half the memory`;
  const count = (slots: number): string => `${slots} ${slots === 1 ? 'instance' : 'instances'} at a time`;
  return given === undefined
    ? { slots: fitting, why: `${count(fitting)}: the Docker daemon has ${size}` }
    : { slots: given, why: `${count(given)}, as given; ${fitting} would fit the Docker daemon (${size})` };
}
