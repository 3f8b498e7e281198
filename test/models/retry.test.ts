import { expect, test } from 'vitest';
import { LimitError } from '../../harness/errors.ts';
import { defaultRetryPolicy, type FailedAttempt, withRetries } from '../../harness/models/middleware/retry.ts';
import { retryAfterMs, TransportError } from '../../harness/models/providers/transport-error.ts';
import { fakeModel, response } from '../fixtures/fake-model.ts';
import { ask, errorOf } from '../fixtures/requests.ts';

/** Retries whose waits are written down and not slept. */
function parts(random = 0.5) {
  const waits: number[] = [];
  const failed: FailedAttempt[] = [];
  return {
    waits,
    failed,
    policy: { ...defaultRetryPolicy, attempts: 4 },
    random: () => random,
    sleep: async (ms: number) => void waits.push(ms),
    onFailedAttempt: (one: FailedAttempt) => void failed.push(one),
  };
}

test('a transport error is tried again after a growing wait, and every failed attempt is reported', async () => {
  const model = fakeModel((index) => {
    if (index < 3) throw new TransportError('server', `broken ${index}`, { status: 500 });
    return response();
  });
  const retry = parts();
  expect((await ask(withRetries(model, retry))).text).toContain('def double');
  expect(retry.waits).toEqual([750, 1500, 3000]);
  expect(retry.failed.map(({ attempt, kind, status }) => [attempt, kind, status])).toEqual([
    [1, 'server', 500],
    [2, 'server', 500],
    [3, 'server', 500],
  ]);
});

test('it gives up after the last attempt and says how many there were', async () => {
  const model = fakeModel(() => {
    throw new TransportError('overloaded', 'overloaded');
  });
  const retry = parts();
  const error = await errorOf(ask(withRetries(model, retry)));
  expect(error).toMatchObject({ kind: 'overloaded', message: 'overloaded (given up after 4 attempts)' });
  expect(model.calls).toBe(4);
  expect(retry.failed.at(-1)).not.toHaveProperty('waitMs');
});

test('Retry-After is waited for, a little longer, and one beyond the bound ends the call', async () => {
  const asked = (ms: number) =>
    fakeModel((index) => {
      if (index === 0) throw new TransportError('rate-limit', '429', { retryAfterMs: ms });
      return response();
    });
  const retry = parts(0.25);
  await ask(withRetries(asked(20_000), retry));
  expect(retry.waits).toEqual([20_250]);
  const long = asked(3_600_000);
  expect(await errorOf(ask(withRetries(long, retry)))).toMatchObject({ kind: 'rate-limit' });
  expect(long.calls).toBe(1);
});

test.each([
  ['a rejected call', new TransportError('rejected', 'HTTP 401')],
  ['a context overflow', new LimitError('context', 9, 8)],
  ['a bug', new TypeError('oops')],
])('%s is not tried again', async (_name, error) => {
  const model = fakeModel(() => {
    throw error;
  });
  expect(await errorOf(ask(withRetries(model, parts())))).toBe(error);
  expect(model.calls).toBe(1);
});

test.each(['stop', 'length', 'refusal', 'content-filter', 'other'] as const)(
  'an answer that ends with %s, even an empty one, is never asked for again',
  async (finishReason) => {
    const model = fakeModel(() => response({ text: '', finishReason }));
    expect(await ask(withRetries(model, parts()))).toMatchObject({ text: '', finishReason });
    expect(model.calls).toBe(1);
  },
);

test('Retry-After is read in seconds, as a date and in milliseconds, and nonsense is no answer', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const read = (name: string, value: string) => retryAfterMs(new Headers({ [name]: value }), now);
  expect(read('retry-after', '1.5')).toBe(1_500);
  expect(read('retry-after', 'Thu, 01 Jan 2026 00:00:30 GMT')).toBe(30_000);
  expect(read('retry-after', 'Wed, 31 Dec 2025 23:59:00 GMT')).toBe(0);
  expect(read('retry-after-ms', '250')).toBe(250);
  expect(read('retry-after', 'soon')).toBeUndefined();
  expect(read('retry-after', '')).toBeUndefined();
  expect(retryAfterMs(undefined, now)).toBeUndefined();
});
