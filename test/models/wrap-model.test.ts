import { expect, test } from 'vitest';
import type { LimitChange } from '../../harness/models/middleware/adaptive-concurrency.ts';
import { createRunBudget } from '../../harness/models/middleware/budget.ts';
import { defaultRetryPolicy, type FailedAttempt, realRetryParts } from '../../harness/models/middleware/retry.ts';
import { wrapModel } from '../../harness/models/middleware/wrap-model.ts';
import { type Behaviour, startProviderServer } from '../fixtures/provider-server.ts';
import { ask, errorOf, modelsAt } from '../fixtures/requests.ts';

const quick = {
  ...realRetryParts(Math.random),
  policy: { ...defaultRetryPolicy, firstWaitMs: 4, longestWaitMs: 20, attempts: 20 },
};

test.each(['chat', 'responses', 'messages'] as const)(
  'over %s, a server that misbehaves in every way and then heals yields the answer, and each failure is on record',
  async (wire) => {
    const troubles: Behaviour[] = [
      { kind: 'status', status: 429 },
      { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
      { kind: 'status', status: 500 },
      { kind: 'status', status: 529 },
      { kind: 'reset' },
      { kind: 'truncated' },
      { kind: 'silence' },
      { kind: 'cut' },
    ];
    const server = await startProviderServer((index) => troubles[index] ?? { kind: 'answer', text: 'healed' });
    const failed: FailedAttempt[] = [];
    const retry = { ...quick, onFailedAttempt: (one: FailedAttempt) => void failed.push(one) };
    const adapter = modelsAt(server.url, { timeouts: { callMs: 5_000, idleMs: 100 } })[wire];
    const { model } = wrapModel(adapter, { retry, concurrency: { floor: 1, ceiling: 4 } });
    expect(await ask(model)).toMatchObject({ text: 'healed', finishReason: 'stop' });
    expect(failed.map(({ kind }) => kind)).toEqual([
      'rate-limit',
      'rate-limit',
      'server',
      'overloaded',
      'connection',
      'malformed',
      'idle',
      'malformed',
    ]);
    await server.close();
  },
);

test('through a burst of 429s the server never sees more than the limit, and the limit comes back', async () => {
  const trace: LimitChange[] = [];
  const server = await startProviderServer((index) =>
    index >= 20 && index < 32 ? { kind: 'status', status: 429 } : { kind: 'answer', text: 'x', delayMs: 3 },
  );
  const adapter = modelsAt(server.url).chat;
  const concurrency = { floor: 1, ceiling: 8, onChange: (change: LimitChange) => void trace.push(change) };
  const { model, limiter } = wrapModel(adapter, { retry: quick, concurrency });
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask(model)));
  expect(answers).toHaveLength(200);
  expect(server.requests).toHaveLength(212);
  expect(server.mostInFlight).toBeLessThanOrEqual(8);
  const limits = trace.map(({ limit }) => limit);
  console.log(`limit through a burst of 12 429s at --concurrency 8: 8 ${limits.join(' ')}`);
  expect(Math.min(...limits)).toBeLessThanOrEqual(4);
  expect(limiter.limit).toBe(8);
  await server.close();
});

test('a wrong key stops the model after three calls and costs nothing', async () => {
  const server = await startProviderServer(() => ({ kind: 'status', status: 401 }));
  const budget = createRunBudget({ tokens: 10_000 });
  let stops = 0;
  const { model } = wrapModel(modelsAt(server.url).messages, {
    retry: quick,
    concurrency: { floor: 1, ceiling: 1 },
    budget,
    onStop: () => stops++,
  });
  for (let call = 0; call < 6; call++) await errorOf(ask(model));
  expect(server.requests).toHaveLength(3);
  expect(stops).toBe(1);
  expect(budget.spent.tokens).toBe(0);
  await server.close();
});

test('an attempt whose answer got lost on the way counts against the budget', async () => {
  const server = await startProviderServer((index) =>
    index === 0 ? { kind: 'reset' } : { kind: 'answer', text: 'x' },
  );
  const budget = createRunBudget({ tokens: 10_000 });
  const { model } = wrapModel(modelsAt(server.url).chat, {
    retry: quick,
    concurrency: { floor: 1, ceiling: 1 },
    budget,
  });
  await ask(model);
  expect(budget.spent.tokens - budget.spent.assumed.tokens).toBe(120);
  expect(budget.spent.assumed.tokens).toBeGreaterThan(256);
  await server.close();
});
