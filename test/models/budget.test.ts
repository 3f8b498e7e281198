import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LimitError, UsageError } from '../../harness/errors.ts';
import { BudgetError, createRunBudget, withBudget } from '../../harness/models/middleware/budget.ts';
import { createTrialBudget } from '../../harness/models/middleware/trial-budget.ts';
import { fakeModel, response } from '../fixtures/fake-model.ts';
import { ask, errorOf, request } from '../fixtures/requests.ts';

const price = { inputUsd: 10, outputUsd: 100 };
/** Of `response()`: 100 input and 20 output tokens. */
const usdOfOne = (100 * 10 + 20 * 100) / 1e6;

test('a run of parallel calls stops within one call of its dollars, and uses them up', async () => {
  const stops: BudgetError[] = [];
  const usd = usdOfOne * 10.5;
  const budget = createRunBudget({ usd, price, onStop: (error) => stops.push(error) });
  const model = fakeModel(() => sleep(1).then(() => response()));
  const guarded = withBudget(model, budget);
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => ask(guarded)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(11);
  expect(model.calls).toBe(11);
  expect(budget.spent.usd).toBeGreaterThanOrEqual(usd);
  expect(budget.spent.usd).toBeLessThanOrEqual(usd + usdOfOne);
  expect(budget.reserved).toEqual({ usd: 0, tokens: 0 });
  expect(stops).toHaveLength(1);
  expect(stops[0]?.message).toMatch(/--budget-usd .* is reached .*--resume/);
});

test('calls in flight count as the most they can cost, so that two never pass the budget together', async () => {
  // Fits one worst case (256 output tokens at least), not two.
  const budget = createRunBudget({ tokens: 400 });
  let inFlight = 0;
  let most = 0;
  const model = fakeModel(async () => {
    most = Math.max(most, ++inFlight);
    await sleep(2);
    inFlight--;
    return response();
  });
  await Promise.allSettled(Array.from({ length: 6 }, () => ask(withBudget(model, budget))));
  expect(most).toBe(1);
  expect(budget.spent.tokens).toBe(480);
});

test('what was spent before a resumption counts, and more budget lets it go on', async () => {
  const spentBefore = { usd: 0, tokens: 1_000 };
  const model = fakeModel(() => response());
  const error = await errorOf(ask(withBudget(model, createRunBudget({ tokens: 1_000, spentBefore }))));
  expect(error).toBeInstanceOf(BudgetError);
  expect(error).not.toBeInstanceOf(LimitError);
  await ask(withBudget(model, createRunBudget({ tokens: 1_100, spentBefore })));
  expect(model.calls).toBe(1);
});

test('a failed call gives back what was reserved; a lost one that may be billed is assumed', async () => {
  const budget = createRunBudget({ tokens: 10_000 });
  const model = fakeModel(() => {
    throw new Error('broken');
  });
  await errorOf(ask(withBudget(model, budget)));
  expect(budget.spent.tokens).toBe(0);
  budget.chargeLost(request());
  expect(budget.spent.tokens).toBeGreaterThan(256);
  expect(budget.spent.assumed.tokens).toBe(budget.spent.tokens);
});

test('usage that is not told is estimated from the texts, never taken for nothing', async () => {
  const budget = createRunBudget({ tokens: 10_000 });
  await ask(
    withBudget(
      fakeModel(() => response({ usage: undefined, text: 'x'.repeat(300) })),
      budget,
    ),
  );
  expect(budget.spent.assumed.tokens).toBeGreaterThanOrEqual(100);
});

test('dollars without a price are refused at the start', () => {
  expect(() => createRunBudget({ usd: 1 })).toThrow(UsageError);
  expect(() => createTrialBudget({ usd: 1 })).toThrow(/--price/);
});

test('a waiting call that is aborted stops waiting', async () => {
  const budget = createRunBudget({ tokens: 300 });
  const controller = new AbortController();
  const slow = ask(
    withBudget(
      fakeModel(() => sleep(30).then(() => response())),
      budget,
    ),
  );
  const waiting = errorOf(
    ask(
      withBudget(
        fakeModel(() => response()),
        budget,
      ),
      {},
      controller.signal,
    ),
  );
  controller.abort(new Error('stopped'));
  expect((await waiting).message).toBe('stopped');
  await slow;
});

test("a trial's budget counts every answer once, whoever paid for it, and ends as a limit", () => {
  const budget = createTrialBudget({ tokens: 240 });
  budget.check();
  budget.add('key-1', request(), response());
  budget.add('key-1', request(), response());
  budget.check();
  budget.add('key-2', request(), response());
  expect(() => budget.check()).toThrow(LimitError);
  expect(() => budget.check()).toThrow(/trial-budget-tokens 240, bound 240/);
});

test("a trial's dollars are counted from the price, as if it ran alone", () => {
  const budget = createTrialBudget({ usd: usdOfOne * 1.5, price });
  budget.add('key-1', request(), response());
  budget.check();
  budget.add('key-2', request(), response());
  expect(() => budget.check()).toThrow(/trial-budget-usd/);
});
