import type { Analysis } from '../../../metrics/analysis.ts';
import type { Column } from '../../../metrics/columns.ts';
import type { ConditionIdentity } from '../../../types/record.ts';
import { count } from '../../tables/format.ts';

/** What the samples of one task show in one column. */
export interface HeatMapCell {
  readonly taskId: string;
  readonly condition: ConditionIdentity;
  readonly k: number;
  readonly solved: number;
  readonly graded: number;
  readonly ungraded: number;
}

/** A task, or all tasks that show the same in every column. */
export interface HeatMapRow {
  readonly name: string;
  readonly taskIds: readonly string[];
  readonly tasks: number;
  readonly cells: readonly HeatMapCell[];
}

/** Rows that are drawn at most: 250 are three screens. */
const MOST_ROWS = 250;

/**
 * The rows of the heat map, hardest task first, then one row for each outcome that tasks show in every column. `cells` are
 * all of them in the manifest's order of tasks; `hidden` rows are more than one can look at; `same` tasks are not drawn alone.
 */
export function heatMapRows({ columns, run }: Analysis): {
  rows: readonly HeatMapRow[];
  cells: readonly HeatMapCell[];
  hidden: number;
  same: number;
} {
  const { taskIds } = run.manifest.identity;
  const byColumn = columns.map(countByTask);
  const tasks = taskIds.map((taskId) => ({
    name: taskId,
    taskIds: [taskId],
    tasks: 1,
    cells: byColumn.flatMap((counts) => counts.get(taskId) ?? []),
  }));
  const differing = tasks.filter(({ cells }) => uniform(cells) === undefined);
  const drawn = differing.toSorted((a, b) => solvedShare(a) - solvedShare(b)).slice(0, MOST_ROWS);
  const alike = (['none solved', 'none graded', 'all solved'] as const).flatMap((outcome) =>
    merge(
      outcome,
      tasks.filter(({ cells }) => uniform(cells) === outcome),
    ),
  );
  return {
    rows: [...drawn, ...alike],
    cells: tasks.flatMap(({ cells }) => cells),
    hidden: differing.length - drawn.length,
    same: alike.reduce((sum, row) => sum + row.tasks, 0),
  };
}

function countByTask({ condition, k, trials }: Column): Map<string, HeatMapCell> {
  const counts = new Map<string, HeatMapCell>();
  for (const { taskId, outcome } of trials) {
    const { solved, graded, ungraded } = counts.get(taskId) ?? { solved: 0, graded: 0, ungraded: 0 };
    const isGraded = outcome.status !== 'ungraded';
    counts.set(taskId, {
      taskId,
      condition,
      k,
      solved: solved + (outcome.status === 'solved' ? 1 : 0),
      graded: graded + (isGraded ? 1 : 0),
      ungraded: ungraded + (isGraded ? 0 : 1),
    });
  }
  return counts;
}

/** What every sample in every column shows; `undefined` where they differ. */
function uniform(cells: readonly HeatMapCell[]): 'all solved' | 'none solved' | 'none graded' | undefined {
  if (cells.every(({ graded }) => graded === 0)) return 'none graded';
  if (cells.some(({ ungraded }) => ungraded > 0)) return undefined;
  if (cells.every(({ solved, graded }) => solved === graded)) return 'all solved';
  return cells.every(({ solved }) => solved === 0) ? 'none solved' : undefined;
}

function merge(outcome: string, rows: readonly HeatMapRow[]): HeatMapRow[] {
  const [first] = rows;
  if (first === undefined) return [];
  if (rows.length === 1) return [first];
  const taskIds = rows.flatMap((row) => row.taskIds);
  return [{ ...first, name: `${count(taskIds.length)} tasks, ${outcome}`, taskIds, tasks: taskIds.length }];
}

function solvedShare({ cells }: HeatMapRow): number {
  return cells.reduce((sum, { solved, graded }) => sum + (graded === 0 ? 0 : solved / graded), 0);
}
