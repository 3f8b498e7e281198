import { ModelError, NOT_RECORDED_KIND, NotRecordedError } from '../errors.ts';
import { countedUsage } from '../models/providers/token-estimate.ts';
import type { ModelRequest, ModelResponse } from '../types/model.ts';
import type { Trajectory, TrialEnd } from '../types/record.ts';

/** What another arm's trial of the same task and sample used, for an arm that may use as much. */
export interface MatchedTokens {
  /** Input and output of its calls up to the end of a round. */
  upTo(round: number): number;
}

/** Input and output of one answer. */
export function tokensOf(request: ModelRequest, response: ModelResponse): number {
  const { inputTokens, outputTokens } = countedUsage(request, response);
  return inputTokens + outputTokens;
}

/**
 * Reads the budget off a finished trial; after its last step it stays what it was. An answer counts once a trial, however often it
 * was asked for. Throws `ModelError` when the provider did not tell what an answer used.
 */
export function matchedTokens({ condition, steps, unfinishedCalls }: Trajectory): MatchedTokens {
  const seen = new Set<string>();
  let sum = 0;
  const sums = [...steps.map(({ calls = [] }) => calls), unfinishedCalls].map((calls) => {
    for (const { key, usage } of calls) {
      if (seen.has(key)) continue;
      seen.add(key);
      if (usage === undefined) throw new ModelError(`what ${condition} used is not known: its provider does not tell`);
      sum += usage.inputTokens + usage.outputTokens;
    }
    return sum;
  });
  // Calls after the last step belong to the round they were made in.
  return { upTo: (round) => sums[Math.min(round, sums.length - 1)] ?? 0 };
}

/** Where the other trial did not come to its end: asking for its tokens ends this one as it ended. */
export function unknownTokens(condition: string, end: TrialEnd | undefined): MatchedTokens {
  return {
    upTo() {
      const message = `waits for ${condition}, whose trial did not come to its end`;
      const isUnrecorded = end?.status === 'error' && end.kind === NOT_RECORDED_KIND;
      throw isUnrecorded ? new NotRecordedError(message) : new ModelError(message);
    },
  };
}
