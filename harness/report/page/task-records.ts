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

/** The tasks of a run in the manifest's order. Each trial and column is read once, however many tasks there are. */
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
  const groups = trialsByTask(analysis.run, most);
  let next = groups.next().value;
  for (const task of taskSummaries(analysis)) {
    const { trials = [], leftOut = 0 } = next?.taskId === task.taskId ? next : {};
    if (next?.taskId === task.taskId) next = groups.next().value;
    yield { ...task, trials, leftOut };
  }
}

type TaskTrials = Pick<TaskRecord, 'taskId' | 'leftOut'> & { readonly trials: RecordedTrial[] };

/** In the manifest's order of tasks, those that have trials. */
function* trialsByTask(run: Run, most: number): Generator<TaskTrials, undefined> {
  let open: TaskTrials | undefined;
  for (const trial of taskByTask(run)) {
    const { taskId, sample } = trial.trajectory;
    if (open !== undefined && open.taskId !== taskId) {
      yield open;
      open = undefined;
    }
    open ??= { taskId, trials: [], leftOut: 0 };
    const isWhole = open.trials.length < most || open.trials.at(-1)?.trajectory.sample === sample;
    if (isWhole && open.leftOut === 0) open.trials.push(trial);
    else open = { ...open, leftOut: open.leftOut + 1 };
  }
  if (open !== undefined) yield open;
}

/** Plan order, which a stored run has, is task by task. */
function taskByTask(run: Run): Iterable<RecordedTrial> {
  if ('trials' in run) return run.trials;
  const trials = Map.groupBy(recordedTrials(run), ({ trajectory }) => trajectory.taskId);
  return run.manifest.identity.taskIds.flatMap((taskId) => trials.get(taskId) ?? []);
}

/** The cells of the largest k: what each condition came to. */
export function lastCells({ cells }: TaskSummary): TaskCell[] {
  return cells.filter(({ condition }, position) => cells[position + 1]?.condition.name !== condition.name);
}
