import type { Analysis } from '../../metrics/analysis.ts';
import type { ColumnOutcome } from '../../metrics/columns.ts';
import { recordedTrials, taskFacts } from '../../metrics/trials/trials.ts';
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
  /** How many further trials are left out. */
  readonly leftOut: number;
}

/** The tasks of a run in the manifest's order. Each column is gone through once, however many tasks there are. */
function taskSummaries({ columns, run }: Pick<Analysis, 'columns' | 'run'>): TaskSummary[] {
  const { taskIds } = run.manifest.identity;
  const cells = new Map<string, TaskCell[]>();
  for (const { condition, k, trials: results } of columns) {
    for (const [taskId, own] of Map.groupBy(results, (result) => result.taskId)) {
      const ofTask = cells.get(taskId) ?? [];
      cells.set(taskId, ofTask);
      ofTask.push({ condition, k, outcomes: own.map(({ outcome }) => outcome) });
    }
  }
  const facts = taskFacts(run);
  return taskIds.map((taskId) => ({
    taskId,
    cells: cells.get(taskId) ?? [],
    attempts: facts.get(taskId)?.attempts ?? 0,
  }));
}

/** The same with their records, one task at a time; of each task whole samples, as many as hold `most` trials. */
export function* taskRecords(
  analysis: Pick<Analysis, 'columns' | 'run'>,
  most = Number.POSITIVE_INFINITY,
): Generator<TaskRecord> {
  const { run } = analysis;
  const facts = taskFacts(run);
  for (const task of taskSummaries(analysis)) {
    const trials = firstTrials(run, task.taskId, most);
    yield { ...task, trials, leftOut: (facts.get(task.taskId)?.trials ?? 0) - trials.length };
  }
}

function firstTrials(run: Run, taskId: string, most: number): RecordedTrial[] {
  const trials: RecordedTrial[] = [];
  for (const trial of recordedTrials(run, taskId)) {
    const isSampleBegun = trials.at(-1)?.trajectory.sample === trial.trajectory.sample;
    if (trials.length >= most && !isSampleBegun) break;
    trials.push(trial);
  }
  return trials;
}

/** The cells of the largest k: what each condition came to. */
export function lastCells({ cells }: TaskSummary): TaskCell[] {
  return cells.filter(({ condition }, position) => cells[position + 1]?.condition.name !== condition.name);
}
