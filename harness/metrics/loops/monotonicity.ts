import type { ConditionIdentity, Run } from '../../types/record.ts';
import { columnKs } from '../columns.ts';
import { armOf } from '../trials/trials.ts';
import { inTaskOrder, type Loop } from './loop-trials.ts';
import { type OrderChance, orderChance } from './order-chance.ts';
import type { RegressionPair } from './regressions.ts';

/** Whether a condition ever lost a solved task between two of its k. */
export interface Monotonicity {
  readonly condition: ConditionIdentity;
  /** No pair of k has a regression; says nothing without rounds. */
  readonly isMonotone: boolean;
  /** Some trial has a second step: without one every k shows the first answer. */
  readonly hasRounds: boolean;
  /** Holds whatever the model does (oracle stopping), so it is no finding. */
  readonly isByConstruction: boolean;
  /** Tasks with a regression between any two k, in the manifest's order. */
  readonly violatingTasks: readonly string[];
  /** Comparisons left out because one side is ungraded. */
  readonly leftOut: number;
  /**
   * How many violating tasks chance alone would show; `undefined` under the independent protocol, where the k are not steps
   * of one trajectory, and for an arm that is not recorded.
   */
  readonly underResampling: OrderChance | undefined;
}

/**
 * A loop that stops when the grading tests accept cannot lose a solved task: regressions are zero by construction. Not so
 * under `--stop never`, nor when each k is a run of its own, nor when the loop is lied to.
 */
export function isMonotoneByConstruction(run: Run, condition: ConditionIdentity): boolean {
  const { stop, protocol } = run.manifest.identity;
  const isToldTheTruth = (condition.inject?.lie ?? 0) === 0;
  return condition.oracle && stop === 'verdict' && protocol === 'nested' && isToldTheTruth;
}

/** The monotonicity check over all pairs of k, by condition. */
export function monotonicity(run: Run, pairs: readonly RegressionPair[], loops: readonly Loop[]): Monotonicity[] {
  return run.manifest.identity.conditions
    .filter(({ answersOnce }) => answersOnce !== true)
    .map((condition) => {
      const own = pairs.filter((pair) => pair.condition.name === condition.name);
      const violatingTasks = inTaskOrder(
        run,
        own.flatMap(({ regressedTasks }) => regressedTasks),
      );
      const loop = loops.find(({ condition: { name } }) => name === condition.name);
      const isComparable = loop !== undefined && run.manifest.identity.protocol === 'nested';
      return {
        condition,
        isMonotone: violatingTasks.length === 0,
        hasRounds: armOf(run, condition.name).hasRounds,
        isByConstruction: isMonotoneByConstruction(run, condition),
        violatingTasks,
        leftOut: own.reduce((sum, pair) => sum + pair.leftOut, 0),
        underResampling: isComparable
          ? orderChance(loop.trials, columnKs(run), run.manifest.identity.stop, violatingTasks.length)
          : undefined,
      };
    });
}
