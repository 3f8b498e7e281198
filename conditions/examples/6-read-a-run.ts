import { print, readColumns, readRun } from '../../harness/results.ts';
import { size } from './2-new-loop.ts';

/** What each condition solved at each k, and what its artifacts say: `npx tsx conditions/examples/6-read-a-run.ts RUN_FOLDER`. */
const run = await readRun(process.argv[2] ?? '.');

for (const { condition, k, trials } of readColumns(run)) {
  const solved = trials.filter(({ outcome }) => outcome.status === 'solved').length;
  const graded = trials.filter(({ outcome }) => outcome.status !== 'ungraded').length;
  print(`${condition.name}, k = ${k}: ${solved} of ${graded} solved, ${trials.length - graded} ungraded`);
}

for (const { condition, taskId, steps } of run.trajectories) {
  const sizes = steps.flatMap((step) => size.in(step)?.characters ?? []);
  if (sizes.length > 0) print(`${condition} on ${taskId}: programs of ${sizes.join(', ')} characters`);
}
