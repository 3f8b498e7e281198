import { ModelStoppedError, UsageError } from '../../errors.ts';
import type { Model, ModelRequest, ModelResponse, Usage } from '../../types/model.ts';
import { costOf, type Price } from '../providers/prices.ts';
import { countedUsage, worstUsage } from '../providers/token-estimate.ts';

/** Money and tokens (input and output together). */
export interface Amount {
  readonly usd: number;
  readonly tokens: number;
}

interface BudgetOptions {
  readonly usd?: number;
  readonly tokens?: number;
  /** Needed with `usd`: without a price nothing can be counted. */
  readonly price?: Price;
  /** What the run had spent before it was resumed. */
  readonly spentBefore?: Amount;
  /** Called once when the budget is reached, for the run to end. */
  readonly onStop?: (error: BudgetError) => void;
}

/** The run's budget is spent. Not a limit of the trial that met it: it is run again when the run is resumed with more. */
export class BudgetError extends ModelStoppedError {
  override readonly name = 'BudgetError';
  override readonly exitCode = 3;
}

export interface RunBudget {
  /** Spent so far, with what failed attempts may have cost; `assumed` is the part nobody told us. */
  readonly spent: Amount & { readonly assumed: Amount };
  readonly reserved: Amount;
  /** Waits while calls in flight could still use up the rest. Throws `BudgetError` when it is used up. */
  reserve(request: ModelRequest, signal: AbortSignal): Promise<Reservation>;
  /** A failed attempt that the provider may have billed, counted as the most it can have cost. */
  chargeLost(request: ModelRequest): void;
  /** The same budget for calls of a second model at its own price; its `spent` is of these calls alone. */
  shared(price: Price | undefined, spentBefore: Amount): RunBudget;
}

interface Reservation {
  /** Replaces the reserved amount by what the call used; without a response, by nothing. Exactly one call. */
  settle(response?: ModelResponse): void;
}

/**
 * A budget for a whole run. A call is made when the most it can cost fits beside what is spent and in flight, or, near
 * the end, when it is alone: so the budget is passed by at most one call, and used up before the run stops.
 */
export function createRunBudget(options: BudgetOptions): RunBudget {
  const { usd = Number.POSITIVE_INFINITY, tokens = Number.POSITIVE_INFINITY, price, spentBefore, onStop } = options;
  if (options.usd !== undefined && price === undefined) {
    throw new UsageError('--budget-usd needs the price of the model, which is not in the table: give --price IN/OUT');
  }
  let spent: Amount = nothing;
  let reserved = nothing;
  let inFlight = 0;
  let stopped: BudgetError | undefined;
  const settled = new Set<() => void>();
  const fits = (more: Amount): boolean =>
    spent.usd + reserved.usd + more.usd <= usd && spent.tokens + reserved.tokens + more.tokens <= tokens;
  const stop = (): BudgetError => {
    if (stopped === undefined) {
      stopped = reached(spent, usd, tokens);
      onStop?.(stopped);
    }
    return stopped;
  };
  const open = (price: Price | undefined, before: Amount): RunBudget => {
    const worstOf = (request: ModelRequest): Amount => amountOf(worstUsage(request), price);
    const own = { spent: before, assumed: nothing };
    spent = plus(spent, before);
    const charge = (used: Amount, isAssumed: boolean): void => {
      spent = plus(spent, used);
      own.spent = plus(own.spent, used);
      if (isAssumed) own.assumed = plus(own.assumed, used);
    };
    return {
      get spent() {
        return { ...own.spent, assumed: own.assumed };
      },
      get reserved() {
        return reserved;
      },
      async reserve(request, signal) {
        const worst = worstOf(request);
        for (;;) {
          signal.throwIfAborted();
          if (spent.usd >= usd || spent.tokens >= tokens) throw stop();
          if (inFlight === 0 || fits(worst)) break;
          await nextSettlement(settled, signal);
        }
        inFlight++;
        reserved = plus(reserved, worst);
        return {
          settle(response) {
            inFlight--;
            reserved = inFlight === 0 ? nothing : minus(reserved, worst);
            const used = response === undefined ? nothing : amountOf(countedUsage(request, response), price);
            charge(used, response?.usage === undefined);
            for (const wake of [...settled]) wake();
          },
        };
      },
      chargeLost: (request) => charge(worstOf(request), true),
      shared: open,
    };
  };
  return open(price, spentBefore ?? nothing);
}

function reached(spent: Amount, usd: number, tokens: number): BudgetError {
  const [flag, used] =
    spent.usd >= usd
      ? [`--budget-usd ${usd}`, `$${spent.usd.toFixed(4)}`]
      : [`--budget-tokens ${tokens}`, `${spent.tokens} tokens`];
  return new BudgetError(`${flag} is reached (${used} spent): run again with --resume and a larger budget`);
}

/** A model that asks a budget before each call and tells it after. */
export function withBudget(model: Model, budget: RunBudget): Model {
  return {
    id: model.id,
    isSimulated: model.isSimulated,
    async generate(request, options) {
      const reservation = await budget.reserve(request, options.signal);
      let response: ModelResponse | undefined;
      try {
        response = await model.generate(request, options);
        return response;
      } finally {
        reservation.settle(response);
      }
    },
  };
}

export const nothing: Amount = { usd: 0, tokens: 0 };
export const plus = (one: Amount, other: Amount): Amount => ({
  usd: one.usd + other.usd,
  tokens: one.tokens + other.tokens,
});
const minus = (one: Amount, other: Amount): Amount => plus(one, { usd: -other.usd, tokens: -other.tokens });

/** What a usage is in dollars (0 without a price) and tokens. */
export function amountOf(usage: Usage, price: Price | undefined): Amount {
  return { usd: costOf(usage, price) ?? 0, tokens: usage.inputTokens + usage.outputTokens };
}

function nextSettlement(settled: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      settled.delete(wake);
      signal.removeEventListener('abort', abort);
    };
    const wake = (): void => {
      done();
      resolve();
    };
    const abort = (): void => {
      done();
      reject(signal.reason);
    };
    settled.add(wake);
    signal.addEventListener('abort', abort, { once: true });
  });
}
