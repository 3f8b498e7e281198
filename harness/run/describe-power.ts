import { BASELINE } from '../metrics/columns.ts';
import { comparatorOf } from '../metrics/paired.ts';
import { effectiveTasks, samplesNeeded } from '../statistics/design-effect.ts';
import { minimumDetectableEffect, tasksNeeded } from '../statistics/power.ts';
import type { ConditionIdentity, Identity } from '../types/record.ts';

/** Shares of tasks that regress for which sizes are given: a loop that cannot lose a task, and one that loses some. */
const LOSS_RATES = [0, 0.1] as const;

/** Differences for which the number of tasks is given. */
const EFFECTS = [0.05, 0.1] as const;

/** How alike two samples of one task are taken to be for the number of samples; nothing is known before a run. */
const CORRELATION = 0.5;

type Sizes = Pick<Identity, 'taskIds' | 'samples' | 'conditions' | 'k'>;

/**
 * What a study of this size can see, said before it is run: the comparisons it declares, the minimum detectable effect of one of them
 * (first alone, then at the strictest step of Holm), and how many tasks or samples smaller differences need. Empty when no condition is
 * compared.
 */
export function describePower({ taskIds, samples, conditions, k }: Sizes): string[] {
  const names = new Set(conditions.map(({ name }) => name));
  const compared = conditions.filter(({ name }) => name !== BASELINE);
  const declared = compared.filter((condition) => names.has(comparatorOf(condition) ?? ''));
  const missing = compared.filter(
    (condition) => comparatorOf(condition) !== undefined && !declared.includes(condition),
  );
  if (compared.length === 0) return [];
  const tasks = taskIds.length;
  return [
    `declared comparisons at k = ${Math.max(...k)}: ${pairs(declared) || 'none'}; every other one is exploratory`,
    ...(missing.length === 0 ? [] : [`not comparable, the comparator is not in this run: ${pairs(missing)}`]),
    `minimum detectable effect of one comparison (${tasks} tasks, exact McNemar, 80 % power, two-sided 0.05): ${effects(tasks, 0.05)}`,
    ...(declared.length < 2
      ? []
      : [
          `  at the strictest step of Holm over ${declared.length} comparisons: ${effects(tasks, 0.05 / declared.length)}`,
        ]),
    ...(samples === 1 ? [] : [`  ${samples} samples per task: ${withSamples(tasks, samples)}`]),
    ...EFFECTS.map((effect) => `to detect a difference of ${100 * effect} points: ${sizes(effect, tasks)}`),
  ];
}

function pairs(conditions: readonly ConditionIdentity[]): string {
  return conditions.map((condition) => `${condition.name} against ${comparatorOf(condition)}`).join(', ');
}

function effects(tasks: number, alpha: number): string {
  const [none, some] = LOSS_RATES.map((lossRate) => minimumDetectableEffect(tasks, { lossRate, alpha }));
  if (none === undefined) return 'none, there are too few tasks';
  return `${points(none)} when no task regresses, ${points(some)} when ${100 * LOSS_RATES[1]} % do`;
}

/** Samples of one task may tell as much as other tasks would, or nothing new: the truth lies between. */
function withSamples(tasks: number, samples: number): string {
  const independent = Math.floor(effectiveTasks(tasks, samples, 0));
  return `as above if those of one task are all alike; ${effects(independent, 0.05)} if they are independent`;
}

function sizes(effect: number, tasks: number): string {
  const needed = LOSS_RATES.map((lossRate) => tasksNeeded(effect, { lossRate }));
  const [none, some] = needed.map((count) => count ?? 'more than 20,000');
  const more = needed.some((count) => count === undefined || count > tasks)
    ? `; of these ${tasks} tasks, at a correlation of ${CORRELATION} within a task, ${instead(needed, tasks)}`
    : '';
  return `${none} tasks when none regresses, ${some} when ${100 * LOSS_RATES[1]} % do${more}`;
}

/** How many samples of the same tasks would do in place of more tasks. */
function instead(needed: readonly (number | undefined)[], tasks: number): string {
  const samples = needed.map((count) => (count === undefined ? undefined : samplesNeeded(count, tasks, CORRELATION)));
  if (samples.every((count) => count === undefined)) return 'no number of samples is enough';
  const [none, some] = samples.map((count) => (count === undefined ? 'no number of samples' : `${count} a task`));
  return `${none} and ${some}`;
}

function points(effect: number | undefined): string {
  return effect === undefined ? 'nothing' : `${(100 * effect).toFixed(1)} points`;
}
