import { holmAdjusted } from '../../statistics/holm.ts';
import { exactMcNemar } from '../../statistics/mcnemar.ts';
import { drawKind, happens } from '../draws.ts';
import { type Inspection, power, type Question, type Scenario, size } from '../scenario.ts';
import { type PairedKind, pairProbabilities } from './paired-kinds.ts';

/** An arm of the family: its kinds of tasks line up with those of the others, for step 0 is shared. */
interface FamilyArm {
  readonly kinds: readonly PairedKind[];
}

/**
 * Several arms against one baseline, all sharing its step 0, so that their tests are correlated: the chance of any false call, unadjusted
 * and after Holm, and of finding every real one. A row is an arm: wins, losses, whether it has an effect.
 */
export function familyScenario(name: string, tasks: number, arms: readonly FamilyArm[]): Scenario {
  const hasEffect = arms.map(({ kinds }) => {
    const { wins, losses } = pairProbabilities(kinds);
    return Math.abs(wins - losses) > 1e-12;
  });
  const real = hasEffect.filter((effect) => effect).length;
  return {
    name,
    kind: 'family',
    description: `${tasks} tasks, one sample each, ${arms.length} arms against one baseline whose step 0 all share; ${real} of them have an effect`,
    tasks,
    samples: 1,
    questions: [
      size('holm'),
      ...(real === 0 ? [] : [power('holm-all-real')]),
      // Shown beside it: what the family would do without the adjustment.
      power('unadjusted-any-false'),
    ] satisfies Question[],
    draw(random) {
      const counts = arms.map((_, arm) => [0, 0, Number(hasEffect[arm])]);
      for (let task = 0; task < tasks; task++) drawTask(random, arms, counts);
      return counts;
    },
    inspect(study) {
      const pValues = study.map(([wins = 0, losses = 0]) => exactMcNemar(wins, losses));
      const adjusted = holmAdjusted(pValues);
      const isCalled = (values: readonly (number | undefined)[], arm: number) => (values[arm] ?? 1) <= 0.05;
      const of = (wanted: number) => study.flatMap(([, , effect], arm) => (effect === wanted ? [arm] : []));
      return {
        holm: called(of(0).some((arm) => isCalled(adjusted, arm))),
        'holm-all-real': called(of(1).every((arm) => isCalled(adjusted, arm))),
        'unadjusted-any-false': called(of(0).some((arm) => isCalled(pValues, arm))),
      };
    },
  };
}

const called = (isCalled: boolean): Inspection => ({ isCalled });

/** One task in all arms: the same kind and the same step 0, then each arm on its own. */
function drawTask(random: () => number, arms: readonly FamilyArm[], counts: number[][]): void {
  const first = arms[0]?.kinds ?? [];
  const kind = drawKind(random, first);
  const position = first.indexOf(kind);
  const isSolved = happens(random, kind.solve);
  for (const [arm, { kinds }] of arms.entries()) {
    const own = kinds[position];
    const count = counts[arm];
    if (own === undefined || count === undefined || !happens(random, isSolved ? own.break : own.repair)) continue;
    const at = isSolved ? 1 : 0;
    count[at] = (count[at] ?? 0) + 1;
  }
}
