import { createLimiter } from '../../concurrency.ts';
import { SandboxLostError, UsageError } from '../../errors.ts';
import type { BuiltLine } from '../../loading/built-line.ts';
import { createExecutor } from '../../sandbox/executor.ts';
import { DEFAULT_LIMITS } from '../../sandbox/limits.ts';
import { memoryExecutions } from '../../sandbox/memory-executions.ts';
import type { timeLimitFactorsOf } from '../../sandbox/reference-times.ts';
import type { ExecutionLimits, Outcome, Sandbox } from '../../types/execution.ts';
import type { Grade, Trajectory, WholeRun } from '../../types/record.ts';
import type { Problem } from '../../types/task.ts';
import { suiteOnClass } from '../call-suite.ts';
import { ENTRY_POINT } from '../solutions.ts';

/** What a program of a built task is by the tests of the task that its text was made from. */
type TruthGrader = (taskId: string, candidate: string) => Promise<Outcome>;

interface TimeLimits {
  readonly limits?: ExecutionLimits;
  readonly factorOf?: ReturnType<typeof timeLimitFactorsOf>;
}

/**
 * Grades classes `Solution` by the tests of functions that are known to be right. Each program runs once. Throws `UsageError` for a task
 * that truth does not know.
 */
export function truthGrader(
  lines: readonly Pick<BuiltLine, 'task_id' | 'prelude'>[],
  truths: readonly Problem[],
  sandbox: Sandbox,
  { limits = DEFAULT_LIMITS, factorOf }: TimeLimits = {},
): TruthGrader {
  const executor = createExecutor(sandbox, limits, memoryExecutions(), factorOf);
  return async (taskId, candidate) => {
    const line = lines.find((one) => one.task_id === taskId);
    const truth = truths.find(({ task }) => task.id === taskId);
    if (line === undefined || truth === undefined)
      throw new UsageError(
        `${taskId}: expected a task of both datasets, found none in ${line ? '--from' : '--dataset'}`,
      );
    const { task, hiddenTests } = truth;
    const asBuilt = { ...task, entryPoint: ENTRY_POINT, prelude: `${line.prelude}\n${task.prelude}` };
    try {
      return (await executor.execute(asBuilt, candidate, suiteOnClass(hiddenTests, task.entryPoint))).execution.outcome;
    } catch (error) {
      if (error instanceof SandboxLostError) return { status: 'ungraded', reason: 'sandbox-lost' };
      throw error;
    }
  };
}

/** A run as truth grades it: the same trials, every step graded anew. `note` is told of each step. */
export async function gradedByTruth(
  run: WholeRun,
  grade: TruthGrader,
  slots: number,
  note: () => void,
): Promise<WholeRun> {
  const limit = createLimiter(slots);
  const gradeStep = (trajectory: Trajectory, step: Trajectory['steps'][number]): Promise<Grade> =>
    limit(async () => {
      const { condition, taskId, sample, kRun } = trajectory;
      const outcome = await grade(taskId, step.candidate ?? '');
      note();
      const trial = { condition, taskId, sample, ...(kRun === undefined ? {} : { kRun }) };
      return { ...trial, step: step.index, outcome, failures: [] };
    });
  const grades = await Promise.all(
    run.trajectories.flatMap((trajectory) => trajectory.steps.map((step) => gradeStep(trajectory, step))),
  );
  return { ...run, grades };
}
