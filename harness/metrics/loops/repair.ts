import { clusteredProportion, type Proportion } from '../../statistics/clustered-proportion.ts';
import type { ConditionIdentity, Run } from '../../types/record.ts';
import { columnKs } from '../columns.ts';
import { isGradedTransition, type Loop, readTransitions } from './loop-trials.ts';

/** How often a round repairs a wrong candidate and how often it breaks a right one. */
export interface RepairRates {
  readonly condition: ConditionIdentity;
  /** Every later candidate is an independent draw: its rates are what redrawing gives, the measure for the others. */
  readonly isResampling: boolean;
  /** Index of the step replaced; `undefined` for all steps together. */
  readonly from: number | undefined;
  /** Replaced by a right candidate, among the wrong ones that were replaced. */
  readonly repair: Proportion;
  /** Replaced by a wrong candidate, among the right ones that were replaced. Nothing where a loop stops at right ones. */
  readonly breakage: Proportion;
}

/**
 * Repair and breakage by condition and step, then over all steps. A later step sees only what earlier rounds could not
 * repair, so that a falling rate may be the harder tasks alone.
 */
export function repairRates(run: Run, loops: readonly Loop[]): RepairRates[] {
  const largest = Math.max(...columnKs(run));
  const steps = [...Array.from({ length: largest }, (_, from) => from), undefined];
  const seed = `${run.manifest.identity.seed} repair`;
  return loops.flatMap((loop) => {
    const transitions = [...readTransitions(loop)].filter(isGradedTransition);
    return steps.map((from) => {
      const own = transitions.filter(({ before }) => from === undefined || before.step.index === from);
      const becoming = (before: 'solved' | 'unsolved') =>
        clusteredProportion(
          own
            .filter((transition) => transition.before.status === before)
            .map(({ taskId, after }) => ({ taskId, isCounted: after.status !== before })),
          seed,
        );
      return {
        condition: loop.condition,
        isResampling: loop.isResampling,
        from,
        repair: becoming('unsolved'),
        breakage: becoming('solved'),
      };
    });
  });
}
