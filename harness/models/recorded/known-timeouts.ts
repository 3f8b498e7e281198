import type { ExecutionJob, ExecutionLimits, Sandbox, SandboxExecution } from '../../types/execution.ts';
import type { Recording } from './read-recording.ts';

/** What part of its CPU time a program has here that had used up all of it when it was recorded. */
const PART = 10;

/**
 * A sandbox that stops sooner what the recording found out of time: after a tenth of its CPU time a program that then stands at the
 * assertion at which it was ended when it was recorded, all before it as then, has the verdict it had. Any other is run again within
 * all of its limits. For recordings only that are believed (`mayRunOutside`): it would not be seen that a program ends by itself between.
 */
export function stopKnownTimeouts(sandbox: Sandbox, recording: Pick<Recording, 'timedOutAt'>): Sandbox {
  return {
    ...sandbox,
    async execute(job): Promise<SandboxExecution> {
      const assertions = recording.timedOutAt(job);
      if (assertions === undefined) return sandbox.execute(job);
      const soon = await sandbox.execute(withPartOfTime(job));
      return soon.outcome.status === 'unsolved' && soon.assertions === assertions ? soon : sandbox.execute(job);
    },
  };
}

const withPartOfTime = (job: ExecutionJob): ExecutionJob => ({
  ...job,
  limits: { ...job.limits, cpuSeconds: job.limits.cpuSeconds / PART },
});

/** Says it to the person who waits and to the reader of tables; `undefined` where no recorded program ran out of time. */
export function describeKnownTimeouts(
  { timedOut }: Pick<Recording, 'timedOut'>,
  { cpuSeconds, wallMs }: ExecutionLimits,
): string | undefined {
  if (timedOut === 0) return undefined;
  return `${timedOut} programs that ran out of time when they were recorded are stopped after ${cpuSeconds / PART} of ${cpuSeconds} s of CPU here if they then stand where they stood (--verdict-timeout ${wallMs / 1000} gives each all of it)`;
}
