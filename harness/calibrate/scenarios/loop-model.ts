import type { Weighted } from '../draws.ts';

/** Tasks that behave alike in a loop. Chances are by assertion, by round and by verdict. */
export interface LoopKind extends Weighted {
  /** Chance that the first candidate holds every assertion. */
  readonly solvedFirst: number;
  /** Else each assertion fails at first with this chance. */
  readonly firstGap: number;
  /** A failing assertion still fails after a round with this chance: the patent's gamma. */
  readonly gamma: number;
  /** Mean share of all assertions that a round breaks, whatever the gap: the patent's beta. */
  readonly beta: number;
  /** The verifier accepts a wrong candidate, rejects a right one, with these chances. */
  readonly falseAccept: number;
  readonly falseReject: number;
}

/** A loop study with known parameters. */
export interface LoopModel {
  readonly tasks: number;
  readonly rounds: number;
  /** Hidden assertions of each task. */
  readonly assertions: number;
  /** `verdict`: a loop ends at its first acceptance. */
  readonly stop: 'verdict' | 'never';
  readonly kinds: readonly LoopKind[];
}

/**
 * The chance that a holding assertion breaks in a round when `failing` of `assertions` fail: such that beta of all break on average. Where
 * fewer than that hold, all of them break.
 */
export function breakProbability({ beta }: LoopKind, failing: number, assertions: number): number {
  return failing === assertions ? 0 : Math.min(1, (beta * assertions) / (assertions - failing));
}
