import { SandboxLostError } from '../errors.ts';
import type { ExecutionJob } from '../types.ts';
import { createRunnerClient, type RunnerClient, type RunnerConnection } from './client.ts';
import type { TimedExecution } from './protocol.ts';

export interface ContainerPoolOptions {
  /** How many verdicts may be under way at a time, each in a container of its own. */
  readonly slots: number;
  /** How many containers may live at a time, idle and starting ones included; at least `slots` + `warm`. */
  readonly bound: number;
  /** How many are started before a task asks for them. */
  readonly warm: number;
  readonly start: () => Promise<RunnerConnection>;
}

export interface ContainerPool {
  execute(job: ExecutionJob): Promise<TimedExecution>;
  close(): Promise<void>;
}

interface Waiting {
  readonly job: ExecutionJob;
  readonly resolve: (execution: TimedExecution) => void;
  readonly reject: (error: unknown) => void;
}

interface Container {
  readonly client: RunnerClient;
  isLost: boolean;
}

/**
 * One container a task, one verdict at a time in it: what a program does to its container can reach no verdict under way.
 * A task's container lives as long as there is room; the one that was idle longest makes place, and is never given to another task.
 * Jobs start in the order in which they came, but for those whose task's container is at work. A job that lost its container is
 * tried once more in a fresh one; then `execute` throws `SandboxLostError`.
 */
export function createContainerPool(options: ContainerPoolOptions): ContainerPool {
  const queue: Waiting[] = [];
  const busy = new Set<string>();
  /** In the order of their last use. */
  const idle = new Map<string, Container>();
  const warm: Promise<Container>[] = [];
  const leaving = new Set<Promise<void>>();
  let isClosed = false;

  function schedule(): void {
    while (busy.size < options.slots) {
      const next = queue.findIndex(({ job }) => !busy.has(job.taskId));
      const [waiting] = next < 0 ? [] : queue.splice(next, 1);
      if (waiting === undefined) return;
      busy.add(waiting.job.taskId);
      void serve(waiting);
    }
  }

  async function serve({ job, resolve, reject }: Waiting): Promise<void> {
    try {
      resolve(await run(job));
    } catch (error) {
      reject(error);
    }
    busy.delete(job.taskId);
    schedule();
  }

  async function run(job: ExecutionJob): Promise<TimedExecution> {
    try {
      return await runIn(await containerOf(job.taskId), job);
    } catch (error) {
      if (!(error instanceof SandboxLostError) || isClosed) throw error;
      return await runIn(await start(), job);
    }
  }

  async function runIn(container: Container, job: ExecutionJob): Promise<TimedExecution> {
    const execution = await container.client.execute(job);
    if (isClosed) leave(container);
    else idle.set(job.taskId, container);
    return execution;
  }

  async function containerOf(taskId: string): Promise<Container> {
    if (isClosed) throw new SandboxLostError('the sandbox is closed');
    const own = idle.get(taskId);
    idle.delete(taskId);
    if (own !== undefined && !own.isLost) return own;
    const fresh = warm.shift() ?? start();
    refill();
    const container = await fresh;
    return container.isLost ? start() : container;
  }

  async function start(): Promise<Container> {
    if (isClosed) throw new SandboxLostError('the sandbox is closed');
    const connection = await options.start();
    const container: Container = { client: createRunnerClient(connection, () => lose(container)), isLost: false };
    await container.client.hello;
    return container;
  }

  function lose(container: Container): void {
    container.isLost = true;
    for (const [taskId, other] of idle) if (other === container) idle.delete(taskId);
  }

  /** Starts containers ahead of need, and ends the ones idle longest when that takes the pool over its bound. */
  function refill(): void {
    while (!isClosed && warm.length < options.warm) {
      const starting = start();
      starting.catch(() => forget(starting)); // whoever takes it sees the error; a job that comes later starts its own
      warm.push(starting);
    }
    for (const [taskId, container] of idle) {
      if (busy.size + idle.size + warm.length <= options.bound) return;
      idle.delete(taskId);
      leave(container);
    }
  }

  function forget(starting: Promise<Container>): void {
    const place = warm.indexOf(starting);
    if (place >= 0) warm.splice(place, 1);
  }

  function leave(container: Container): void {
    const ending = container.client.stop().finally(() => leaving.delete(ending));
    leaving.add(ending);
  }

  refill();
  return {
    execute(job) {
      const { promise, resolve, reject } = Promise.withResolvers<TimedExecution>();
      queue.push({ job, resolve, reject });
      schedule();
      return promise;
    },
    async close() {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(new SandboxLostError('the sandbox is closed'));
      for (const container of idle.values()) leave(container);
      idle.clear();
      const started = await Promise.allSettled(warm.splice(0));
      for (const one of started) if (one.status === 'fulfilled') leave(one.value);
      await Promise.all(leaving);
    },
  };
}
