import type { Grade, Run } from '../../types/record.ts';
import { taskFacts } from '../trials/trials.ts';
import type { GradedStep, LoopTrial } from './loop-trials.ts';

/**
 * What a candidate leaves open: for each hidden assertion of its task whether it held. gap(t) of the patent (there
 * "specification gap": 1 - passing claims / applicable claims) is here the share of hidden assertions that do not hold at
 * step t: claims the model makes up can be dropped by it, hidden assertions cannot.
 */
export interface HeldAssertions {
  readonly held: readonly boolean[];
  /** The share of `held` that is false. */
  readonly gap: number;
}

/** What one round changed, as shares of the task's hidden assertions. */
export interface Round {
  readonly before: number;
  readonly after: number;
  /** Failed before and after. */
  readonly persisting: number;
  /** Held before, fails now: `after` = `persisting` + `introduced`. */
  readonly introduced: number;
  /** The candidate was replaced; false where the loop had stopped and kept what it had. */
  readonly isReplaced: boolean;
}

/** How many hidden assertions each task has, as the grades show; tasks whose grades tell none apart are absent. */
export function assertionCounts(run: Run): Map<string, number> {
  const known = [...taskFacts(run)].filter(([, { assertions }]) => assertions > 0);
  return new Map(known.map(([taskId, { assertions }]) => [taskId, assertions]));
}

/**
 * Which hidden assertions held; `undefined` for an ungraded step. An assertion that never ran did not hold. Where no letters
 * are recorded (an empty candidate, an imported study) all held or none, by the outcome.
 */
export function heldAssertions(grade: Grade | undefined, count: number | undefined): HeldAssertions | undefined {
  if (grade === undefined || grade.outcome.status === 'ungraded') return undefined;
  const isSolved = grade.outcome.status === 'solved';
  const letters = grade.assertions || (isSolved ? 'p' : '-').repeat(count ?? 1);
  const held = [...letters].map((letter) => isSolved || letter === 'p');
  // Unsolved though every assertion held: the program did not get to the end, which the last one stands for.
  if (!isSolved && held.every((isHeld) => isHeld)) held[held.length - 1] = false;
  return { held, gap: held.filter((isHeld) => !isHeld).length / held.length };
}

/** What changed from one candidate to the next; `undefined` when the two lists are not of the same assertions. */
export function compareHeld(before: HeldAssertions, after: HeldAssertions): Round | undefined {
  const total = before.held.length;
  if (after.held.length !== total) return undefined;
  const count = (isHeldBefore: boolean) =>
    after.held.filter((isHeld, position) => !isHeld && before.held[position] === isHeldBefore).length / total;
  return {
    before: before.gap,
    after: after.gap,
    persisting: count(false),
    introduced: count(true),
    isReplaced: true,
  };
}

/**
 * The rounds of a trial up to k = `rounds`. After its last step it keeps its candidate, as every column does. `undefined`
 * where a gap is unknown: a step is ungraded, or the trial broke off before it had used its rounds.
 */
export function readRounds(trial: LoopTrial, counts: ReadonlyMap<string, number>): Round[] | undefined {
  const isCut = trial.isBroken && trial.steps.length <= trial.rounds;
  if (isCut || trial.steps.length === 0) return undefined;
  const read = ({ grade }: GradedStep) => heldAssertions(grade, counts.get(trial.taskId));
  const holdings = trial.steps.map(read);
  const rounds: Round[] = [];
  for (let round = 0; round < trial.rounds; round++) {
    const before = holdings[Math.min(round, holdings.length - 1)];
    const after = holdings[Math.min(round + 1, holdings.length - 1)];
    const changed = before === undefined || after === undefined ? undefined : compareHeld(before, after);
    if (changed === undefined) return undefined;
    rounds.push({ ...changed, isReplaced: round + 1 < holdings.length });
  }
  return rounds;
}
