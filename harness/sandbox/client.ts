import type { Readable, Writable } from 'node:stream';
import { SandboxLostError } from '../errors.ts';
import type { ExecutionJob } from '../types.ts';
import {
  createFrameReader,
  type Hello,
  parseHello,
  parseReply,
  type TimedExecution,
  toExecution,
  toFrame,
  toRequest,
} from './protocol.ts';

/** A running runner.py: its two streams and how to end it. A child process, or a container's attached stream. */
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
  execute(job: ExecutionJob): Promise<TimedExecution>;
  stop(): Promise<void>;
}

interface Pending {
  readonly resolve: (execution: TimedExecution) => void;
  readonly reject: (error: Error) => void;
}

/** How much longer than the job's own wall clock the host waits before it takes the runner for lost. */
const HOST_GRACE_MS = 15_000;

/** How long a runner has to start and say hello. */
const HELLO_MS = 30_000;

/** Speaks runner.py's protocol over the connection's streams; `onLost` is called once, when the runner is gone or was stopped. */
export function createRunnerClient(connection: RunnerConnection, onLost: () => void): RunnerClient {
  const pending = new Map<number, Pending>();
  const readFrames = createFrameReader();
  const hello = Promise.withResolvers<Hello>();
  hello.promise.catch(() => {}); // whoever awaits it sees it; nobody has to
  let hasHello = false;
  let lost: SandboxLostError | undefined;
  let nextId = 0;

  const helloGuard = setTimeout(() => lose('it did not start in time.'), HELLO_MS);

  function lose(why: string, cause?: unknown): void {
    if (lost) return;
    clearTimeout(helloGuard);
    lost = new SandboxLostError(`the runner was lost: ${why} ${connection.lastWords()}`.trim(), { cause });
    hello.reject(lost);
    for (const job of pending.values()) job.reject(lost);
    pending.clear();
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
    async execute(job) {
      if (lost) throw lost;
      const id = nextId++;
      const answer = Promise.withResolvers<TimedExecution>();
      pending.set(id, answer);
      const guard = setTimeout(() => lose('it did not answer in time.'), job.limits.wallMs + HOST_GRACE_MS);
      connection.input.write(toFrame(toRequest(id, job)));
      try {
        return await answer.promise;
      } finally {
        clearTimeout(guard);
      }
    },
    async stop() {
      lose('it was stopped.');
      await connection.stop();
    },
  };
}
