import type { Analysis } from '../../metrics/analysis.ts';
import { type ColumnOutcome, indexTrials, type RecordedTrial } from '../../metrics/columns.ts';
import type { ConditionIdentity } from '../../types/record.ts';

/** What the samples of one task show in one column. */
interface TaskCell {
  readonly condition: ConditionIdentity;
  readonly k: number;
  readonly outcomes: readonly ColumnOutcome[];
}

/** Everything a run holds about one task. */
export interface TaskRecord {
  readonly taskId: string;
  readonly cells: readonly TaskCell[];
  /** Its trials in plan order. */
  readonly trials: readonly RecordedTrial[];
}

/** The tasks of a run in the manifest's order. Each trial and column is read once, however many tasks there are. */
export function taskRecords({ columns, run }: Pick<Analysis, 'columns' | 'run'>): TaskRecord[] {
  const trials = Map.groupBy(indexTrials(run).values(), ({ trajectory }) => trajectory.taskId);
  const cells = new Map<string, TaskCell[]>();
  for (const { condition, k, trials: results } of columns) {
    for (const [taskId, own] of Map.groupBy(results, (result) => result.taskId)) {
      const ofTask = cells.get(taskId) ?? [];
      ofTask.push({ condition, k, outcomes: own.map(({ outcome }) => outcome) });
      cells.set(taskId, ofTask);
    }
  }
  return run.manifest.identity.taskIds.map((taskId) => ({
    taskId,
    cells: cells.get(taskId) ?? [],
    trials: trials.get(taskId) ?? [],
  }));
}

/** The cells of the largest k: what each condition came to. */
export function lastCells({ cells }: TaskRecord): TaskCell[] {
  return cells.filter(({ condition }, position) => cells[position + 1]?.condition.name !== condition.name);
}
