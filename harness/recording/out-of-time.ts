import { join } from 'node:path';
import { executionTimesLine, referenceLine, timingLine } from '../records/records.ts';
import { withSuiteTimeFactor, withTimeLimitFactor } from '../sandbox/limits.ts';
import { timeLimitFactorsOf } from '../sandbox/reference-times.ts';
import { readLines } from '../storage/line-file.ts';
import { z } from '../storage/schema.ts';
import type { Execution, ExecutionLimits } from '../types/execution.ts';

/** A program that comes so near to its CPU limit was ended by it: the kernel counts a little otherwise than its own report. */
const NEARLY = 0.95;

/** On a busy machine the wall clock may end what has used little CPU time yet: of such a program nothing is known. */
const LEAST = 0.5;

/** Whether a clock ended an execution of a run, which is known by its key. */
type WasOutOfTime = (key: string, execution: Execution, taskId: string, suiteTimeFactor: number) => boolean;

/**
 * Reads from a run's clocks which of its executions a clock ended. Their outcomes do not tell: an assertion that had failed before
 * decides the reason. One whose memory ended first is none, nor is one that had used less than half of its CPU time.
 */
export async function readOutOfTime(folder: string, declared: ExecutionLimits): Promise<WasOutOfTime> {
  const lines = await readLines(
    join(folder, 'timings.jsonl'),
    z.union([executionTimesLine, referenceLine, timingLine]),
  );
  const times = new Map(lines.flatMap((line) => ('key' in line ? [[line.key, line] as const] : [])));
  const factorOf = timeLimitFactorsOf(lines.flatMap((line) => ('stretch' in line ? [line] : [])));
  return (key, { outcome }, taskId, suiteTimeFactor) => {
    const taken = times.get(key);
    if (taken === undefined || outcome.status !== 'unsolved' || outcome.reason === 'memory') return false;
    const limits = withTimeLimitFactor(withSuiteTimeFactor(declared, suiteTimeFactor), factorOf(taskId));
    const share = taken.cpuMs / (limits.cpuSeconds * 1000);
    return share >= NEARLY || (share >= LEAST && taken.wallMs >= limits.wallMs);
  };
}
