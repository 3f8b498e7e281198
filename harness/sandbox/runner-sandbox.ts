import { createLimiter } from '../concurrency.ts';
import { SandboxLostError } from '../errors.ts';
import type { Sandbox } from '../types.ts';
import { createRunnerClient, type RunnerClient, type RunnerConnection } from './client.ts';

export interface RunnerSandboxOptions {
  readonly kind: Sandbox['kind'];
  readonly description: string;
  /** How many verdicts may be under way at a time. */
  readonly slots: number;
  /** Starts a fresh runner; called for the first job and again after one was lost. */
  readonly start: () => Promise<RunnerConnection>;
}

/** A sandbox whose jobs run in one runner.py. A runner that is lost is replaced, and its jobs are tried once more there. */
export function createRunnerSandbox(options: RunnerSandboxOptions): Sandbox {
  const limiter = createLimiter(options.slots);
  let current: Promise<RunnerClient> | undefined;
  let isClosed = false;

  async function startClient(): Promise<RunnerClient> {
    const client = createRunnerClient(await options.start());
    await client.hello;
    return client;
  }

  async function liveClient(): Promise<RunnerClient> {
    if (isClosed) throw new SandboxLostError('the sandbox is closed');
    const client = await current?.catch(() => undefined);
    if (client && !client.isLost()) return client;
    // Several jobs may find the runner lost at once: the first of them starts the next one.
    const found = current;
    if (found === undefined || (await found.then((other) => other === client).catch(() => true))) {
      if (current === found) current = startClient();
    }
    return current ?? startClient();
  }

  return {
    kind: options.kind,
    description: options.description,
    execute: (job) =>
      limiter(async () => {
        try {
          return await (await liveClient()).execute(job);
        } catch (error) {
          if (!(error instanceof SandboxLostError) || isClosed) throw error;
          return await (await liveClient()).execute(job);
        }
      }),
    async close() {
      isClosed = true;
      const client = await current?.catch(() => undefined);
      await client?.stop();
    },
  };
}
