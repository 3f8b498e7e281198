import { availableParallelism, totalmem } from 'node:os';
import { DEFAULT_LIMITS } from '../limits.ts';
import { PYTHON_FLAGS, runnerEnvironment, UIDS } from '../runner/child.ts';
import { BOOTSTRAP } from '../runner/source.ts';

const MB = 1 << 20;

/** Scratch space in a container: it is memory, and counts as such. */
const TMP_MB = 256;
const SHARED_MEMORY_MB = 64;
/** So many files and folders in each: removing them takes time. */
const SCRATCH_FILES = 50_000;

/**
 * What one container may use, whatever the job's own limits say. One verdict runs in it at a time, so these need room for
 * one: its memory, full scratch space, and the runner's own processes. The table for readers is in docker/README.md.
 */
export const CONTAINER_LIMITS = {
  memoryMb: DEFAULT_LIMITS.memoryMb + TMP_MB + 128,
  processes: 256,
  cpus: 2,
  openFiles: 1024,
} as const;

/** Memory that an idle container takes, its share of the daemon's processes included: measured, rounded up. */
const IDLE_CONTAINER_MB = 40;

/** More containers than this gain nothing: a run works on few tasks at a time, and a daemon with hundreds becomes slow. */
const MOST_CONTAINERS = 64;

interface HostSize {
  readonly cores: number;
  readonly memoryMb: number;
}

/** How many verdicts run at a time: one per core, as long as each may take its container's whole memory out of half the machine's. */
export function executionSlots({ cores, memoryMb }: HostSize): number {
  return Math.max(1, Math.min(cores, Math.floor(memoryMb / 2 / CONTAINER_LIMITS.memoryMb)));
}

/** As many executions at a time as this machine's cores and memory allow. */
export function defaultSlots(): number {
  return executionSlots({ cores: availableParallelism(), memoryMb: totalmem() / 2 ** 20 });
}

/** How many containers may live: `slots` at work, as many being started, and idle ones that wait for their task's next verdict
 * in an eighth of the machine's memory. */
export function containerBound(slots: number, memoryMb: number): number {
  const idle = Math.floor(memoryMb / 8 / IDLE_CONTAINER_MB);
  return 2 * slots + Math.max(0, Math.min(MOST_CONTAINERS, idle) - 2 * slots);
}

/**
 * The first uid of a container's verdicts. The kernel counts a uid's processes over the whole machine, so no two containers
 * of ours may share one. Where the daemon maps uids (rootless, userns-remap) there are only 65,536, and mapped ones are
 * not anyone's.
 */
export function uidBase(isMapped: boolean, owner: number, container: number): number {
  return isMapped ? 10_000 : 1_000_000_000 + ((owner * 521 + container) % 17_000) * UIDS;
}

interface ContainerIdentity {
  readonly image: string;
  readonly uidBase: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** The container that runs a runner, in the words of Docker's interface. Nothing of the host is mounted in it. */
export function containerSpec({ image, uidBase, labels }: ContainerIdentity, hashSeed?: number) {
  const memory = CONTAINER_LIMITS.memoryMb * MB;
  return {
    Image: image,
    Cmd: ['python3', ...PYTHON_FLAGS, '-c', BOOTSTRAP, '--scratch=/tmp', '--private-tmp', `--uid-base=${uidBase}`],
    Entrypoint: [],
    Env: Object.entries(runnerEnvironment(hashSeed)).map(([name, value]) => `${name}=${value}`),
    WorkingDir: '/',
    User: '0:0',
    Hostname: 'sandbox',
    Labels: labels,
    NetworkDisabled: true, // the kernel's empty network of its own, without what the daemon does for every container's
    Tty: false,
    // The daemon closes the runner's input when this process ends in whatever way, and the runner then ends the container.
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    HostConfig: {
      AutoRemove: true,
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      IpcMode: 'none',
      CapDrop: ['ALL'],
      // What the runner needs to give every verdict a uid of its own and to end that uid's processes; verdicts have none.
      CapAdd: ['SETUID', 'SETGID', 'KILL'],
      SecurityOpt: ['no-new-privileges'],
      Memory: memory,
      MemorySwap: memory, // memory and swap together: no swap
      PidsLimit: CONTAINER_LIMITS.processes,
      NanoCpus: CONTAINER_LIMITS.cpus * 1e9,
      Ulimits: [
        { Name: 'nofile', Soft: CONTAINER_LIMITS.openFiles, Hard: CONTAINER_LIMITS.openFiles },
        { Name: 'core', Soft: 0, Hard: 0 },
      ],
      Tmpfs: {
        '/tmp': `rw,nosuid,nodev,noexec,size=${TMP_MB}m,nr_inodes=${SCRATCH_FILES},mode=1777`,
        '/dev/shm': `rw,nosuid,nodev,noexec,size=${SHARED_MEMORY_MB}m,nr_inodes=${SCRATCH_FILES},mode=1777`,
        '/dev/mqueue': 'ro,nosuid,nodev,noexec,size=4k,mode=0', // in place of the queues, which could be made there as files
      },
      LogConfig: { Type: 'none', Config: {} },
      RestartPolicy: { Name: 'no' },
    },
  };
}

export type ContainerSpec = ReturnType<typeof containerSpec>;
