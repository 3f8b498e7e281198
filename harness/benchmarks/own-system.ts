import type { ExecutionJob, Sandbox } from '../types/execution.ts';
import { type Checkout, THIS_CHECKOUT } from './checkout.ts';
import { brokers, containersCpuMs, runnerMemoryMb, runnerParts } from './processes.ts';
import type { System } from './system.ts';

const EMPTY = { prelude: '', code: 'def empty():\n    return 0\n', entryPoint: 'empty' };

/** How many empty programs show what a verdict costs whatever the program is. */
const EMPTY_VERDICTS = 400;

/** Each sandbox has this many programs at a time: one is judged while the others wait there, and what goes through a daemon goes
 * through together. Whichever sandbox is free takes the next, as in a run. */
export const LANES = 8;

/**
 * One of our sandboxes with `slots` verdicts under way, of this checkout or of another one. In Docker all jobs share that many warm
 * containers. Throws `UsageError` where it does not work.
 */
export async function openOwn(
  kind: Sandbox['kind'],
  programs: readonly ExecutionJob[],
  slots: number,
  name: string = kind,
  { chooseSandbox, suiteOfDataset }: Checkout = THIS_CHECKOUT,
): Promise<System> {
  const suites = new Map(programs.map(({ suite }) => [suite, suiteOfDataset(suite.source, suite.timeFactor)]));
  const jobs = programs.map((job) => ({ ...job, suite: suites.get(job.suite) ?? job.suite }));
  const isContainer = kind === 'docker';
  const others = brokers(isContainer);
  const begun = performance.now();
  const sandbox = await chooseSandbox(kind, { slots, needsIsolation: false });
  const firstVerdictMs = performance.now() - begun;
  const placed = (job: ExecutionJob, sandboxNumber: number) => ({ ...job, taskId: `warm-${sandboxNumber}` });
  await Promise.all(jobs.slice(0, slots).map((job, index) => sandbox.execute(placed(job, index))));
  const own = brokers(isContainer).filter((pid) => !others.includes(pid));
  const idleMemoryMb = runnerMemoryMb(isContainer);
  const cpuMs = (): number | undefined => {
    const { user, system } = process.cpuUsage();
    const used = isContainer ? containersCpuMs() : sum(Object.values(runnerParts(own, 'cpuMs')));
    return used === undefined ? undefined : used + (user + system) / 1000;
  };
  const pageFaults = (): number => sum(Object.values(runnerParts(own, 'pageFaults')));

  async function round(work: readonly ExecutionJob[] = jobs) {
    const [cpu, faults, wall] = [cpuMs(), pageFaults(), performance.now()];
    const waiting = work.values();
    let solved = 0;
    async function take(lane: number): Promise<void> {
      for (const job of waiting) {
        const { outcome } = await sandbox.execute(placed(job, lane % slots));
        if (outcome.status === 'solved') solved++;
      }
    }
    await Promise.all(Array.from({ length: LANES * slots }, (_, lane) => take(lane)));
    const wallMs = performance.now() - wall;
    const after = cpuMs();
    return {
      solved,
      wallMs,
      ...(cpu === undefined || after === undefined ? {} : { cpuMs: after - cpu }),
      ...(own.length === 0 ? {} : { pageFaults: pageFaults() - faults }),
    };
  }

  /** Milliseconds of CPU a verdict, by part: of the programs themselves, and of an empty one. */
  async function profile() {
    const suite = suiteOfDataset('assert empty() == 0\n');
    const empty = Array.from({ length: EMPTY_VERDICTS }, (_, index) => {
      return { ...EMPTY, suite, taskId: `empty-${index}`, limits: jobs[0]?.limits } as ExecutionJob;
    });
    return { programs: await partsOf(jobs), empty: await partsOf(empty) };
  }

  async function partsOf(work: readonly ExecutionJob[]) {
    const [before, host] = [runnerParts(own, 'cpuMs'), process.cpuUsage()];
    await round(work);
    const [after, { user, system }] = [runnerParts(own, 'cpuMs'), process.cpuUsage(host)];
    const each = (total: number): number => total / work.length;
    return {
      host: each((user + system) / 1000),
      broker: each(after.broker - before.broker),
      forker: each(after.forker - before.forker),
      testers: each(after.testers - before.testers),
      candidates: each(after.candidates - before.candidates),
    };
  }

  return {
    name,
    verdicts: jobs.length,
    firstVerdictMs,
    ...(idleMemoryMb === undefined ? {} : { idleMemoryMb }),
    ...(name === kind ? { profile } : {}),
    round: () => round(),
    close: () => sandbox.close(),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
