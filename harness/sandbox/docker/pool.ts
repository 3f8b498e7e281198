import { SandboxLostError } from '../../errors.ts';
import type { ExecutionJob, SandboxExecution } from '../../types/execution.ts';
import {
  createRunnerClient,
  JOBS_AHEAD,
  NotBegunError,
  type RunnerClient,
  type RunnerConnection,
} from '../runner/client.ts';
import { runLostJob } from '../runner/lost-job.ts';
import { createRerunIfCpuStarved } from '../runner/rerun-if-cpu-starved.ts';

interface ContainerPoolOptions {
  /** How many verdicts may be under way at a time, each in a container of its own. */
  readonly slots: number;
  /** How many containers may live at a time, idle and starting ones included; at least `slots` + `warm`. */
  readonly bound: number;
  /** How many are started before a task asks for them. */
  readonly warm: number;
  /** How many cores the containers have; with a slot for each, or more, a task at work keeps to one of them. 0: not known. */
  readonly cores: number;
  readonly start: () => Promise<RunnerConnection>;
}

export interface ContainerPool {
  execute(job: ExecutionJob): Promise<SandboxExecution>;
  /** Resolves when the containers started ahead of need are ready. */
  warmed(): Promise<void>;
  /** Ends every container; jobs that wait or are under way throw `SandboxLostError`. */
  close(): Promise<void>;
}

interface Waiting {
  readonly job: ExecutionJob;
  readonly resolve: (execution: SandboxExecution) => void;
  readonly reject: (error: unknown) => void;
}

interface Container {
  readonly client: RunnerClient;
  isLost: boolean;
}

/** A container at work: whose it is, how many jobs it has been given, and the core it keeps to. */
interface ActiveContainer {
  readonly owner: string;
  readonly core: number | undefined;
  container: Promise<Container> | undefined;
  jobs: number;
}

/**
 * One container per task, one verdict at a time in it: what a program does to its container can reach no verdict under way. Jobs that may
 * share one are given to as many containers as there are slots, whatever their tasks; none of these is ever given to a single task.
 * A task's container lives as long as there is room; the least recently used idle one is evicted, and is never given to another task.
 * Jobs are given out in the order in which they came, those of a task at work to its container, which begins one when the one
 * before has ended; none goes before one whose task waits for a container. A job that lost its container is tried again in a fresh one
 * (`runLostJob`). One that was starved is run once more alone.
 */
export function createContainerPool(options: ContainerPoolOptions): ContainerPool {
  const rerunIfCpuStarved = createRerunIfCpuStarved();
  const queue: Waiting[] = [];
  const busy = new Map<string, ActiveContainer>();
  const live = new Set<Container>();
  /** By owner, in the order of their last use. */
  const idle = new Map<string, Container>();
  const warm: Promise<Container>[] = [];
  /** Containers being started or ended: `close` waits for them. */
  const changes = new Set<Promise<unknown>>();
  let isClosed = false;

  function schedule(): void {
    let full = [...busy.values()].filter(({ jobs }) => jobs > JOBS_AHEAD).length;
    for (let at = 0; at < queue.length && full < options.slots; ) {
      const waiting = queue[at];
      if (waiting === undefined) return;
      const owner = ownerOf(waiting.job);
      const active = busy.get(owner);
      if (active === undefined && busy.size === options.slots) return;
      if (active !== undefined && active.jobs > JOBS_AHEAD) {
        at++;
        continue;
      }
      queue.splice(at, 1);
      if (give(waiting, owner).jobs > JOBS_AHEAD) full++;
    }
  }

  /** Whose container a job runs in: its task's, or of those that tasks share the one with the fewest jobs. */
  function ownerOf({ taskId, sharesContainer }: ExecutionJob): string {
    if (sharesContainer !== true) return `task ${taskId}`;
    const shared = Array.from({ length: options.slots }, (_, slot) => `shared ${slot}`);
    const open = busy.size < options.slots ? shared : shared.filter((owner) => busy.has(owner));
    const jobsOf = (owner: string): number => busy.get(owner)?.jobs ?? 0;
    return open.sort((one, other) => jobsOf(one) - jobsOf(other))[0] ?? 'shared 0';
  }

  function give(waiting: Waiting, owner: string): ActiveContainer {
    const active = busy.get(owner) ?? { owner, core: freeCore(), container: undefined, jobs: 0 };
    busy.set(owner, active);
    active.jobs++;
    void serve(waiting, active);
    return active;
  }

  /** The core that the fewest containers keep to; none while some would stay idle. */
  function freeCore(): number | undefined {
    const { slots, cores } = options;
    if (cores === 0 || slots < cores) return undefined;
    const atWork = Map.groupBy(busy.values(), ({ core }) => core);
    const taken = Array.from({ length: cores }, (_, core) => atWork.get(core)?.length ?? 0);
    return taken.indexOf(Math.min(...taken));
  }

  async function serve({ job, resolve, reject }: Waiting, active: ActiveContainer): Promise<void> {
    try {
      resolve(await rerunIfCpuStarved(job, () => run(job, active)));
    } catch (error) {
      reject(error);
    }
    const container = await active.container?.catch(() => undefined);
    active.jobs--;
    if (active.jobs === 0) {
      busy.delete(active.owner);
      if (container !== undefined && !container.isLost) idle.set(active.owner, container);
    }
    schedule();
  }

  async function run(job: ExecutionJob, active: ActiveContainer): Promise<SandboxExecution> {
    active.container ??= containerOf(active.owner);
    const given = active.container;
    try {
      return await (await given).client.execute(job, active.core);
    } catch (error) {
      if (!(error instanceof SandboxLostError) || isClosed) throw error;
      if (active.container === given) active.container = undefined;
      if (error instanceof NotBegunError) return run(job, active);
      return runLostJob(job, (lost) => runInFresh(lost, active));
    }
  }

  async function runInFresh(job: ExecutionJob, active: ActiveContainer): Promise<SandboxExecution> {
    const container = await start().catch((error: unknown) => {
      throw error instanceof SandboxLostError ? new NotBegunError(error.message, { cause: error }) : error;
    });
    const execution = await container.client.execute(job, active.core);
    if (active.container === undefined) active.container = Promise.resolve(container);
    else void container.client.stop(); // the task's other jobs have one already
    return execution;
  }

  async function containerOf(owner: string): Promise<Container> {
    const own = idle.get(owner);
    idle.delete(owner);
    if (own !== undefined) return own;
    const fresh = warm.shift() ?? start();
    refill();
    const container = await fresh;
    return container.isLost ? start() : container;
  }

  function start(): Promise<Container> {
    return track(connect());
  }

  async function connect(): Promise<Container> {
    if (isClosed) throw new SandboxLostError('the sandbox is closed');
    const connection = await options.start();
    const container: Container = { client: createRunnerClient(connection, 1, onLost), isLost: false };
    live.add(container);
    function onLost(): void {
      container.isLost = true;
      live.delete(container);
      for (const [owner, other] of idle) if (other === container) idle.delete(owner);
      void track(connection.stop());
    }
    if (isClosed) await container.client.stop();
    await container.client.hello;
    return container;
  }

  /** Starts containers ahead of need, and ends the ones idle longest when that takes the pool over its bound. */
  function refill(): void {
    while (!isClosed && warm.length < options.warm) {
      const starting = start();
      starting.catch(() => forget(starting)); // whoever took it sees the error; a job that comes later starts its own
      warm.push(starting);
    }
    for (const [owner, container] of idle) {
      if (busy.size + idle.size + warm.length <= options.bound) return;
      idle.delete(owner);
      void container.client.stop();
    }
  }

  function forget(starting: Promise<Container>): void {
    const position = warm.indexOf(starting);
    if (position >= 0) warm.splice(position, 1);
  }

  function track<T>(change: Promise<T>): Promise<T> {
    changes.add(change);
    const done = () => changes.delete(change);
    change.then(done, done);
    return change;
  }

  refill();
  return {
    execute(job) {
      const { promise, resolve, reject } = Promise.withResolvers<SandboxExecution>();
      if (isClosed) reject(new SandboxLostError('the sandbox is closed'));
      else queue.push({ job, resolve, reject });
      schedule();
      return promise;
    },
    async warmed() {
      await Promise.allSettled(warm);
    },
    async close() {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(new SandboxLostError('the sandbox is closed'));
      for (const { client } of live) void client.stop();
      while (changes.size > 0) await Promise.allSettled(changes);
    },
  };
}
