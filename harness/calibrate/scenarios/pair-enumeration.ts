import type { PairedCounts } from '../../statistics/tango.ts';
import { trinomialPmf } from '../binomial.ts';
import { answer, type Inspection, type Question } from '../scenario.ts';

/** Shares of independent pairs that improve and regress. */
export interface PairProbabilities {
  readonly wins: number;
  readonly losses: number;
}

/**
 * What the question's answer comes to over all studies of `pairs` independent pairs, by enumerating every count of wins and losses
 * ones; given that the statistic has something to say.
 */
export function enumeratePairs(
  question: Question,
  pairs: number,
  { wins, losses }: PairProbabilities,
  inspect: (counts: PairedCounts) => Inspection | undefined,
): number {
  let [answered, sum] = [0, 0];
  for (let better = 0; better <= pairs; better++) {
    for (let worse = 0; worse <= pairs - better; worse++) {
      const probability = trinomialPmf(pairs, better, worse, wins, losses);
      // All counts left out together have a chance below 1e-12 in a study of 300 pairs.
      if (probability < 1e-17) continue;
      const given = answer(question, inspect({ pairs, wins: better, losses: worse }));
      if (given === undefined) continue;
      answered += probability;
      sum += probability * given;
    }
  }
  return sum / answered;
}
