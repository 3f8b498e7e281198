import { statfs } from 'node:fs/promises';
import { Duplex, PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, SandboxLostError } from '../../errors.ts';
import type { RunnerConnection } from '../runner/client.ts';
import { createDocker, type Docker } from './client.ts';
import { type DockerContainer, type IdleContainerSpec, openContainer } from './container.ts';
import { type ImageStore, imageStore } from './image-store.ts';
import type { ContainerSpec } from './spec.ts';

interface Image {
  /** The image's own sha256. */
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
  /** All its layers, those it shares included. */
  readonly sizeBytes: number;
}

interface AboutDaemon {
  /** 0 where it does not say. */
  readonly cores: number;
  /** 0 where it does not say. */
  readonly memoryMb: number;
  /** It maps uids, so that only some of them exist. */
  readonly mapsUids: boolean;
}

/** The Docker daemon that `DOCKER_HOST` or the default socket reaches. The only module that speaks Docker's interface. */
export interface DockerEngine {
  /** What the daemon says of itself; throws `SandboxLostError` saying why it does not answer. */
  about(): Promise<AboutDaemon>;
  image(name: string): Promise<Image | undefined>;
  /** Free space of the disk that containers lie on; `undefined` where that is not a disk of this machine. */
  freeBytes(): Promise<number | undefined>;
  /** Starts a container and writes `input` to it; waits for a daemon that is being restarted. Throws `SandboxLostError`. */
  start(spec: ContainerSpec, input: Buffer): Promise<RunnerConnection>;
  /** Starts a container that waits for commands. Throws `SandboxLostError`. */
  open(spec: IdleContainerSpec): Promise<DockerContainer>;
  /** Removes the containers with this label for which `isOurs` holds; returns how many. */
  removeContainers(label: string, isOurs: (labels: Readonly<Record<string, string>>) => boolean): Promise<number>;
  /** Builds the Dockerfile in `folder`; `onLine` gets what the daemon says. Throws with the daemon's own words. */
  build(folder: string, name: string, onLine: (line: string) => void): Promise<void>;
  /** Building, pulling, listing and removing images. */
  readonly images: ImageStore;
  /** Makes an image of a tar file that holds a root folder. */
  importImage(tarPath: string, name: string, changes: readonly string[]): Promise<void>;
}

/** How long a daemon may take to answer a question that needs no work. */
const ANSWER_MS = 5_000;

/** How long a daemon that is being restarted is waited for. */
const RESTART_MS = 60_000;

/** How long a daemon may take to remove a container; after that its owner labels let a later run do it. */
const REMOVE_MS = 30_000;

export function connectDocker(): DockerEngine {
  const docker = createDocker();
  const ping = () => inTime(docker.ping());
  let folder: Promise<string> | undefined;
  return {
    async freeBytes() {
      folder ??= docker.info().then(({ DockerRootDir }: { DockerRootDir: string }) => DockerRootDir);
      const disk = await folder.then((path) => statfs(path)).catch(() => undefined);
      return disk && disk.bavail * disk.bsize;
    },
    async about() {
      try {
        await ping();
        const { SecurityOptions, NCPU, MemTotal } = (await docker.info()) as {
          SecurityOptions?: readonly string[];
          NCPU?: number;
          MemTotal?: number;
        };
        return {
          cores: NCPU ?? 0,
          memoryMb: Math.round((MemTotal ?? 0) / 2 ** 20),
          mapsUids: (SecurityOptions ?? []).some((option) => /name=(rootless|userns)/.test(option)),
        };
      } catch (error) {
        throw new SandboxLostError(describeSilence(error), { cause: error });
      }
    },
    async image(name) {
      try {
        const { Id, Config, Size } = await docker.getImage(name).inspect();
        return { id: Id, labels: Config?.Labels ?? {}, sizeBytes: Size };
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw new SandboxLostError(describeSilence(error), { cause: error });
      }
    },
    start: (spec, input) => startAgain(() => startContainer(docker, spec, input), ping),
    open: (spec) => startAgain(() => openContainer(docker, spec, remove), ping),
    async removeContainers(label, isOurs) {
      const found = await docker.listContainers({ all: true, filters: { label: [label] } }).catch((error) => {
        throw new SandboxLostError(describeSilence(error), { cause: error });
      });
      const ours = found.filter(({ Labels }) => isOurs(Labels));
      await Promise.all(ours.map(({ Id }) => remove(docker.getContainer(Id))));
      return ours.length;
    },
    async build(folder, name, onLine) {
      const progress = await docker.buildImage({ context: folder, src: ['Dockerfile'] }, { t: name, forcerm: true });
      await followProgress(docker, progress, onLine);
    },
    images: imageStore(docker),
    async importImage(tarPath, name, changes) {
      const [repo, tag] = name.split(':');
      const progress = await docker.importImage(tarPath, { repo, tag, changes: [...changes] });
      await followProgress(docker, progress, () => {});
    },
  };
}

/** Starts, and once more when the daemon that did not answer does so again. */
async function startAgain<T>(start: () => Promise<T>, ping: () => Promise<unknown>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (statusOf(error) !== undefined || !(await answersAgain(ping))) throw notStarted(error);
  }
  return start().catch((error) => Promise.reject(notStarted(error)));
}

async function startContainer(docker: Docker, spec: ContainerSpec, input: Buffer): Promise<RunnerConnection> {
  const container = await docker.createContainer(spec);
  try {
    const stream = await container.attach({ stream: true, stdin: true, stdout: true, stderr: true, hijack: true });
    if (!(stream instanceof Duplex)) throw new Error('the daemon gave no stream in both directions');
    const output = new PassThrough();
    const errors = new PassThrough();
    let words = '';
    errors.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-1_000);
    });
    docker.modem.demuxStream(stream, output, errors);
    for (const event of ['end', 'close', 'error']) stream.on(event, () => output.destroy());
    await container.start();
    stream.write(input);
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      await remove(container);
      stream.end();
    };
    return {
      input: stream,
      output,
      lastWords: () => words.trim(),
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await remove(container);
    throw error;
  }
}

/** Ends and removes a container; one that is gone, or that a dead daemon cannot remove, is not an error. */
async function remove(container: Docker.Container): Promise<void> {
  const time = AbortSignal.timeout(REMOVE_MS);
  while (!time.aborted) {
    try {
      await container.remove({ force: true, v: true });
    } catch (error) {
      if (statusOf(error) === 404) return;
      await sleep(statusOf(error) === 409 ? 20 : 250); // 409: the daemon is removing it already
    }
  }
}

/** The answer, or an error when there is none in time: a daemon that hangs accepts connections all the same. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const clock = new AbortController();
  const late = sleep(ANSWER_MS, undefined, { signal: clock.signal }).then(() => {
    throw new Error(`no answer within ${ANSWER_MS / 1000} s`);
  });
  return Promise.race([answer, late]).finally(() => {
    late.catch(() => {});
    clock.abort();
  });
}

async function answersAgain(ping: () => Promise<unknown>): Promise<boolean> {
  const time = AbortSignal.timeout(RESTART_MS);
  while (!time.aborted) {
    try {
      await ping();
      return true;
    } catch {
      await sleep(250);
    }
  }
  return false;
}

function notStarted(error: unknown): SandboxLostError {
  const why = statusOf(error) === undefined ? describeSilence(error) : messageOf(error);
  return new SandboxLostError(`no container could be started: ${why}`, { cause: error });
}

/** Why the daemon does not answer, as one sentence. */
function describeSilence(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES') return 'this user may not use the Docker daemon (join the group docker, or run as root)';
  if (code === 'ENOENT' || code === 'ECONNREFUSED')
    return 'no Docker daemon is running here (start it, and run npm run build-images once)';
  return `the Docker daemon does not answer (${messageOf(error)})`;
}

/** The HTTP status of an answer that was an error; `undefined` when there was no answer. */
function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined;
}

interface ProgressEvent {
  readonly stream?: string;
  readonly status?: string;
  readonly error?: string;
}

function followProgress(
  docker: Docker,
  progress: NodeJS.ReadableStream,
  onLine: (line: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const onEvent = ({ stream, status, error }: ProgressEvent) => {
      if (error !== undefined) reject(new Error(error));
      const line = (stream ?? status ?? '').trim();
      if (line !== '') onLine(line);
    };
    docker.modem.followProgress(progress, (error: Error | null) => (error ? reject(error) : resolve()), onEvent);
  });
}
