import type { Run } from '../../types/record.ts';
import type { AccuracyCell } from '../accuracy.ts';
import type { Column } from '../columns.ts';
import { type ExtractionShare, extractionShares } from '../extraction-share.ts';
import { type BudgetMatch, budgetMatches } from './budget-matched.ts';
import { type Convergence, convergence } from './convergence.ts';
import { flips, type Oscillations, oscillations, type StepFlips } from './flips.ts';
import { type FrontierPoint, frontier } from './frontier.ts';
import { loopPoints } from './loop-points.ts';
import { type Loop, readLoops } from './loop-trials.ts';
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

/** Of one arm alone. */
export function measureRounds(arm: Run, columns: readonly Column[]) {
  const loops = readLoops(arm).map((loop) => ({ ...loop, trials: [...loop.trials] }));
  return {
    flips: flips(arm, loops),
    oscillations: oscillations(arm, loops),
    repairs: repairRates(arm, loops),
    convergence: convergence(arm, loops),
    points: loopPoints(arm, columns),
    extractionShares: extractionShares(arm, columns),
    testTransitions: testTransitions(arm, loops),
  };
}

interface LoopParts {
  /** In the manifest's order. */
  readonly arms: readonly ReturnType<typeof measureRounds>[];
  readonly accuracy: readonly AccuracyCell[];
}

/** Every loop metric, in the manifest's order of conditions. */
export function loopMetrics(run: Run, loops: readonly Loop[], { arms, accuracy }: LoopParts): LoopMetrics {
  const points = arms.flatMap((arm) => arm.points);
  return {
    flips: arms.flatMap((arm) => arm.flips),
    oscillations: arms.flatMap((arm) => arm.oscillations),
    repairs: arms.flatMap((arm) => arm.repairs),
    convergence: arms.flatMap((arm) => arm.convergence),
    budgetMatches: budgetMatches(run, loops, points),
    frontier: frontier(accuracy, points),
    extractionShares: arms.flatMap((arm) => arm.extractionShares),
    testTransitions: arms.flatMap((arm) => arm.testTransitions),
  };
}
