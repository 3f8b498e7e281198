import type { Trajectory } from '../../types/record.ts';
import type { AttributedCall } from '../cost.ts';

/** What one trial had used when it showed its candidate at some k, as if it had run alone. */
export interface TrialSpending {
  /** Candidates made. */
  readonly candidates: number;
  /** Tokens in and out; `undefined` when a call's usage is unknown. */
  readonly tokens: number | undefined;
  readonly costUsd: number | undefined;
}

/** The run's calls by trial, as `spendingAtK` needs them. */
export function callsByTrial(calls: readonly AttributedCall[]): ReadonlyMap<Trajectory, readonly AttributedCall[]> {
  return Map.groupBy(calls, ({ trajectory }) => trajectory);
}

/**
 * What a trial used up to k rounds: every call that led to a step with index <= k, each answer once; calls after its last
 * step belong to the round that it did not finish. `undefined` where its calls are not recorded.
 */
export function spendingAtK(
  trajectory: Trajectory,
  calls: ReadonlyMap<Trajectory, readonly AttributedCall[]>,
  k: number,
): TrialSpending | undefined {
  if (trajectory.steps.some((step) => step.calls === undefined)) return undefined;
  const made = (calls.get(trajectory) ?? []).filter(
    ({ step, isFirstInTrial }) => isFirstInTrial && (step?.index ?? trajectory.steps.length) <= k,
  );
  return {
    candidates: trajectory.steps.filter(({ index }) => index <= k).length,
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
