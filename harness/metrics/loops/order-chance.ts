import type { Identity } from '../../types/record.ts';
import type { GradedStep, LoopTrial } from './loop-trials.ts';

/** How many tasks would violate monotonicity if the order of the candidates were chance. */
export interface OrderChance {
  readonly expected: number;
  /** The chance of at least as many violating tasks as were seen. */
  readonly asManyOrMore: number;
  /** The chance of at most as many: small when a loop keeps what it has better than chance would. */
  readonly asFewOrFewer: number;
  /** Tasks in which another order could have decided otherwise; 0 when there was nothing to be seen. */
  readonly undecidedTasks: number;
}

/**
 * The permutation null of "more rounds never hurt": candidates as independent draws, so that those of one trial that the
 * loop treated alike can stand in any order. Under `--stop never` these are all its candidates; under `--stop verdict` all
 * but the one it stopped at (accepted, or not parsed), which is last by the rule of the loop, whatever the verifier is worth.
 * Exact, conditional on how many candidates of each trial were right; no rate is estimated. `ks` are the columns compared,
 * `seen` the violating tasks.
 */
export function orderChance(
  trials: Iterable<LoopTrial>,
  ks: readonly number[],
  stop: Identity['stop'],
  seen: number,
): OrderChance {
  const monotoneByTask = new Map<string, number>();
  for (const trial of trials) {
    const before = monotoneByTask.get(trial.taskId) ?? 1;
    monotoneByTask.set(trial.taskId, before * monotoneProbability(trial, ks, stop));
  }
  const violating = [...monotoneByTask.values()].map((monotone) => 1 - monotone);
  const distribution = poissonBinomial(violating);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    expected: sum(violating),
    asManyOrMore: Math.min(1, sum(distribution.slice(seen))),
    asFewOrFewer: Math.min(1, sum(distribution.slice(0, seen + 1))),
    undecidedTasks: violating.filter((probability) => probability > 0 && probability < 1).length,
  };
}

/** The chance that the steps shown are wrong first and right from some point on. */
function monotoneProbability(trial: LoopTrial, ks: readonly number[], stop: Identity['stop']): number {
  const graded = trial.steps.filter(({ status }) => status !== 'ungraded');
  const last = trial.steps.at(-1);
  const fixed = stop === 'verdict' && last !== undefined && didStopAt(last) ? last : undefined;
  const free = graded.filter((step) => step !== fixed);
  const shown = shownSteps(trial, ks);
  const right = free.filter(({ status }) => status === 'solved').length;
  const visible = free.filter((step) => shown.has(step)).length;
  const isEndWrong = fixed?.status === 'unsolved' && shown.has(fixed);
  let probability = 0;
  for (let count = Math.max(0, right - (free.length - visible)); count <= Math.min(right, visible); count++) {
    const isInOrder = isEndWrong ? Number(count === 0) : 1 / choose(visible, count);
    probability += hypergeometric(count, free.length, right, visible) * isInOrder;
  }
  return probability;
}

/** A verdict that ends a loop; where none was given, a stage's answer that could not be read. */
function didStopAt({ step }: GradedStep): boolean {
  return step.unparsed !== undefined || step.verdict?.status === 'accept' || step.verdict?.status === 'unparsed';
}

/** The steps that the columns show: at each k the last step up to k. */
function shownSteps({ steps, isBroken }: LoopTrial, ks: readonly number[]): Set<GradedStep | undefined> {
  const reached = ks.filter((k) => !isBroken || k < steps.length);
  return new Set(reached.map((k) => steps.findLast(({ step }) => step.index <= k)));
}

/** The chance that `count` of `visible` positions hold one of `right` among `total`. */
function hypergeometric(count: number, total: number, right: number, visible: number): number {
  return (choose(right, count) * choose(total - right, visible - count)) / choose(total, visible);
}

function choose(total: number, count: number): number {
  let ways = 1;
  for (let taken = 1; taken <= count; taken++) ways = (ways * (total - count + taken)) / taken;
  return Math.round(ways);
}

/** The distribution of the number of successes of independent trials with the given chances. */
function poissonBinomial(probabilities: readonly number[]): number[] {
  let distribution = [1];
  for (const probability of probabilities) {
    const next = new Array<number>(distribution.length + 1).fill(0);
    for (const [count, mass] of distribution.entries()) {
      next[count] = (next[count] ?? 0) + mass * (1 - probability);
      next[count + 1] = (next[count + 1] ?? 0) + mass * probability;
    }
    distribution = next;
  }
  return distribution;
}
