import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Model, ModelRequest, Role } from '../../types/model.ts';
import { TransportError } from '../providers/transport-error.ts';

interface RetryPolicy {
  /** Attempts a call in all. */
  readonly attempts: number;
  /** The wait doubles from `firstWaitMs` to `longestWaitMs`; half of it is drawn at random. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** A Retry-After beyond this ends the call: the run is better resumed later. */
  readonly longestRetryAfterMs: number;
}

/** About four minutes in all before a call is given up. */
export const defaultRetryPolicy: RetryPolicy = {
  attempts: 8,
  firstWaitMs: 1_000,
  longestWaitMs: 90_000,
  longestRetryAfterMs: 10 * 60_000,
};

/** Kept on record by the run: what a provider did that was not an answer. */
export interface FailedAttempt {
  readonly role: Role;
  readonly sampleKey: string;
  /** From 1. */
  readonly attempt: number;
  readonly kind: string;
  readonly status?: number;
  readonly message: string;
  /** Until the next attempt; absent when the call was given up. */
  readonly waitMs?: number;
}

export interface RetryParts {
  readonly policy: RetryPolicy;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onFailedAttempt?: (failed: FailedAttempt, request: ModelRequest, error: TransportError) => void;
}

/** Waits as the machine has them; `random` spreads them. */
export const realRetryParts = (random: RetryParts['random']): RetryParts => ({
  policy: defaultRetryPolicy,
  random,
  sleep: async (ms, signal) => {
    await sleepFor(ms, undefined, { signal });
  },
});

/**
 * The one place where calls are repeated: `TransportError`s that are retryable, after a growing wait or what Retry-After
 * says. An answer is never asked for again, whatever is in it. What is given up is thrown with the number of attempts.
 */
export function withRetries(model: Model, parts: RetryParts): Model {
  return {
    id: model.id,
    isSimulated: model.isSimulated,
    async generate(request, options) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await model.generate(request, options);
        } catch (error) {
          if (options.signal.aborted || !(error instanceof TransportError)) throw error;
          const waitMs = waitAfter(error, attempt, parts);
          const { role } = request;
          const failed = { role, sampleKey: options.sampleKey, attempt, kind: error.kind, message: error.message };
          parts.onFailedAttempt?.(
            {
              ...failed,
              ...(error.details.status === undefined ? {} : { status: error.details.status }),
              ...(waitMs === undefined ? {} : { waitMs }),
            },
            request,
            error,
          );
          if (waitMs === undefined) throw givenUp(error, attempt);
          await parts.sleep(waitMs, options.signal);
        }
      }
    },
  };
}

/** `undefined`: no further attempt. */
function waitAfter(error: TransportError, attempt: number, { policy, random }: RetryParts): number | undefined {
  if (!error.isRetryable || attempt >= policy.attempts) return undefined;
  const asked = error.details.retryAfterMs;
  if (asked !== undefined) {
    // Everybody was told the same moment: come a little later than that, not all at once.
    return asked > policy.longestRetryAfterMs ? undefined : Math.round(asked + random() * policy.firstWaitMs);
  }
  const wait = Math.min(policy.longestWaitMs, policy.firstWaitMs * 2 ** (attempt - 1));
  return Math.round(wait / 2 + (random() * wait) / 2);
}

function givenUp(error: TransportError, attempts: number): TransportError {
  return attempts === 1
    ? error
    : new TransportError(error.kind, `${error.message} (given up after ${attempts} attempts)`, error.details);
}
