import { createLimiter } from '../../concurrency.ts';
import { SandboxLostError } from '../../errors.ts';
import type { ExecutionJob, Sandbox, SandboxExecution } from '../../types/execution.ts';
import { createRunnerClient, JOBS_AHEAD, NotBegunError, type RunnerClient, type RunnerConnection } from './client.ts';
import { runLostJob } from './lost-job.ts';
import { createRerunIfCpuStarved } from './rerun-if-cpu-starved.ts';

interface RunnerSandboxOptions {
  readonly kind: Sandbox['kind'];
  readonly description: string;
  /** How many runners work at a time; 1 when absent. With one for each core they keep to one each. */
  readonly runners?: number;
  /** How many verdicts may be under way at a time in each of them. */
  readonly slots: number;
  /** How many cores there are; looked at with several runners. */
  readonly cores?: number;
  /** Starts a fresh runner with that many slots; called for the first job and again after one was lost. */
  readonly start: () => Promise<RunnerConnection>;
}

/**
 * A sandbox whose jobs run in some runners. A runner that is lost is replaced; its jobs are tried again, each alone in a runner of its
 * own.
 */
export function createRunnerSandbox(options: RunnerSandboxOptions): Sandbox {
  const { runners = 1, cores = 1 } = options;
  const rerunIfCpuStarved = createRerunIfCpuStarved();
  const oneAtATime = createLimiter(1);
  const alone = new Set<RunnerClient>();
  let isClosed = false;

  async function startClient(onLost: () => void): Promise<RunnerClient> {
    if (isClosed) throw new SandboxLostError('the sandbox is closed');
    const client = createRunnerClient(await options.start(), options.slots, onLost);
    await client.hello;
    return client;
  }

  async function runInFresh(job: ExecutionJob): Promise<SandboxExecution> {
    const client = await startClient(() => {}).catch((error: unknown) => {
      throw error instanceof SandboxLostError ? new NotBegunError(error.message, { cause: error }) : error;
    });
    alone.add(client);
    try {
      if (isClosed) throw new NotBegunError('the sandbox is closed');
      return await client.execute(job);
    } finally {
      alone.delete(client);
      await client.stop();
    }
  }

  const lanes = Array.from({ length: runners }, (_, index) => {
    const core = runners > 1 && runners >= cores ? index % cores : undefined;
    return createLane(options.slots, core, startClient, (job) => oneAtATime(() => runLostJob(job, runInFresh)));
  });

  return {
    kind: options.kind,
    description: options.description,
    async execute(job) {
      if (isClosed) throw new SandboxLostError('the sandbox is closed');
      return rerunIfCpuStarved(job, (given) => leastBusy(lanes).execute(given));
    },
    async close() {
      isClosed = true;
      await Promise.all([...lanes.map((lane) => lane.close()), ...[...alone].map((client) => client.stop())]);
    },
  };
}

interface Lane {
  /** Jobs that it was given and has not answered. */
  readonly jobs: number;
  execute(job: ExecutionJob): Promise<SandboxExecution>;
  close(): Promise<void>;
}

const leastBusy = (lanes: readonly Lane[]): Lane => lanes.reduce((best, lane) => (lane.jobs < best.jobs ? lane : best));

/** One runner at a time, and the jobs that it is given. */
function createLane(
  slots: number,
  core: number | undefined,
  start: (onLost: () => void) => Promise<RunnerClient>,
  runLost: (job: ExecutionJob) => Promise<SandboxExecution>,
): Lane {
  const limiter = createLimiter(slots + JOBS_AHEAD);
  let current: Promise<RunnerClient> | undefined;
  let isClosed = false;
  let jobs = 0;

  function liveClient(): Promise<RunnerClient> {
    if (current) return current;
    const forget = () => {
      if (current === starting) current = undefined;
    };
    const starting = start(forget);
    starting.catch(forget);
    current = starting;
    return starting;
  }

  async function run(job: ExecutionJob): Promise<SandboxExecution> {
    try {
      return await (await liveClient()).execute(job, core);
    } catch (error) {
      if (!(error instanceof SandboxLostError) || isClosed) throw error;
      return error instanceof NotBegunError ? run(job) : runLost(job);
    }
  }

  return {
    get jobs() {
      return jobs;
    },
    async execute(job) {
      jobs++;
      try {
        return await limiter(() => run(job));
      } finally {
        jobs--;
      }
    },
    async close() {
      isClosed = true;
      const client = await current?.catch(() => undefined);
      await client?.stop();
    },
  };
}
