import {
  type Estimate,
  percentileInterval,
  proportionEstimate,
  type Resampled,
} from '../../statistics/task-bootstrap.ts';
import type { Round } from './gap.ts';

/**
 * The constants of the patent's theorem (LUCID provisional application, "The Monotonic Convergence Property" and claim 12; in
 * its mathematics, theorem 4.3), as measured here over hidden assertions:
 *   C1  remediation does not increase the gap: gap(t+1) <= gap(t).
 *   C2  "for any claim that fails, 1 - v(t+1) <= gamma (1 - v(t))", gamma < 1: gamma = failing mass that still fails after a
 *       round / failing mass before it.
 *   C3  "new claims <= beta |S|", gamma + beta < 1: beta = mean share of all hidden assertions that held before a round and
 *       fail after it. The patent's claims are renewed by the model, the assertions are fixed: what a round adds to the
 *       failures can only be what it broke.
 * So mean gap(t+1) = gamma mean gap(t) + beta holds exactly for the rounds measured, which a slope fitted to whole gaps would
 * not give: it takes in what was broken, and beta would count twice. Hence gap(t) is predicted as
 * gamma^t gap(0) + beta (1 - gamma^t) / (1 - gamma). The patent's bound (gamma + beta)^t gap(0) needs more than C3 says: that
 * what a round breaks shrinks with the gap. With beta > 0 the gap tends to beta / (1 - gamma), not to 0.
 */
export interface Contraction {
  /** Rounds it is measured over, and the tasks they belong to. */
  readonly rounds: number;
  readonly tasks: number;
  readonly gamma: Estimate;
  readonly beta: Estimate;
  readonly gammaPlusBeta: Estimate;
  /** Least-squares slope through the origin of gap(t+1) on gap(t): the contraction ratio of whole gaps, breakage included. */
  readonly slope: Estimate;
}

/** The four constants; `undefined` where nothing failed (gamma) or no round was made (beta). */
type Constants = readonly [
  gamma: number | undefined,
  beta: number | undefined,
  gammaPlusBeta: number | undefined,
  slope: number | undefined,
];

/** How many numbers `contractionSums` gives. */
export const CONTRACTION_SUMS = 6;

/** What the constants are computed from; sums of several tasks add up. */
export function contractionSums(rounds: readonly Round[]): number[] {
  const sum = (read: (round: Round) => number) => rounds.reduce((total, round) => total + read(round), 0);
  return [
    rounds.length,
    sum(({ before }) => before),
    sum(({ persisting }) => persisting),
    sum(({ introduced }) => introduced),
    sum(({ before }) => before ** 2),
    sum(({ before, after }) => before * after),
  ];
}

/** The constants from added-up `contractionSums`. */
export function constants(sums: readonly number[]): Constants {
  const [rounds = 0, before = 0, persisting = 0, introduced = 0, squares = 0, products = 0] = sums;
  const gamma = before === 0 ? undefined : persisting / before;
  const beta = rounds === 0 ? undefined : introduced / rounds;
  const sum = gamma === undefined || beta === undefined ? undefined : gamma + beta;
  return [gamma, beta, sum, squares === 0 ? undefined : products / squares];
}

/** gap(t) for t = 0, 1, ... `rounds`, were gamma and beta the same in every round. */
export function predictedGaps(start: number, gamma: number, beta: number, rounds: number): number[] {
  const gaps = [start];
  for (let round = 0; round < rounds; round++) gaps.push(gamma * (gaps.at(-1) ?? start) + beta);
  return gaps;
}

/** The constants with intervals by task-clustered bootstrap, `resampled` being theirs in the order of `Constants`. */
export function toContraction(resampled: readonly Resampled[], rounds: number, tasks: number): Contraction {
  const nothing: Resampled = { value: undefined, draws: [] };
  const [gamma = nothing, beta = nothing, sum = nothing, slope = nothing] = resampled;
  return {
    rounds,
    tasks,
    gamma: proportionEstimate(gamma, tasks),
    beta: proportionEstimate(beta, tasks),
    gammaPlusBeta: { value: sum.value, interval: percentileInterval(sum) },
    slope: { value: slope.value, interval: percentileInterval(slope) },
  };
}
