import { happens, meanOver, type Weighted } from '../draws.ts';
import type { PairProbabilities } from './pair-enumeration.ts';

/** Tasks that behave alike in two arms: the second takes the first's step 0 and repairs or breaks it. */
export interface PairedKind extends Weighted {
  /** Chance that step 0, which both arms share, is right. */
  readonly solve: number;
  /** Chance that a wrong step 0 is right in the end. */
  readonly repair: number;
  /** Chance that a right step 0 is wrong in the end. */
  readonly break: number;
}

/** The shares of pairs that improve and regress on average. */
export function pairProbabilities(kinds: readonly PairedKind[]): PairProbabilities {
  return {
    wins: meanOver(kinds, (kind) => (1 - kind.solve) * kind.repair),
    losses: meanOver(kinds, (kind) => kind.solve * kind.break),
  };
}

/** Draws one pair: +1 a win, -1 a loss, 0 neither. */
export function drawChange(random: () => number, { solve, repair, break: breakage }: PairedKind): -1 | 0 | 1 {
  const isSolved = happens(random, solve);
  const isChanged = happens(random, isSolved ? breakage : repair);
  if (!isChanged) return 0;
  return isSolved ? -1 : 1;
}

/** Difficulties that are drawn in every paired scenario. */
const DIFFICULTIES = [
  { weight: 0.5, solve: 0.95 },
  { weight: 0.3, solve: 0.6 },
  { weight: 0.2, solve: 0.05 },
];

/**
 * Step 0 of drawn difficulty, then a repair that changes the answer with the same chance either way in every task: the arms are
 * exchangeable, nothing is gained. Of all pairs `moving` improve on average, and as many regress.
 */
export function exchangeableKinds(moving: number): PairedKind[] {
  const spread = meanOver(DIFFICULTIES, ({ solve }) => solve * (1 - solve));
  const pull = moving / spread;
  return DIFFICULTIES.map(({ weight, solve }) => ({ weight, solve, repair: pull * solve, break: pull * (1 - solve) }));
}

/** The same difficulties with fixed chances of repair and breakage, set so that these shares of pairs improve and regress. */
export function changingKinds({ wins, losses }: PairProbabilities): PairedKind[] {
  const right = meanOver(DIFFICULTIES, ({ solve }) => solve);
  return DIFFICULTIES.map(({ weight, solve }) => ({
    weight,
    solve,
    repair: wins / (1 - right),
    break: losses / right,
  }));
}
