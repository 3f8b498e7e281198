import { Duplex, PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, SandboxLostError } from '../../errors.ts';
import type { Docker } from './client.ts';

/** What Docker's interface needs to make a container that waits for commands. */
export type IdleContainerSpec = NonNullable<Parameters<Docker['createContainer']>[0]>;
type Container = ReturnType<Docker['getContainer']>;

interface ContainerCommand {
  /** `uid:gid`. */
  readonly user: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Given to the command's standard input; nothing when absent. */
  readonly input?: string;
  /** Each piece of its two output streams, which are one. */
  readonly onOutput: (piece: Buffer) => void;
}

interface ContainerState {
  readonly isRunning: boolean;
  /** The kernel ended something in it for want of memory; known for certain only when the container has ended. */
  readonly isOutOfMemory: boolean;
  readonly exitCode: number;
}

/** A container in which commands are run one after the other. What it cannot do because its daemon is gone throws `SandboxLostError`. */
export interface DockerContainer {
  readonly id: string;
  /** Resolves with the exit code when the command has ended; `undefined` when its container ended first. */
  run(command: readonly string[], options: ContainerCommand): Promise<number | undefined>;
  /** Bytes its file system has grown by since it was made. */
  sizeBytes(): Promise<number>;
  /** How many processes and threads are in it. */
  processes(): Promise<number>;
  /** `undefined`: there is no such container any more. */
  state(): Promise<ContainerState | undefined>;
  /** Ends everything in it, at once. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** How often a command that has closed its output, or not, is asked whether it has ended. */
const ASK_MS = 500;
/** How long the output of a command that has ended is waited for: what it left running may hold it open. */
const DRAIN_MS = 1_000;

/**
 * Starts a container that ends when its standard input is closed, by whatever means its owner ends. The specification's command must
 * be one that reads its input to the end. Throws what the daemon says.
 */
export async function openContainer(
  docker: Docker,
  spec: IdleContainerSpec,
  remove: (container: Container) => Promise<void>,
): Promise<DockerContainer> {
  const container = await docker.createContainer({
    ...spec,
    Tty: false,
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: false,
    AttachStderr: false,
  });
  let removed: Promise<void> | undefined;
  let keeper: NodeJS.ReadWriteStream | undefined;
  // An open connection would keep this process alive.
  const letGo = (): void => void (keeper instanceof Duplex && keeper.destroy());
  try {
    keeper = await container.attach({ stream: true, stdin: true, stdout: false, stderr: false, hijack: true });
    keeper.on('error', () => {});
    await container.start();
    return {
      id: container.id,
      run: (command, options) => runIn(docker, container, command, options),
      sizeBytes: () => asked(async () => (await inspect(container, true)).SizeRw ?? 0),
      processes: () => asked(() => countProcesses(container)),
      state: () => stateOf(container),
      kill: async () => void (await container.kill().catch(() => {})), // it may have ended by itself
      remove() {
        removed ??= remove(container).then(letGo);
        return removed;
      },
    };
  } catch (error) {
    await remove(container);
    letGo();
    throw error;
  }
}

interface Inspected {
  readonly State: { readonly Running: boolean; readonly OOMKilled: boolean; readonly ExitCode: number };
  readonly SizeRw?: number;
}

async function inspect(container: Container, hasSize: boolean): Promise<Inspected> {
  const options: object = { size: hasSize }; // the package's types do not know of the size
  const answer: unknown = await container.inspect(options);
  return answer as Inspected;
}

async function countProcesses(container: Container): Promise<number> {
  const { pids_stats } = (await container.stats({ stream: false, 'one-shot': true })) as {
    pids_stats?: { current?: number };
  };
  return pids_stats?.current ?? 0;
}

async function stateOf(container: Container): Promise<ContainerState | undefined> {
  try {
    const { State } = await inspect(container, false);
    return { isRunning: State.Running, isOutOfMemory: State.OOMKilled, exitCode: State.ExitCode };
  } catch (error) {
    if (isGone(error)) return undefined;
    throw lost(error);
  }
}

async function runIn(
  docker: Docker,
  container: Container,
  command: readonly string[],
  { user, folder, environment, input, onOutput }: ContainerCommand,
): Promise<number | undefined> {
  try {
    const exec = await container.exec({
      Cmd: ['/bin/sh', '-c', 'exec "$@" 2>&1', 'sh', ...command],
      User: user,
      WorkingDir: folder,
      Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      AttachStdin: input !== undefined,
      AttachStdout: true,
      AttachStderr: true,
    });
    const stream = await exec.start({ hijack: true, stdin: input !== undefined });
    const output = new PassThrough();
    output.on('data', onOutput);
    docker.modem.demuxStream(stream, output, output);
    const closed = new Promise<void>((resolve) => {
      for (const event of ['end', 'close', 'error']) stream.once(event, () => resolve());
    });
    if (input !== undefined) stream.end(input);
    const isAlive = async () => (await stateOf(container))?.isRunning === true;
    const exitCode = await endOf(() => exec.inspect(), isAlive, closed);
    await Promise.race([closed, sleep(DRAIN_MS)]);
    stream.destroy();
    return exitCode;
  } catch (error) {
    const state = await stateOf(container);
    if (state !== undefined && !state.isRunning) return undefined;
    throw lost(error);
  }
}

/**
 * Asks when the output closes, and from time to time, since what a command left running may hold it open. A command that has not begun
 * yet, as on a busy machine, does not run and has no exit code; one that never will has a container that does not run.
 */
async function endOf(
  ask: () => Promise<{ readonly Running: boolean; readonly ExitCode: number | null }>,
  isAlive: () => Promise<boolean>,
  closed: Promise<void>,
): Promise<number | undefined> {
  let isClosed = false;
  void closed.then(() => {
    isClosed = true;
  });
  for (let pauseMs = 20; ; pauseMs = Math.min(2 * pauseMs, ASK_MS)) {
    await (isClosed ? sleep(pauseMs) : Promise.race([closed, sleep(ASK_MS)]));
    const { Running, ExitCode } = await ask();
    if (!Running && ExitCode !== null) return ExitCode;
    if (!Running && !(await isAlive())) return undefined;
  }
}

async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw lost(error);
  }
}

const lost = (error: unknown): SandboxLostError =>
  error instanceof SandboxLostError
    ? error
    : new SandboxLostError(`the container was lost: ${messageOf(error)}`, {
        cause: error,
      });

const isGone = (error: unknown): boolean => error instanceof Error && 'statusCode' in error && error.statusCode === 404;
