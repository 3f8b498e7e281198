import type { Analysis } from '../../metrics/analysis.ts';
import type { ColumnOutcome } from '../../metrics/columns.ts';
import { recordedTrials, trialsOf } from '../../metrics/trials.ts';
import type { ConditionIdentity, RecordedTrial, Run } from '../../types/record.ts';

/** What the samples of one task show in one column. */
interface TaskCell {
  readonly condition: ConditionIdentity;
  readonly k: number;
  readonly outcomes: readonly ColumnOutcome[];
}

/** What came of one task. */
export interface TaskSummary {
  readonly taskId: string;
  readonly cells: readonly TaskCell[];
  readonly attempts: number;
}

/** The same with everything a run holds about it. */
export interface TaskRecord extends TaskSummary {
  /** Its trials in plan order. */
  readonly trials: readonly RecordedTrial[];
}

/** The tasks of a run in the manifest's order. Each trial and column is read once, however many tasks there are. */
export function taskSummaries({ columns, run }: Pick<Analysis, 'columns' | 'run'>): TaskSummary[] {
  const { taskIds, conditions } = run.manifest.identity;
  const cells = new Map<string, TaskCell[]>();
  for (const { condition, k, trials: results } of columns) {
    for (const [taskId, own] of Map.groupBy(results, (result) => result.taskId)) {
      const ofTask = cells.get(taskId) ?? [];
      cells.set(taskId, ofTask);
      ofTask.push({ condition, k, outcomes: own.map(({ outcome }) => outcome) });
    }
  }
  const attempts = new Map<string, number>();
  for (const { name } of conditions) {
    for (const { trajectory } of trialsOf(run, name)) {
      attempts.set(trajectory.taskId, (attempts.get(trajectory.taskId) ?? 0) + trajectory.steps.length);
    }
  }
  return taskIds.map((taskId) => ({
    taskId,
    cells: cells.get(taskId) ?? [],
    attempts: attempts.get(taskId) ?? 0,
  }));
}

/** The same with their records, one task at a time. */
export function* taskRecords(analysis: Pick<Analysis, 'columns' | 'run'>): Generator<TaskRecord> {
  const groups = trialsByTask(analysis.run);
  let next = groups.next().value;
  for (const task of taskSummaries(analysis)) {
    const isHere = next?.taskId === task.taskId;
    yield { ...task, trials: (isHere && next?.trials) || [] };
    if (isHere) next = groups.next().value;
  }
}

interface TaskTrials {
  readonly taskId: string;
  readonly trials: readonly RecordedTrial[];
}

/** In the manifest's order of tasks, those that have trials. */
function* trialsByTask(run: Run): Generator<TaskTrials, undefined> {
  if (!('trials' in run)) {
    const trials = Map.groupBy(recordedTrials(run), ({ trajectory }) => trajectory.taskId);
    const { taskIds } = run.manifest.identity;
    yield* taskIds.flatMap((taskId) => ({ taskId, trials: trials.get(taskId) ?? [] }));
    return;
  }
  // Plan order is task by task.
  let trials: RecordedTrial[] = [];
  for (const trial of run.trials) {
    const before = trials.at(-1)?.trajectory.taskId;
    if (before !== undefined && before !== trial.trajectory.taskId) {
      yield { taskId: before, trials };
      trials = [];
    }
    trials.push(trial);
  }
  const taskId = trials[0]?.trajectory.taskId;
  if (taskId !== undefined) yield { taskId, trials };
}

/** The cells of the largest k: what each condition came to. */
export function lastCells({ cells }: TaskSummary): TaskCell[] {
  return cells.filter(({ condition }, position) => cells[position + 1]?.condition.name !== condition.name);
}
