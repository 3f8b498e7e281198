import type { Run } from '../../types/record.ts';
import type { AccuracyCell } from '../accuracy.ts';
import type { Column } from '../columns.ts';
import { type ExtractionShare, extractionShares } from '../extraction-share.ts';
import { type BudgetMatch, budgetMatches } from './budget-matched.ts';
import { type Convergence, convergence } from './convergence.ts';
import { flips, type Oscillations, oscillations, type StepFlips } from './flips.ts';
import { type FrontierPoint, frontier } from './frontier.ts';
import { assertionCounts } from './gap.ts';
import { loopPoints } from './loop-points.ts';
import type { Loop } from './loop-trials.ts';
import { type RepairRates, repairRates } from './repair.ts';
import { type TestTransitions, testTransitions } from './test-transitions.ts';

/** What the rounds of the loops did and what they cost, beyond what accuracy at k shows. */
export interface LoopMetrics {
  readonly flips: readonly StepFlips[];
  readonly oscillations: readonly Oscillations[];
  readonly repairs: readonly RepairRates[];
  readonly convergence: readonly Convergence[];
  readonly budgetMatches: readonly BudgetMatch[];
  readonly frontier: readonly FrontierPoint[];
  readonly extractionShares: readonly ExtractionShare[];
  /** Of patches only: empty elsewhere. */
  readonly testTransitions: readonly TestTransitions[];
}

/** Every loop metric, in the manifest's order of conditions. */
export function loopMetrics(
  run: Run,
  loops: readonly Loop[],
  {
    columns,
    accuracy,
  }: {
    readonly columns: readonly Column[];
    readonly accuracy: readonly AccuracyCell[];
  },
): LoopMetrics {
  const points = loopPoints(run, columns);
  const counts = assertionCounts(run);
  // An arm at a time is in memory.
  const arms = loops.map((loop) => {
    const own = [{ ...loop, trials: [...loop.trials] }];
    return {
      flips: flips(run, own),
      oscillations: oscillations(run, own),
      repairs: repairRates(run, own),
      convergence: convergence(run, own, counts),
      testTransitions: testTransitions(run, own),
    };
  });
  return {
    flips: arms.flatMap((arm) => arm.flips),
    oscillations: arms.flatMap((arm) => arm.oscillations),
    repairs: arms.flatMap((arm) => arm.repairs),
    convergence: arms.flatMap((arm) => arm.convergence),
    budgetMatches: budgetMatches(run, loops, points),
    frontier: frontier(accuracy, points),
    extractionShares: extractionShares(run, columns),
    testTransitions: arms.flatMap((arm) => arm.testTransitions),
  };
}
