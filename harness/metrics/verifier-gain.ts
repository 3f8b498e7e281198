import { differenceEstimate, type Estimate, percentileInterval, resampleTasks } from '../statistics/task-bootstrap.ts';
import type { ConditionIdentity, Run } from '../types/record.ts';
import { type Column, columnKs } from './columns.ts';
import { discordance } from './discordance.ts';
import { matchedCondition } from './matched.ts';

/** A verdict on a candidate whose grade is known. */
export interface GradedVerdict {
  readonly taskId: string;
  readonly isAccepted: boolean;
  readonly isSolved: boolean;
}

/** How much more often verdicts agree with the grades than those of a coin that accepts as often. */
export interface VerdictGain {
  readonly verdicts: number;
  /** Share of verdicts that agree with the grade. */
  readonly agreement: number;
  /** What a coin with the same acceptance would reach: a p + (1 - a)(1 - p), with a accepted and p right. */
  readonly coinAgreement: number;
  /** The difference; 0 = the verdicts tell nothing. 95 % by task-clustered bootstrap. */
  readonly gain: Estimate;
}

/** A loop against the same loop with a coin that was matched to its acceptance (`--random-acceptance match:CONDITION`). */
export interface MatchedCoin {
  readonly coin: ConditionIdentity;
  readonly k: number;
  /** Trials graded in both. */
  readonly compared: number;
  /** Solved here, unsolved with the coin. */
  readonly wins: number;
  readonly losses: number;
  /** Share solved here less share solved with the coin, over the trials compared; 95 % by task-clustered bootstrap. */
  readonly gain: Estimate;
}

/** `undefined` without a verdict on a graded candidate. */
export function verdictGain(verdicts: readonly GradedVerdict[], seed: string): VerdictGain | undefined {
  if (verdicts.length === 0) return undefined;
  const byTask = Map.groupBy(verdicts, ({ taskId }) => taskId);
  const vectors = [...byTask.values()].map((own) => [
    own.length,
    own.filter(({ isAccepted }) => isAccepted).length,
    own.filter(({ isSolved }) => isSolved).length,
    own.filter(({ isAccepted, isSolved }) => isAccepted === isSolved).length,
  ]);
  const [agreement, coin, gain] = resampleTasks(vectors, agreements, seed);
  return {
    verdicts: verdicts.length,
    agreement: agreement?.value ?? 0,
    coinAgreement: coin?.value ?? 0,
    gain: { value: gain?.value, interval: gain === undefined ? undefined : percentileInterval(gain) },
  };
}

function agreements([total = 0, accepted = 0, solved = 0, agreeing = 0]: readonly number[]): number[] {
  const [a, p] = [accepted / total, solved / total];
  const coin = a * p + (1 - a) * (1 - p);
  return [agreeing / total, coin, agreeing / total - coin];
}

/** The coins that were matched to this condition and run beside it, at the largest k; none for other conditions. */
export function matchedCoins(run: Run, columns: readonly Column[], condition: ConditionIdentity): MatchedCoin[] {
  if (matchedCondition(run.manifest.identity) !== condition.name) return [];
  const k = Math.max(...columnKs(run));
  const at = (name: string) => columns.find((column) => column.condition.name === name && column.k === k);
  const ours = at(condition.name);
  return run.manifest.identity.conditions.flatMap((coin) => {
    const theirs = coin.verifier === 'coin' ? at(coin.name) : undefined;
    if (ours === undefined || theirs === undefined) return [];
    const { compared, gained, lost, tasks } = discordance(theirs, ours);
    const vectors = tasks.map((task) => [task.compared, task.gained - task.lost]);
    const difference = ([total = 0, net = 0]: readonly number[]) => [total === 0 ? undefined : net / total];
    const [gain] = resampleTasks(vectors, difference, `${run.manifest.identity.seed} matched coin`);
    return [
      {
        coin,
        k,
        compared,
        wins: gained,
        losses: lost,
        gain: differenceEstimate(gain, tasks.filter((task) => task.compared > 0).length),
      },
    ];
  });
}
