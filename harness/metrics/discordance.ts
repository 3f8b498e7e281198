import type { Column } from './columns.ts';

/** Two columns over the same planned trials, compared one by one. */
export interface Discordance {
  /** Trials graded in both. */
  readonly compared: number;
  /** Unsolved in the first, solved in the second. */
  readonly gained: number;
  /** Solved in the first, unsolved in the second. */
  readonly lost: number;
  /** Trials left out because one side is ungraded. */
  readonly leftOut: number;
  /** Tasks with a lost trial, in plan order. */
  readonly lostTasks: readonly string[];
}

/** Pairs trials by task and sample (columns hold them in the same order) and counts what changed from the first to the second. */
export function discordance(first: Column, second: Column): Discordance {
  let [compared, gained, lost] = [0, 0, 0];
  const lostTasks = new Set<string>();
  for (const [position, before] of first.trials.entries()) {
    const after = second.trials[position];
    if (after === undefined || before.outcome.status === 'ungraded' || after.outcome.status === 'ungraded') continue;
    compared++;
    if (before.outcome.status === after.outcome.status) continue;
    if (after.outcome.status === 'solved') {
      gained++;
    } else {
      lost++;
      lostTasks.add(before.taskId);
    }
  }
  return { compared, gained, lost, leftOut: first.trials.length - compared, lostTasks: [...lostTasks] };
}
