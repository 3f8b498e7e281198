import { LimitError, UsageError } from '../../errors.ts';
import type { ModelRequest, ModelResponse } from '../../types/model.ts';
import { costOf, type Price } from '../providers/prices.ts';
import { countedUsage } from '../providers/token-estimate.ts';

interface TrialBudgetOptions {
  readonly usd?: number;
  readonly tokens?: number;
  readonly price?: Price;
  /** Of the model that answers for a critic; `price` when absent. */
  readonly criticPrice?: Price;
}

/** What one trial may use, counted as if it ran alone: an answer counts whether it was paid, shared or stored. */
export interface TrialBudget {
  /** Before each call. Throws `LimitError` when what the trial got so far has reached the bound. */
  check(): void;
  /** After each call. An answer the trial already had (equal key) is not counted twice. */
  add(key: string, request: ModelRequest, response: ModelResponse, isCritic?: boolean): void;
}

/**
 * Makes the counter for one trial. It depends on the trial's answers alone, never on other trials or on what was in the
 * store, so a trial ends at the same call in every run. Throws `UsageError` for dollars without a price.
 */
export function createTrialBudget({ usd, tokens, price, criticPrice = price }: TrialBudgetOptions): TrialBudget {
  if (usd !== undefined && price === undefined) {
    throw new UsageError(
      '--trial-budget-usd needs the price of the model, which is not in the table: give --price IN/OUT',
    );
  }
  const counted = new Set<string>();
  let spentUsd = 0;
  let spentTokens = 0;
  return {
    check() {
      if (usd !== undefined && spentUsd >= usd) throw new LimitError('trial-budget-usd', spentUsd, usd);
      if (tokens !== undefined && spentTokens >= tokens)
        throw new LimitError('trial-budget-tokens', spentTokens, tokens);
    },
    add(key, request, response, isCritic = false) {
      if (counted.has(key)) return;
      counted.add(key);
      const usage = countedUsage(request, response);
      spentTokens += usage.inputTokens + usage.outputTokens;
      spentUsd += costOf(usage, isCritic ? criticPrice : price) ?? 0;
    },
  };
}
