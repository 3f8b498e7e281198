import type { Readable, Writable } from 'node:stream';
import { SandboxLostError } from '../../errors.ts';
import type { ExecutionJob, SandboxExecution } from '../../types/execution.ts';
import { createFrameReader, type Hello, parseHello, parseReply, toExecution, toFrame, toRequest } from './protocol.ts';

/** A runner: its two streams and how to end it. A child process, or a container's attached stream. */
export interface RunnerConnection {
  readonly input: Writable;
  readonly output: Readable;
  /** What the runner wrote to stderr and how it ended, for error messages. */
  readonly lastWords: () => string;
  /** Ends the runner and everything in it; resolves when it is gone. */
  readonly stop: () => Promise<void>;
}

/** Talks to one runner; any number of jobs may be under way. After the runner is lost every call throws `SandboxLostError`. */
export interface RunnerClient {
  readonly hello: Promise<Hello>;
  /** `core`: the number of the core on which the job is to run, where there is a reason to say. */
  execute(job: ExecutionJob, core?: number): Promise<SandboxExecution>;
  stop(): Promise<void>;
}

/** The runner was lost before it began with this job: it was given ahead of time, and cannot have been the cause. */
export class NotBegunError extends SandboxLostError {}

/** How many jobs a runner is given beyond those it has under way, so that it need not wait for the next. */
export const JOBS_AHEAD = 15;

interface Pending {
  readonly resolve: (execution: SandboxExecution) => void;
  readonly reject: (error: Error) => void;
}

/** How much longer than the longest wall clock of a job the host waits for the next reply before it takes the runner for lost. */
const HOST_GRACE_MS = 15_000;

/** How long a runner has to start and say hello. */
const HELLO_MS = 30_000;

/**
 * Speaks the runner's protocol over the connection's streams; `onLost` is called once, when the runner is gone or was stopped. The
 * runner has `slots` jobs under way at a time and begins them in the order in which they were given; the others throw
 * `NotBegunError` when it is lost.
 */
export function createRunnerClient(connection: RunnerConnection, slots: number, onLost: () => void): RunnerClient {
  const pending = new Map<number, Pending>();
  const readFrames = createFrameReader();
  const hello = Promise.withResolvers<Hello>();
  hello.promise.catch(() => {}); // whoever awaits it sees it; nobody has to
  let hasHello = false;
  let lost: SandboxLostError | undefined;
  let nextId = 0;

  let longestMs = 0;
  let guard: NodeJS.Timeout | undefined;
  const helloGuard = setTimeout(() => lose('it did not start in time.'), HELLO_MS);

  function lose(why: string, cause?: unknown): void {
    if (lost) return;
    clearTimeout(helloGuard);
    clearTimeout(guard);
    const message = `the runner was lost: ${why} ${connection.lastWords()}`.trim();
    lost = new SandboxLostError(message, { cause });
    hello.reject(lost);
    const jobs = [...pending.values()];
    pending.clear();
    for (const job of jobs.slice(0, slots)) job.reject(lost);
    for (const job of jobs.slice(slots)) job.reject(new NotBegunError(message, { cause }));
    onLost();
    void connection.stop();
  }

  function receive(frame: unknown): void {
    if (!hasHello) {
      hasHello = true;
      clearTimeout(helloGuard);
      hello.resolve(parseHello(frame));
      return;
    }
    const reply = parseReply(frame);
    pending.get(reply.id)?.resolve(toExecution(reply));
    pending.delete(reply.id);
    if (pending.size > 0) guard?.refresh();
    else clearTimeout(guard);
  }

  /** Jobs of one turn leave in one write: in a container each write passes through several processes. */
  function send(frame: Buffer): void {
    if (connection.input.writableCorked === 0) {
      connection.input.cork();
      process.nextTick(() => connection.input.uncork());
    }
    connection.input.write(frame);
  }

  /** The runner ends jobs by its own clock: one that says nothing for longer is lost. */
  function watch(wallMs: number): void {
    if (pending.size > 1 && wallMs <= longestMs) return;
    longestMs = Math.max(longestMs, wallMs);
    clearTimeout(guard);
    guard = setTimeout(() => lose('it did not answer in time.'), longestMs + HOST_GRACE_MS);
  }

  connection.output.on('data', (data: Buffer) => {
    if (lost) return;
    try {
      for (const frame of readFrames(data)) receive(frame);
    } catch (error) {
      lose('it sent something that is not its protocol.', error);
    }
  });
  connection.output.on('close', () => lose('its output ended.'));
  connection.output.on('error', (error) => lose('its output broke.', error));
  connection.input.on('error', (error) => lose('its input broke.', error));

  return {
    hello: hello.promise,
    async execute(job, core) {
      if (lost) throw lost;
      const id = nextId++;
      const answer = Promise.withResolvers<SandboxExecution>();
      pending.set(id, answer);
      watch(job.limits.wallMs);
      send(toFrame(toRequest(id, job, core)));
      return answer.promise;
    },
    async stop() {
      lose('it was stopped.');
      await connection.stop();
    },
  };
}
