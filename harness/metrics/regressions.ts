import type { ConditionIdentity, Run } from '../types.ts';
import { BASELINE, type Column } from './columns.ts';
import { discordance } from './discordance.ts';

/** One condition at two k, trial by trial. */
export interface RegressionPair {
  readonly condition: ConditionIdentity;
  readonly kFrom: number;
  readonly kTo: number;
  /** Trials graded at both. */
  readonly compared: number;
  /** Solved at the smaller k, unsolved at the larger. */
  readonly regressed: number;
  readonly gained: number;
  /** Trials left out because one side is ungraded. */
  readonly leftOut: number;
  /** Tasks with a regression, in the manifest's order. */
  readonly regressedTasks: readonly string[];
}

/** Whether a condition ever lost a solved task between two of its k. */
export interface Monotonicity {
  readonly condition: ConditionIdentity;
  readonly isMonotone: boolean;
  /** Holds whatever the model does (oracle stopping), so it is no finding. */
  readonly isByConstruction: boolean;
  /** Tasks with a regression between any two k, in the manifest's order. */
  readonly violatingTasks: readonly string[];
  /** Comparisons left out because one side is ungraded. */
  readonly leftOut: number;
}

/**
 * A loop that stops when the grading tests accept cannot lose a solved task: regressions are zero by construction. Not so
 * under `--stop never`, nor when each k is a run of its own.
 */
export function isMonotoneByConstruction(run: Run, condition: ConditionIdentity): boolean {
  const { stop, protocol } = run.manifest.identity;
  return condition.oracle && stop === 'verdict' && protocol === 'nested';
}

/** Every condition (but the baseline, which has step 0 only) at every pair of its k, smaller first. */
export function regressions(run: Run, columns: readonly Column[]): RegressionPair[] {
  return run.manifest.identity.conditions
    .filter(({ name }) => name !== BASELINE)
    .flatMap((condition) => {
      const own = columns.filter((column) => column.condition.name === condition.name);
      return own.flatMap((from, position) => own.slice(position + 1).map((to) => comparePair(from, to)));
    });
}

/** The monotonicity check over all pairs of k, by condition. */
export function monotonicity(run: Run, pairs: readonly RegressionPair[]): Monotonicity[] {
  return run.manifest.identity.conditions
    .filter(({ name }) => name !== BASELINE)
    .map((condition) => {
      const own = pairs.filter((pair) => pair.condition.name === condition.name);
      const violating = new Set(own.flatMap(({ regressedTasks }) => regressedTasks));
      return {
        condition,
        isMonotone: violating.size === 0,
        isByConstruction: isMonotoneByConstruction(run, condition),
        violatingTasks: run.manifest.identity.taskIds.filter((taskId) => violating.has(taskId)),
        leftOut: own.reduce((sum, pair) => sum + pair.leftOut, 0),
      };
    });
}

function comparePair(from: Column, to: Column): RegressionPair {
  const { compared, gained, lost, leftOut, lostTasks } = discordance(from, to);
  return {
    condition: from.condition,
    kFrom: from.k,
    kTo: to.k,
    compared,
    regressed: lost,
    gained,
    leftOut,
    regressedTasks: lostTasks,
  };
}
