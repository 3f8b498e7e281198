import { incompleteBeta } from '../../statistics/incomplete-beta.ts';
import { acceptedOf, CHECKS, type CloverCell } from './clover-cells.ts';

/** What the six checks' own acceptance allows for the acceptance of all six together. */
export interface JointAcceptance {
  readonly set: string;
  readonly k: number;
  /** Accepted by each check, in the order of `CHECKS`. */
  readonly marginals: readonly number[];
  readonly total: number;
  /** The least and the most that all six can accept (Fréchet 1935). */
  readonly least: number;
  readonly most: number;
  /** Expected if checks failed independently of one another. */
  readonly independent: number;
  readonly published: number;
  /** Probability of the published count or one further from `independent`, on its side, if checks failed independently. */
  readonly tail: number;
}

/** One for each set and k that has all six checks and the decision. */
export function jointAcceptance(cells: readonly CloverCell[]): readonly JointAcceptance[] {
  return cells.flatMap((decision) => {
    const { set, k, total } = decision;
    if (decision.check !== undefined || k === undefined || decision.measure !== 'accepted') return [];
    const marginals = CHECKS.flatMap((check) => {
      const own = cells.find((cell) => cell.set === set && cell.k === k && cell.check === check);
      return own === undefined ? [] : [acceptedOf(own)];
    });
    if (marginals.length < CHECKS.length) return [];
    const share = marginals.reduce((product, count) => product * (count / total), 1);
    const published = acceptedOf(decision);
    const missed = marginals.reduce((sum, count) => sum + total - count, 0);
    return [
      {
        set,
        k,
        marginals,
        total,
        least: Math.max(0, total - missed),
        most: Math.min(...marginals),
        independent: total * share,
        published,
        tail: published > total * share ? atLeast(published, total, share) : 1 - atLeast(published + 1, total, share),
      },
    ];
  });
}

/** Probability of `count` or more of `total` at this share each. */
const atLeast = (count: number, total: number, share: number): number =>
  count <= 0 ? 1 : count > total ? 0 : incompleteBeta(share, count, total - count + 1);
