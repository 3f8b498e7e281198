import type { ModelStoppedError } from '../../errors.ts';
import type { Model } from '../../types/model.ts';
import {
  type AdaptiveLimiter,
  type AdaptiveLimiterOptions,
  createAdaptiveLimiter,
  withConcurrency,
} from './adaptive-concurrency.ts';
import { withBreaker } from './breaker.ts';
import { type RunBudget, withBudget } from './budget.ts';
import { type RetryParts, withRetries } from './retry.ts';

interface WrapOptions {
  readonly retry: RetryParts;
  readonly concurrency: AdaptiveLimiterOptions;
  readonly budget?: RunBudget;
  /** The same non-retryable error came three times in a row. */
  readonly onStop?: (error: ModelStoppedError) => void;
}

/**
 * Puts around a model, from the outside: budget, breaker, retries, concurrency. The response store or strict replay lies
 * outside all of them, in the sampler. A place in the limiter is held for one attempt, not for a call with its waits: a 429
 * frees it and lowers the limit before the next attempt asks for one.
 */
export function wrapModel(
  model: Model,
  options: WrapOptions,
): { readonly model: Model; readonly limiter: AdaptiveLimiter } {
  const { retry, concurrency, budget, onStop } = options;
  const limiter = createAdaptiveLimiter(concurrency);
  const retried = withRetries(withConcurrency(model, limiter), {
    ...retry,
    onFailedAttempt(failed, request, error) {
      if (error.mayBeBilled) budget?.chargeLost(request);
      retry.onFailedAttempt?.(failed, request, error);
    },
  });
  const guarded = withBreaker(retried, onStop);
  return { model: budget === undefined ? guarded : withBudget(guarded, budget), limiter };
}
