import { createLimiter } from '../concurrency.ts';
import { SandboxLostError } from '../errors.ts';
import type { ExecutionJob, Sandbox, SandboxExecution } from '../types.ts';
import { createRunnerClient, JOBS_AHEAD, NotBegunError, type RunnerClient, type RunnerConnection } from './client.ts';
import { createSecondLook } from './second-look.ts';

export interface RunnerSandboxOptions {
  readonly kind: Sandbox['kind'];
  readonly description: string;
  /** How many verdicts may be under way at a time. */
  readonly slots: number;
  /** Starts a fresh runner with that many slots; called for the first job and again after one was lost. */
  readonly start: () => Promise<RunnerConnection>;
}

/** A sandbox whose jobs run in one runner.py. A runner that is lost is replaced, and its jobs are tried once more there. */
export function createRunnerSandbox(options: RunnerSandboxOptions): Sandbox {
  const limiter = createLimiter(options.slots + JOBS_AHEAD);
  const withSecondLook = createSecondLook();
  let current: Promise<RunnerClient> | undefined;
  let isClosed = false;

  function liveClient(): Promise<RunnerClient> {
    if (isClosed) throw new SandboxLostError('the sandbox is closed');
    if (current) return current;
    const forget = () => {
      if (current === starting) current = undefined;
    };
    const starting = startClient(forget);
    starting.catch(forget);
    current = starting;
    return starting;
  }

  async function startClient(onLost: () => void): Promise<RunnerClient> {
    const client = createRunnerClient(await options.start(), options.slots, onLost);
    await client.hello;
    return client;
  }

  async function run(job: ExecutionJob): Promise<SandboxExecution> {
    try {
      return await (await liveClient()).execute(job);
    } catch (error) {
      if (!(error instanceof SandboxLostError) || isClosed) throw error;
      if (error instanceof NotBegunError) return run(job);
      return await (await liveClient()).execute(job);
    }
  }

  return {
    kind: options.kind,
    description: options.description,
    execute: (job) => limiter(() => withSecondLook(job, run)),
    async close() {
      isClosed = true;
      const client = await current?.catch(() => undefined);
      await client?.stop();
    },
  };
}
