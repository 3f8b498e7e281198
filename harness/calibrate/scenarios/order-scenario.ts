import type { GradedStep, LoopTrial } from '../../metrics/loops/loop-trials.ts';
import { orderChance } from '../../metrics/loops/order-chance.ts';
import { drawKind, happens, type Weighted } from '../draws.ts';
import { power, type Scenario, size } from '../scenario.ts';

/** Tasks whose candidates are right with these chances, step by step. */
interface StepKind extends Weighted {
  readonly solve: readonly number[];
}

/** The k whose columns are compared, as the published study has them. */
const KS = [1, 3, 5];
const STEPS = 6;

/**
 * Loops that run on whatever the verdict: the permutation test of "more tasks lost a right answer than chance order would". Size where
 * the candidates are independent draws, power where later ones are worse. A row is a task: 1 for each right candidate.
 */
export function orderScenario(name: string, tasks: number, words: string, kinds: readonly StepKind[]): Scenario {
  const isChance = kinds.every(({ solve }) => solve.every((p) => p === solve[0]));
  return {
    name,
    kind: 'order',
    description: `${tasks} tasks, ${STEPS} candidates each, compared at k = ${KS.join(', ')}; ${words}`,
    tasks,
    samples: 1,
    questions: [isChance ? size('order-chance') : power('order-chance')],
    draw: (random) =>
      Array.from({ length: tasks }, () => {
        const { solve } = drawKind(random, kinds);
        return Array.from({ length: STEPS }, (_, step) => Number(happens(random, solve[step] ?? 0)));
      }),
    inspect(study) {
      const trials = study.map(toTrial);
      const violating = study.filter((steps) => isViolating(KS.map((k) => steps[k] ?? 0))).length;
      return { 'order-chance': { isCalled: orderChance(trials, KS, 'never', violating).asManyOrMore <= 0.05 } };
    },
  };
}

function toTrial(steps: readonly number[], task: number): LoopTrial {
  return {
    taskId: String(task),
    sample: 0,
    rounds: STEPS - 1,
    isBroken: false,
    steps: steps.map(
      (solved, index): GradedStep => ({
        step: { index, proposedBy: 'generate' },
        status: solved === 1 ? 'solved' : 'unsolved',
        grade: undefined,
      }),
    ),
  };
}

function isViolating(shown: readonly number[]): boolean {
  return shown.some((solved, position) => solved < (shown[position - 1] ?? 0));
}
