import type { ConditionIdentity, Run } from '../../types/record.ts';
import { columnKs } from '../columns.ts';
import { inTaskOrder, isGradedTransition, type Loop, type LoopTrial, readTransitions } from './loop-trials.ts';

/** What one round did to the candidates it replaced. */
export interface StepFlips {
  readonly condition: ConditionIdentity;
  /** Index of the step replaced; the next one replaced it. */
  readonly from: number;
  /** Replacements graded on both sides: the sum of the four counts that follow. */
  readonly replaced: number;
  readonly rightToWrong: number;
  readonly wrongToRight: number;
  readonly stayedRight: number;
  readonly stayedWrong: number;
  /** Replacements left out because one side is ungraded. */
  readonly leftOut: number;
  /** Tasks with a right candidate replaced by a wrong one, in the manifest's order. */
  readonly rightToWrongTasks: readonly string[];
}

/** Trials that went back and forth: right, wrong, right again, or the other way round. */
export interface Oscillations {
  readonly condition: ConditionIdentity;
  /** Trials with at least three graded steps: fewer cannot go back and forth. */
  readonly couldOscillate: number;
  readonly oscillating: number;
  /** Changes between right and wrong, over all trials. */
  readonly changes: number;
  readonly tasks: readonly string[];
}

/** Flips by condition and step. Only candidates that were replaced count: one that a loop stopped at is in no row. */
export function flips(run: Run, loops: readonly Loop[]): StepFlips[] {
  const largest = Math.max(...columnKs(run));
  return loops.flatMap((loop) => {
    const transitions = [...readTransitions(loop)];
    return Array.from({ length: largest }, (_, from) => {
      const own = transitions.filter(({ before }) => before.step.index === from);
      const graded = own.filter(isGradedTransition);
      const between = (before: string, after: string) =>
        graded.filter((transition) => transition.before.status === before && transition.after.status === after);
      const rightToWrong = between('solved', 'unsolved');
      return {
        condition: loop.condition,
        from,
        replaced: graded.length,
        rightToWrong: rightToWrong.length,
        wrongToRight: between('unsolved', 'solved').length,
        stayedRight: between('solved', 'solved').length,
        stayedWrong: between('unsolved', 'unsolved').length,
        leftOut: own.length - graded.length,
        rightToWrongTasks: inTaskOrder(
          run,
          rightToWrong.map(({ taskId }) => taskId),
        ),
      };
    });
  });
}

/** Oscillations by condition, over the graded steps of each trial; ungraded ones are skipped. */
export function oscillations(run: Run, loops: readonly Loop[]): Oscillations[] {
  return loops.map(({ condition, trials }) => {
    let [couldOscillate, oscillating, changes] = [0, 0, 0];
    const tasks = new Set<string>();
    for (const trial of trials) {
      const own = countChanges(trial);
      changes += own;
      if (gradedStatuses(trial).length >= 3) couldOscillate++;
      if (own < 2) continue;
      oscillating++;
      tasks.add(trial.taskId);
    }
    return { condition, couldOscillate, oscillating, changes, tasks: inTaskOrder(run, tasks) };
  });
}

function gradedStatuses({ steps }: LoopTrial): string[] {
  return steps.flatMap(({ status }) => (status === 'ungraded' ? [] : [status]));
}

function countChanges(trial: LoopTrial): number {
  const statuses = gradedStatuses(trial);
  return statuses.filter((status, position) => position > 0 && status !== statuses[position - 1]).length;
}
