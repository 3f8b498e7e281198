import type { Model } from '../../types/model.ts';
import { TransportError } from '../providers/transport-error.ts';

/** How many calls may be under way, and why that changed. */
export interface LimitChange {
  readonly limit: number;
  readonly inFlight: number;
  readonly reason: 'overload' | 'success';
}

export interface AdaptiveLimiterOptions {
  /** Never fewer than this, at least 1. */
  readonly floor: number;
  /** `--concurrency`: where it starts and what it never passes. */
  readonly ceiling: number;
  readonly onChange?: (change: LimitChange) => void;
}

export interface AdaptiveLimiter {
  readonly limit: number;
  readonly inFlight: number;
  run<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T>;
}

/**
 * Lets calls through, at most `limit` at a time, first come first served. The limit is halved at once by a 429 or an
 * overload and rises by one for each full round of successes (additive increase, multiplicative decrease: Chiu and Jain
 * 1989). Failures of calls that began before the last halving are the same event and do not halve again.
 */
export function createAdaptiveLimiter({ floor, ceiling, onChange }: AdaptiveLimiterOptions): AdaptiveLimiter {
  const waiting = new Set<() => void>();
  let limit = ceiling;
  let inFlight = 0;
  let halvings = 0;
  const change = (next: number, reason: LimitChange['reason']): void => {
    const hasChanged = Math.floor(next) !== Math.floor(limit);
    limit = next;
    if (hasChanged) onChange?.({ limit: Math.floor(limit), inFlight, reason });
  };
  const admit = (): void => {
    for (const enter of waiting) {
      if (inFlight >= Math.floor(limit)) return;
      waiting.delete(enter);
      inFlight++;
      enter();
    }
  };
  const enter = (signal: AbortSignal): Promise<void> => {
    const turn = waitForTurn(waiting, signal);
    admit();
    return turn;
  };
  return {
    get limit() {
      return Math.floor(limit);
    },
    get inFlight() {
      return inFlight;
    },
    async run(signal, call) {
      signal.throwIfAborted();
      await enter(signal);
      const halvingsBefore = halvings;
      try {
        const result = await call();
        change(Math.min(ceiling, limit + 1 / limit), 'success');
        return result;
      } catch (error) {
        if (isOverload(error) && halvings === halvingsBefore) {
          halvings++;
          change(Math.max(floor, Math.floor(limit / 2)), 'overload');
        }
        throw error;
      } finally {
        inFlight--;
        admit();
      }
    },
  };
}

/** Joins the queue; a call whose run is stopped leaves it. */
function waitForTurn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      waiting.delete(start);
      reject(signal.reason);
    };
    const start = (): void => {
      signal.removeEventListener('abort', abort);
      resolve();
    };
    signal.addEventListener('abort', abort, { once: true });
    waiting.add(start);
  });
}

const isOverload = (error: unknown): boolean =>
  error instanceof TransportError && (error.kind === 'rate-limit' || error.kind === 'overloaded');

/** A model behind a limiter. Below the retries, so that a call that waits for its next attempt holds no place. */
export function withConcurrency(model: Model, limiter: AdaptiveLimiter): Model {
  return {
    id: model.id,
    isSimulated: model.isSimulated,
    generate: (request, options) => limiter.run(options.signal, () => model.generate(request, options)),
  };
}
