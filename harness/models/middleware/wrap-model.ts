import type { ModelStoppedError } from '../../errors.ts';
import type { Model } from '../../types/model.ts';
import { createGate, type Gate, type GateOptions, withConcurrency } from './adaptive-concurrency.ts';
import { withBreaker } from './breaker.ts';
import { type RunBudget, withBudget } from './budget.ts';
import { type RetryParts, withRetries } from './retry.ts';

interface ModelDecoration {
  readonly retry: RetryParts;
  readonly concurrency: GateOptions;
  readonly budget?: RunBudget;
  /** The same non-retryable error came three times in a row. */
  readonly onStop?: (error: ModelStoppedError) => void;
}

/**
 * Puts around a model, from the outside: budget, breaker, retries, concurrency. The response store or strict replay lies
 * outside all of them, in the sampler. A place in the gate is held for one attempt, not for a call with its waits: a 429
 * frees it and lowers the limit before the next attempt asks for one.
 */
export function decorateModel(
  model: Model,
  decoration: ModelDecoration,
): { readonly model: Model; readonly gate: Gate } {
  const { retry, concurrency, budget, onStop } = decoration;
  const gate = createGate(concurrency);
  const retried = withRetries(withConcurrency(model, gate), {
    ...retry,
    onFailedAttempt(failed, request, error) {
      if (error.mayBeBilled) budget?.bookLost(request);
      retry.onFailedAttempt?.(failed, request, error);
    },
  });
  const guarded = withBreaker(retried, onStop);
  return { model: budget === undefined ? guarded : withBudget(guarded, budget), gate };
}
