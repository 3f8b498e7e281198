import type { ModelStoppedError } from '../errors.ts';
import { UsageError } from '../errors.ts';
import type { ModelRequest, Usage } from '../types/model.ts';
import { type Account, createAccount } from './middleware/account.ts';
import { amountOf, createRunBudget, nothing, plus, type RunBudget } from './middleware/budget.ts';
import { createLimitTrace, type LimitTrace } from './middleware/limit-trace.ts';
import type { FailedAttempt, RetryParts } from './middleware/retry.ts';
import { createTrialBudget } from './middleware/trial-budget.ts';
import { wrapModel } from './middleware/wrap-model.ts';
import type { ModelEvent } from './model-events.ts';
import { countedUsage, worstUsage } from './providers/token-estimate.ts';
import type { TransportError } from './providers/transport-error.ts';
import type { ResolvedModel } from './resolve-model.ts';
import { type AnswerListener, createSampler, type Sampler } from './stored/sampling.ts';

export interface BudgetFlags {
  readonly budgetUsd?: number | undefined;
  readonly budgetTokens?: number | undefined;
  readonly trialBudgetUsd?: number | undefined;
}

interface ClientOptions extends BudgetFlags {
  readonly retry: RetryParts;
  /** Calls at a time. */
  readonly concurrency: number;
  /** What earlier sessions of the run used. */
  readonly usedBefore: readonly Usage[];
  /** Where this model answers for a critic: the budget of the run, which is the writer's too. */
  readonly sharedBudget?: RunBudget | undefined;
  readonly date: () => Date;
  /** Keeps on record what happens between the run and its model. */
  readonly record: (event: ModelEvent) => void;
  /** A budget was reached, or the same refusal came again and again: no further trial shall begin. */
  readonly onStop: (error: ModelStoppedError) => void;
}

export interface ModelClient {
  readonly sampler: Sampler;
  /** None for a simulated model: nothing is spent on it. */
  readonly account?: Account;
  readonly budget?: RunBudget;
}

/**
 * Puts budget, breaker, retries, concurrency and the record of calls around a resolved model, and the store before it.
 * Throws `UsageError` for a budget in dollars without a price.
 */
export function createClient(resolved: ResolvedModel, options: ClientOptions): ModelClient {
  const { model, store, price, isRemote } = resolved;
  if (model.isSimulated) return { sampler: createSampler(model, store) };
  const budget = runBudget(resolved, options);
  const account = createAccount(price, () => budget.spent);
  if (!isRemote) return { sampler: createSampler(model, store, account.observe), account, budget };
  const limits = createLimitTrace(options.concurrency);
  const wrapped = wrapModel(model, {
    retry: { ...options.retry, onFailedAttempt: recordFailure(options) },
    concurrency: {
      floor: 1,
      ceiling: options.concurrency,
      onChange(change) {
        limits.observe(change);
        options.record({ kind: 'limit-change', at: options.date().toISOString(), ...change });
      },
    },
    budget,
    onStop: options.onStop,
  });
  const recordCall = recordPaidCall(options);
  const observe: AnswerListener = (...answer) => {
    account.observe(...answer);
    recordCall(...answer);
  };
  return { sampler: createSampler(wrapped.model, store, observe), account: withLimits(account, limits), budget };
}

function withLimits(account: Account, limits: LimitTrace): Account {
  return {
    ...account,
    summary: () => account.summary() + limits.summary(),
  };
}

/** Throws `UsageError` when a budget cannot be counted: dollars without a price, or a run's budget where nothing is spent. */
export function checkBudgets(resolved: ResolvedModel, flags: BudgetFlags): void {
  const { budgetUsd, budgetTokens, trialBudgetUsd } = flags;
  const price = resolved.price === undefined ? {} : { price: resolved.price };
  if (trialBudgetUsd !== undefined) createTrialBudget({ usd: trialBudgetUsd, ...price });
  if (budgetUsd === undefined && budgetTokens === undefined) return;
  if (resolved.model.isSimulated) {
    throw new UsageError(
      '--budget-usd and --budget-tokens are for real models: a simulated one costs nothing (--trial-budget-* works)',
    );
  }
  if (budgetUsd !== undefined) createRunBudget({ usd: budgetUsd, ...price });
}

function runBudget({ price }: ResolvedModel, options: ClientOptions): RunBudget {
  const { budgetUsd, budgetTokens, usedBefore, onStop, sharedBudget } = options;
  const spentBefore = usedBefore.map((usage) => amountOf(usage, price)).reduce(plus, nothing);
  if (sharedBudget !== undefined) return sharedBudget.shared(price, spentBefore);
  return createRunBudget({
    ...(budgetUsd === undefined ? {} : { usd: budgetUsd }),
    ...(budgetTokens === undefined ? {} : { tokens: budgetTokens }),
    ...(price === undefined ? {} : { price }),
    spentBefore,
    onStop,
  });
}

function recordFailure({ record, date }: ClientOptions) {
  return ({ sampleKey, kind, ...failed }: FailedAttempt, request: ModelRequest, error: TransportError): void => {
    const assumed = error.mayBeBilled ? { assumedUsage: worstUsage(request) } : {};
    record({ kind: 'failed-attempt', at: date().toISOString(), key: sampleKey, failure: kind, ...failed, ...assumed });
  };
}

function recordPaidCall({ record, date }: ClientOptions): AnswerListener {
  return (origin, key, request, response) => {
    if (origin !== 'asked') return;
    const latencyMs = response.provenance?.latencyMs;
    record({
      kind: 'call',
      at: date().toISOString(),
      key,
      usage: countedUsage(request, response),
      ...(response.usage === undefined ? { isEstimated: true } : {}),
      ...(latencyMs === undefined ? {} : { latencyMs }),
    });
  };
}
