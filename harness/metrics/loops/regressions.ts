import type { ConditionIdentity, Run } from '../../types/record.ts';
import type { Column } from '../columns.ts';
import { discordance } from '../discordance.ts';

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

/** Every condition that has rounds at every pair of its k, smaller first. */
export function regressions(run: Run, columns: readonly Column[]): RegressionPair[] {
  return run.manifest.identity.conditions
    .filter(({ answersOnce }) => answersOnce !== true)
    .flatMap((condition) => {
      const own = columns.filter((column) => column.condition.name === condition.name);
      return own.flatMap((from, position) => own.slice(position + 1).map((to) => comparePair(from, to)));
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
