import type { Interval } from '../statistics/intervals.ts';
import { passAtK, passHatK } from '../statistics/pass-at-k.ts';
import { proportionEstimate, resampleTasks } from '../statistics/task-bootstrap.ts';
import type { ConditionIdentity, Run } from '../types/record.ts';
import { type Column, firstGenerations, samplesOf } from './columns.ts';
import { firstGenerationGroups } from './first-generation.ts';
import { unrecordedArms } from './trials/trials.ts';

/** pass@m and pass^m of first generations, each averaged over tasks. */
export interface SampledAnswers {
  /** Arms that share these very answers: they are counted once, not once an arm. */
  readonly conditions: readonly ConditionIdentity[];
  /** m: how many answers are drawn. */
  readonly draws: number;
  /** Tasks with at least m graded answers; the others are in no mean. */
  readonly tasks: number;
  readonly tasksLeftOut: number;
  /** Chance that at least one of m answers is right. */
  readonly passAtM: number | undefined;
  readonly passAtMInterval: Interval | undefined;
  /** Chance that all of m answers are right. */
  readonly passHatM: number | undefined;
  readonly passHatMInterval: Interval | undefined;
}

/** The m that are printed: these and the number of samples itself. */
const DRAWS = [1, 2, 3, 5, 10, 20, 50, 100];

/**
 * pass@m and pass^m of step 0 (the one step of every arm that is an independent draw), by group of arms with the same answers, with
 * 95 % intervals from drawing tasks again (Wilson over the tasks where all agree on 0 or 1). Empty with one sample per task, where only
 * pass@1 exists and is the accuracy, and where step 0 is a program of the pool.
 */
export function sampledAnswers(run: Run): SampledAnswers[] {
  const { conditions, seed, taskIds, start } = run.manifest.identity;
  if (start !== undefined) return [];
  const unrecorded = unrecordedArms(run);
  return firstGenerationGroups(run).flatMap((names) => {
    const samples = Math.max(...names.map((name) => samplesOf(run, name)));
    const arms = conditions.filter(({ name }) => names.includes(name) && samplesOf(run, name) === samples);
    const [first] = arms;
    if (samples === 1 || first === undefined) return [];
    const nothing = taskIds.map(() => ({ graded: 0, solved: 0 }));
    const tasks = unrecorded.has(first.name) ? nothing : countByTask(firstGenerations(run, first));
    const draws = [...new Set([...DRAWS.filter((count) => count < samples), samples])];
    return draws.map((count) => ({ conditions: arms, draws: count, ...meanPass(tasks, count, `${seed} pass`) }));
  });
}

interface TaskCount {
  readonly graded: number;
  readonly solved: number;
}

function countByTask(column: Column): TaskCount[] {
  return [...Map.groupBy(column.trials, ({ taskId }) => taskId).values()].map((trials) => ({
    graded: trials.filter(({ outcome }) => outcome.status !== 'ungraded').length,
    solved: trials.filter(({ outcome }) => outcome.status === 'solved').length,
  }));
}

function meanPass(tasks: readonly TaskCount[], draws: number, seed: string) {
  const shares = tasks.flatMap(({ graded, solved }) => {
    const [some, all] = [passAtK(graded, solved, draws), passHatK(graded, solved, draws)];
    return some === undefined || all === undefined ? [] : [[some, all]];
  });
  const [some, all] = resampleTasks(shares, (sums, count) => sums.map((sum) => sum / count), seed);
  return {
    tasks: shares.length,
    tasksLeftOut: tasks.length - shares.length,
    passAtM: some?.value,
    passAtMInterval: some && proportionEstimate(some, shares.length).interval,
    passHatM: all?.value,
    passHatMInterval: all && proportionEstimate(all, shares.length).interval,
  };
}
