import type { AttributedTrial } from '../trials/attributed-calls.ts';

/** What one trial had used when it showed its candidate at some k, as if it had run alone. */
export interface TrialSpending {
  /** Candidates made. */
  readonly candidates: number;
  /** Tokens in and out; `undefined` when a call's usage is unknown. */
  readonly tokens: number | undefined;
  readonly costUsd: number | undefined;
}

/**
 * What a trial used up to k rounds: every call that led to a step with index <= k, each answer once; calls after its last
 * step belong to the round that it did not finish. `undefined` where its calls are not recorded.
 */
export function spendingAtK({ trajectory, calls }: AttributedTrial, k: number): TrialSpending | undefined {
  const { steps } = trajectory;
  if (steps.some((step) => step.calls === undefined)) return undefined;
  const made = calls.filter(({ step, isFirstInTrial }) => isFirstInTrial && (step?.index ?? steps.length) <= k);
  return {
    candidates: steps.filter(({ index }) => index <= k).length,
    tokens: addKnown(made.map(({ call: { usage } }) => usage && usage.inputTokens + usage.outputTokens)),
    costUsd: addKnown(made.map(({ call }) => call.costUsd)),
  };
}

/** A sum with an unknown part is unknown: it would make a trial look cheap. */
export function addKnown(parts: readonly (number | undefined)[]): number | undefined {
  return parts.reduce<number | undefined>(
    (total, part) => (total === undefined || part === undefined ? undefined : total + part),
    0,
  );
}
