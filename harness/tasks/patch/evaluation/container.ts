import { setTimeout as sleep } from 'node:timers/promises';
import { SandboxLostError } from '../../../errors.ts';
import type { DockerContainer, IdleContainerSpec } from '../../../sandbox/docker/container.ts';
import type { DockerEngine } from '../../../sandbox/docker/engine.ts';
import type { EnvironmentSpecification } from '../../../types/environment-specification.ts';
import type { InstanceImage } from '../images/instance-image.ts';
import { TESTER } from '../images/layer-scripts.ts';
import type { LimitMet } from '../logs/read-log.ts';
import { countKills, peakMemoryMb } from './container-memory.ts';
import type { CommandResult, Workspace } from './evaluate.ts';
import { watchDisk } from './watch-disk.ts';

const MB = 1 << 20;

/** What one evaluation may use beside its time. The reasons are in decisions/swe-bench.md. */
export const WORKSPACE_LIMITS = {
  memoryMb: 4096,
  processes: 512,
  /** Cores, where the environment asks for no other number; never more than the daemon has. */
  cpus: 2,
  /** By which the container's file system may grow. */
  diskMb: 2048,
  /** Of a single file. */
  fileMb: 1024,
  /** Of what one command prints. */
  outputMb: 64,
  /** No more than a daemon is given itself on many machines, or it cannot start the container. */
  openFiles: 16_384,
} as const;

export type WorkspaceLimits = { readonly [Name in keyof typeof WORKSPACE_LIMITS]: number };

/** Who sets the container up and keeps it alive; the tester (who runs tests, owns the repository, and nothing else in the container) can end none of its processes. */
const ROOT = '0:0';

const SCRATCH = '/lucid-bench';
const HOME = `${SCRATCH}/home`;

/** The exit code of a command that the daemon could not start. */
const NOT_STARTED = 126;
/** How often a command is tried that the container had no process left for, and how long is waited between. */
const MOST_TRIES = 5;
const TRY_AGAIN_MS = 500;

/** What stands beside a container on a network without a way out, for tests that talk to a server. */
export interface Neighbour {
  readonly network: string;
  /** `name:address`. */
  readonly hosts: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Run as root before anything else. */
  readonly setUp: readonly string[];
  close(): Promise<void>;
}

interface WorkspaceOptions {
  readonly image: InstanceImage;
  readonly environment: EnvironmentSpecification;
  readonly labels: Readonly<Record<string, string>>;
  readonly limits: WorkspaceLimits;
  /** Milliseconds of a clock that is never set back. */
  now(): number;
  /** For PYTHONHASHSEED; the interpreter draws one when absent, as officially. */
  readonly hashSeed?: number | undefined;
  readonly neighbour?: Neighbour | undefined;
}

export interface ContainerWorkspace extends Workspace {
  /** The most memory that it has held so far, in MiB; `undefined` where it has ended. */
  peakMemoryMb(): Promise<number | undefined>;
  close(): Promise<void>;
}

/**
 * A fresh container of an instance's image as a place for one evaluation: no network, no capabilities, tests under a uid that
 * owns the repository and nothing else. A limit that is met ends the container, and the command's result says which. Throws
 * `SandboxLostError` when the container cannot be had, or ends by no doing of its programs.
 */
export async function openWorkspace(engine: DockerEngine, options: WorkspaceOptions): Promise<ContainerWorkspace> {
  const { image, environment, limits, neighbour, now } = options;
  const container = await engine.open(workspaceSpec(options));
  const tester = environment.needsRoot === true ? ROOT : TESTER;
  const variables = {
    HOME,
    ...(options.hashSeed === undefined ? {} : { PYTHONHASHSEED: String(options.hashSeed) }),
    ...neighbour?.environment,
  };
  const freeBytes = () => engine.freeBytes();
  const common = { container, freeBytes, environment: variables, limits, now };
  const as = (user: string, folder: string) => ({ ...common, user, folder });
  try {
    const setUp = await runWatched(
      as(ROOT, '/'),
      ['/bin/bash', '-c', setUpScript(image, environment, tester, neighbour)],
      SET_UP_MS,
      0,
    );
    if (setUp.exitCode !== 0)
      throw new SandboxLostError(`a container of ${image.name} was not set up: ${setUp.output}`);
    const sizeBefore = await container.sizeBytes();
    return {
      testbed: image.testbed,
      scratch: SCRATCH,
      activate: image.activate,
      async writeFiles(files) {
        const sizes = Object.entries(files).flatMap(([path, content]) => [path, String(Buffer.byteLength(content))]);
        const { exitCode, output } = await runWatched(
          as(ROOT, '/'),
          ['/bin/sh', '-c', WRITE_FILES, 'sh', ...sizes],
          SET_UP_MS,
          sizeBefore,
          Object.values(files).join(''),
        );
        if (exitCode !== 0)
          throw new SandboxLostError(`${Object.keys(files).join(', ')} could not be written in a container: ${output}`);
      },
      run: (command, timeoutMs) => runWatched(as(tester, image.testbed), command, timeoutMs, sizeBefore),
      endLeftovers: () => endLeftovers(container, tester),
      wasOutOfMemory: () => countKills(container),
      peakMemoryMb: () => peakMemoryMb(container),
      close: () => container.remove(),
    };
  } catch (error) {
    await container.remove();
    throw error;
  }
}

const SET_UP_MS = 300_000;

/** Its input is one file after the other; its arguments are their paths and bytes. A file that did not come whole is an error. */
export const WRITE_FILES =
  'set -eu; while [ $# -gt 0 ]; do head -c "$2" > "$1"; [ "$(stat -c %s "$1")" = "$2" ]; shift 2; done';

/**
 * Lines that only root can run, such as those that make a locale, are run before; where the tests' script runs them again they change
 * nothing.
 */
function setUpScript(
  { testbed }: InstanceImage,
  { beforeTests = [] }: EnvironmentSpecification,
  tester: string,
  neighbour: Neighbour | undefined,
): string {
  const [uid = ''] = tester.split(':');
  return [
    'exec 2>&1',
    `mkdir -p ${HOME} && chown ${tester} ${HOME} && chmod 755 ${SCRATCH}`,
    `grep -q '^[^:]*:[^:]*:${uid}:' /etc/passwd || echo 'tester:x:${tester}::${HOME}:/bin/bash' >> /etc/passwd`,
    ...beforeTests.filter((line) => line.includes('/etc/')).map((line) => `(${line}) || true`),
    ...(neighbour?.setUp ?? []),
    // Set for building (checkout.ts). Here git has to tell a file that was changed from one that was not, whatever size and time it has.
    ...['core.checkStat', 'core.trustctime', 'diff.renames'].map(
      (name) => `git config --file ${testbed}/.git/config --unset-all ${name} || true`,
    ),
    // What building left to root, and all of a published image; each file that changes hands is copied.
    `find ${testbed} ! -uid ${uid} -exec chown -h ${tester} {} +`,
  ].join('\n');
}

function workspaceSpec({ image, environment, labels, limits, neighbour }: WorkspaceOptions): IdleContainerSpec {
  const { openFiles, fileMb } = limits;
  const memory = limits.memoryMb * MB;
  return {
    Image: image.digest,
    // Ends when its input is closed, which the daemon does when this process ends in whatever way.
    Cmd: ['cat'],
    Entrypoint: [],
    User: ROOT,
    ...(neighbour === undefined ? { Hostname: 'testbed' } : {}), // one that shares a network shares its name
    WorkingDir: '/',
    Labels: { ...labels },
    HostConfig: {
      Init: true,
      NetworkMode: neighbour?.network ?? 'none',
      ...(neighbour === undefined || neighbour.hosts.length === 0 ? {} : { ExtraHosts: [...neighbour.hosts] }),
      CapDrop: ['ALL'],
      // What setting up takes, and looking at files that are open; the tester has none.
      CapAdd: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SYS_PTRACE'],
      SecurityOpt: ['no-new-privileges'],
      Memory: memory,
      MemorySwap: memory, // memory and swap together: no swap
      PidsLimit: limits.processes,
      NanoCpus: (environment.cpus ?? limits.cpus) * 1e9,
      Ulimits: [
        { Name: 'nofile', Soft: openFiles, Hard: openFiles },
        { Name: 'fsize', Soft: fileMb * MB, Hard: fileMb * MB },
        { Name: 'core', Soft: 0, Hard: 0 },
      ],
      LogConfig: { Type: 'none', Config: {} },
      RestartPolicy: { Name: 'no' },
    },
  };
}

interface Runner {
  readonly container: DockerContainer;
  /** Of the daemon's disk, where it can be seen. */
  readonly freeBytes: () => Promise<number | undefined>;
  readonly user: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: WorkspaceLimits;
  now(): number;
}

/** Runs a command under a watch over time, output and disk; whichever is met ends the whole container. */
async function runWatched(
  { container, freeBytes, user, folder, environment, limits, now }: Runner,
  command: readonly string[],
  timeoutMs: number,
  sizeBefore: number,
  input?: string,
): Promise<CommandResult> {
  const startedAt = now();
  const pieces: Buffer[] = [];
  let bytes = 0;
  let met: LimitMet | 'time' | undefined;
  const end = (limit: LimitMet | 'time'): void => {
    if (met === undefined) void container.kill();
    met ??= limit;
  };
  const clock = setTimeout(() => end('time'), timeoutMs);
  const sizes = { sizeBefore, most: limits.diskMb * MB };
  const watch = watchDisk(container, freeBytes, sizes, () => end('disk'), { now });
  const onOutput = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes <= limits.outputMb * MB) pieces.push(piece);
    else end('output');
  };
  try {
    const options = { user, folder, environment, onOutput, ...(input === undefined ? {} : { input }) };
    const exitCode = await container.run(command, options).catch(async (error: unknown) => {
      met ??= await whyNot(container, limits);
      if (met === undefined) throw error;
      return undefined;
    });
    if (exitCode === NOT_STARTED && Buffer.concat(pieces.slice(0, 1)).toString().startsWith('OCI runtime')) {
      met ??= await whyNot(container, limits);
      if (met === undefined)
        throw new SandboxLostError(`a command was not started: ${Buffer.concat(pieces).toString()}`);
    }
    if (exitCode === undefined && met === undefined) met = await whyEnded(container);
    return {
      exitCode: met === undefined ? (exitCode ?? null) : null,
      output: Buffer.concat(pieces).toString('utf8'),
      isTimedOut: met === 'time',
      ...(met === undefined || met === 'time' ? {} : { limit: met }),
      wallMs: now() - startedAt,
    };
  } finally {
    clearTimeout(clock);
    watch.stop();
  }
}

/** Why a command could not be started in a container that runs: its programs have left no process for it, or unknown. */
async function whyNot(container: DockerContainer, limits: WorkspaceLimits): Promise<LimitMet | undefined> {
  const used = await container.processes().catch(() => 0);
  return used >= limits.processes * 0.9 ? 'processes' : undefined;
}

/** Why a container has ended that nobody here has ended. Its programs cannot reach the process that keeps it, the kernel can. */
async function whyEnded(container: DockerContainer): Promise<LimitMet> {
  const state = await container.state();
  if (state?.isOutOfMemory === true) return 'memory';
  throw new SandboxLostError(
    state === undefined
      ? 'the container was removed while it was at work'
      : `the container ended by itself with exit code ${state.exitCode}`,
  );
}

/**
 * One signal to all processes of the tester, which the kernel sends before any of them can have another child. Where they have left no
 * process for it, some end by themselves; if not, the next command says so.
 */
async function endLeftovers(container: DockerContainer, tester: string): Promise<void> {
  const options = { user: tester, folder: '/', environment: {}, onOutput: () => {} };
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const exitCode = await container.run(['/bin/sh', '-c', 'kill -9 -1; exit 0'], options).catch(() => NOT_STARTED);
    if (exitCode !== NOT_STARTED) return;
    await sleep(TRY_AGAIN_MS);
  }
}
