import type { ClaimVerdict } from '../types/claims.ts';
import {
  AXES,
  type Axis,
  type AxisReview,
  codegradReview,
  codegradUpdate,
  type InvariantVerdict,
} from '../types/codegrad.ts';
import type { Trajectory } from '../types/record.ts';

/** How often a critic failed each axis of a program, and refused each invariant of a draft (by its number), of those it decided. */
export interface CriticRates {
  readonly axes: Readonly<Record<Axis, number>>;
  invariant(number: number): number;
}

const EVEN = 0.5;

/** Where nothing is known of the critic. */
export const EVEN_RATES: CriticRates = {
  axes: { correctness: EVEN, 'input-output': EVEN, efficiency: EVEN, completeness: EVEN },
  invariant: () => EVEN,
};

/** The rates of an arm's critic over its trials. A review that was repeated counts once. */
export function criticRates(trajectories: Iterable<Trajectory>): CriticRates {
  const axes: AxisReview[] = [];
  const invariants: InvariantVerdict[] = [];
  for (const { steps } of trajectories) {
    for (const step of steps) {
      const review = codegradReview.in(step);
      if (review?.isRepeated !== true) axes.push(...(review?.axes ?? []));
      invariants.push(...(codegradUpdate.in(step)?.invariants ?? []));
    }
  }
  const rateOf = (axis: Axis): number => failingShare(axes.filter((one) => one.axis === axis));
  const [correctness, inputOutput, efficiency, completeness] = AXES.map(rateOf);
  return {
    axes: {
      correctness: correctness ?? EVEN,
      'input-output': inputOutput ?? EVEN,
      efficiency: efficiency ?? EVEN,
      completeness: completeness ?? EVEN,
    },
    invariant: (number) => failingShare(invariants.filter((one) => one.number === number)),
  };
}

function failingShare(verdicts: readonly Pick<ClaimVerdict, 'verdict'>[]): number {
  const decided = verdicts.filter(({ verdict }) => verdict !== 'NOT-APPLICABLE');
  const failing = decided.filter(({ verdict }) => verdict === 'FAIL').length;
  return decided.length === 0 ? EVEN : failing / decided.length;
}
