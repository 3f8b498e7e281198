import type { ExecutionJob, SandboxExecution } from '../../types/execution.ts';
import { STARVED_FRACTION } from '../limits.ts';

type Run = (job: ExecutionJob) => Promise<SandboxExecution>;

/**
 * Whether a wall clock was met because the machine was busy and not because the program was slow: it or its tester was ready to run, and
 * had no core, for at least `STARVED_FRACTION` of its time. A program that sleeps or waits is not ready to run; one that meets its CPU
 * limit was given what it may have.
 */
export function wasCpuStarved({ outcome, times }: SandboxExecution, job: ExecutionJob): boolean {
  if (outcome.status !== 'unsolved' || outcome.reason !== 'timeout') return false;
  return (times.runQueueDelayMs ?? 0) >= job.limits.wallMs * STARVED_FRACTION;
}

/**
 * Runs jobs through `run`, and those that were starved, or killed by nobody here, once more while no other job given to this function is
 * under way. What the second run says stands, `timeout` too. A program gains nothing by starving or killing itself but that second run.
 */
export function createRerunIfCpuStarved(): (job: ExecutionJob, run: Run) => Promise<SandboxExecution> {
  const underWay = new Set<Promise<unknown>>();
  let alone: Promise<unknown> = Promise.resolve();

  async function together(job: ExecutionJob, run: Run): Promise<SandboxExecution> {
    for (let seen: unknown; seen !== alone; ) {
      seen = alone;
      await alone.catch(() => {});
    }
    const execution = run(job);
    underWay.add(execution);
    try {
      return await execution;
    } finally {
      underWay.delete(execution);
    }
  }

  function byItself(job: ExecutionJob, run: Run): Promise<SandboxExecution> {
    const before = alone;
    const execution = (async () => {
      await before.catch(() => {});
      await Promise.allSettled(underWay);
      return run(job);
    })();
    alone = execution;
    return execution;
  }

  return async (job, run) => {
    const execution = await together(job, run);
    if (!execution.wasKilled && !wasCpuStarved(execution, job)) return execution;
    const { wasKilled: _, ...second } = await byItself(job, run);
    return second;
  };
}
