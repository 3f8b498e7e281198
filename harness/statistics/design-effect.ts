/**
 * How many tasks with one sample each are worth as much as `tasks` with `samples` each, when what two samples of one task show has
 * `correlation` (Kish 1965, Survey sampling: the design effect 1 + (m - 1) rho): from tasks x samples at 0 to `tasks` at 1. A fraction.
 */
export function effectiveTasks(tasks: number, samples: number, correlation: number): number {
  return (tasks * samples) / (1 + (samples - 1) * correlation);
}

/**
 * The fewest samples per task with which `tasks` tasks are worth `needed` independent ones. `undefined` when no number is enough: with
 * correlated samples more of them never replace more tasks, the limit is tasks / correlation.
 */
export function samplesNeeded(needed: number, tasks: number, correlation: number): number | undefined {
  if (needed <= tasks) return 1;
  const gainLeft = tasks - needed * correlation;
  if (gainLeft <= 0) return undefined;
  // From tasks x m >= needed x (1 + (m - 1) rho), solved for m.
  return Math.ceil((needed * (1 - correlation)) / gainLeft - 1e-9);
}
