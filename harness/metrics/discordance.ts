import type { Column, TrialResult } from './columns.ts';

/** What changed within one task, over its samples. */
export interface TaskDiscordance {
  readonly taskId: string;
  /** Trials graded in both columns. */
  readonly compared: number;
  /** Unsolved in the first, solved in the second. */
  readonly gained: number;
  /** Solved in the first, unsolved in the second. */
  readonly lost: number;
  /** What the ungraded trials of this task could add to gained - lost, at the least (0 or below) and at the most (0 or above). */
  readonly leastAdded: number;
  readonly mostAdded: number;
}

/** Two columns over the same planned trials, compared one by one. */
export interface Discordance {
  /** Trials graded in both. */
  readonly compared: number;
  readonly gained: number;
  readonly lost: number;
  /** Trials left out because one side is ungraded. */
  readonly leftOut: number;
  /** Tasks with a lost trial, in plan order. */
  readonly lostTasks: readonly string[];
  /** The same by task, in plan order; a task without a compared trial is among them. */
  readonly tasks: readonly TaskDiscordance[];
}

/** Pairs trials by task and sample (columns hold them in the same order) and counts what changed from the first to the second. */
export function discordance(first: Column, second: Column): Discordance {
  const byTask = new Map<string, TaskDiscordance>();
  for (const [position, before] of first.trials.entries()) {
    const after = second.trials[position];
    const { taskId } = before;
    const task = byTask.get(taskId) ?? { taskId, compared: 0, gained: 0, lost: 0, leastAdded: 0, mostAdded: 0 };
    byTask.set(taskId, after === undefined ? task : add(task, before, after));
  }
  const tasks = [...byTask.values()];
  const total = (count: (task: TaskDiscordance) => number) => tasks.reduce((sum, task) => sum + count(task), 0);
  const compared = total((task) => task.compared);
  return {
    compared,
    gained: total((task) => task.gained),
    lost: total((task) => task.lost),
    leftOut: first.trials.length - compared,
    lostTasks: tasks.filter(({ lost }) => lost > 0).map(({ taskId }) => taskId),
    tasks,
  };
}

function add(task: TaskDiscordance, before: TrialResult, after: TrialResult): TaskDiscordance {
  const [was, is] = [before.outcome.status, after.outcome.status];
  if (was === 'ungraded' || is === 'ungraded') {
    // A known side leaves one direction open: what was solved cannot be gained.
    const canLose = was !== 'unsolved' && is !== 'solved';
    const canGain = was !== 'solved' && is !== 'unsolved';
    return {
      ...task,
      leastAdded: task.leastAdded - (canLose ? 1 : 0),
      mostAdded: task.mostAdded + (canGain ? 1 : 0),
    };
  }
  return {
    ...task,
    compared: task.compared + 1,
    gained: task.gained + (was === 'unsolved' && is === 'solved' ? 1 : 0),
    lost: task.lost + (was === 'solved' && is === 'unsolved' ? 1 : 0),
  };
}
