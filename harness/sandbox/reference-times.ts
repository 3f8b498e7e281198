import type { ExecutionTimes } from '../types/execution.ts';
import type { TimeLimitFactorOf } from './executor.ts';
import { DECLARED_TIME_LIMITS, type TimeLimitFactor } from './limits.ts';

/** What a task's canonical solution took on this machine, on both clocks, and by how much its limits are stretched for it. */
export interface ReferenceTime extends Pick<ExecutionTimes, 'wallMs' | 'cpuMs'> {
  readonly taskId: string;
  readonly stretch: TimeLimitFactor;
}

/**
 * The reference times that hold for a run: those it began with, so that a resumed run grades as an undisturbed one does. A clock that is
 * stretched more than twice as far now says another machine, not noise: then the longer limits hold.
 */
export function reconcileReferenceTimes(
  earlier: readonly ReferenceTime[],
  measured: readonly ReferenceTime[],
): readonly ReferenceTime[] {
  const before = new Map(earlier.map((reference) => [reference.taskId, reference]));
  return measured.map((now) => {
    const old = before.get(now.taskId);
    if (old === undefined) return now;
    const isSlower = now.stretch.cpu > 2 * old.stretch.cpu || now.stretch.wall > 2 * old.stretch.wall;
    if (!isSlower) return old;
    const stretch = {
      cpu: Math.max(old.stretch.cpu, now.stretch.cpu),
      wall: Math.max(old.stretch.wall, now.stretch.wall),
    };
    return { ...now, stretch };
  });
}

/** The stretch of each task; none for a task that was not measured. */
export function timeLimitFactorsOf(references: readonly ReferenceTime[]): TimeLimitFactorOf {
  const stretches = new Map(references.map(({ taskId, stretch }) => [taskId, stretch]));
  return (taskId) => stretches.get(taskId) ?? DECLARED_TIME_LIMITS;
}

/** One line where limits are stretched, naming the tasks; `undefined` where they are as declared. */
export function describeTimeLimitFactors(references: readonly ReferenceTime[], most = 5): string | undefined {
  const stretched = references.filter(({ stretch }) => stretch.cpu > 1 || stretch.wall > 1);
  if (stretched.length === 0) return undefined;
  const named = stretched.slice(0, most).map(({ taskId, stretch, cpuMs, wallMs }) => {
    const clocks = stretch.cpu === stretch.wall ? `x${stretch.cpu}` : `CPU x${stretch.cpu}, wall x${stretch.wall}`;
    return `${taskId} ${clocks} (canonical solution: ${seconds(cpuMs)} CPU, ${seconds(wallMs)} wall)`;
  });
  const more = stretched.length > most ? `, and ${stretched.length - most} more` : '';
  return `time limits are longer here for ${stretched.length} of ${references.length} tasks: ${named.join(', ')}${more}`;
}

/** The canonical solution that took most CPU time, for whoever declares limits; a line. */
export function describeSlowest(references: readonly ReferenceTime[]): string {
  const [slowest] = [...references].sort((one, other) => other.cpuMs - one.cpuMs);
  if (slowest === undefined) return 'no canonical solution was solved';
  const { taskId, cpuMs, wallMs } = slowest;
  return `slowest canonical solution: ${taskId}, ${seconds(cpuMs)} CPU, ${seconds(wallMs)} wall`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
