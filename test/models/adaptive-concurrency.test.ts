import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createAdaptiveLimiter, type LimitChange } from '../../harness/models/middleware/adaptive-concurrency.ts';
import { TransportError } from '../../harness/models/providers/transport-error.ts';
import { errorOf } from '../fixtures/requests.ts';

const never = new AbortController().signal;
const overload = new TransportError('rate-limit', '429');

test('no more calls are under way than the limit, and they come in the order they asked', async () => {
  const limiter = createAdaptiveLimiter({ floor: 1, ceiling: 3 });
  const started: number[] = [];
  let most = 0;
  const calls = Array.from({ length: 12 }, (_, index) =>
    limiter.run(never, async () => {
      started.push(index);
      most = Math.max(most, limiter.inFlight);
      await sleep(2);
    }),
  );
  await Promise.all(calls);
  expect(most).toBe(3);
  expect(started).toEqual(Array.from({ length: 12 }, (_, index) => index));
  expect(limiter.inFlight).toBe(0);
});

test('a 429 halves the limit at once; the other failures of the same burst do not halve it again', async () => {
  const trace: LimitChange[] = [];
  const limiter = createAdaptiveLimiter({ floor: 1, ceiling: 8, onChange: (change) => trace.push(change) });
  const fail = () => limiter.run(never, () => sleep(1).then(() => Promise.reject(overload)));
  await Promise.all(Array.from({ length: 8 }, () => errorOf(fail())));
  expect(limiter.limit).toBe(4);
  await errorOf(fail());
  expect(limiter.limit).toBe(2);
  await errorOf(fail());
  await errorOf(fail());
  expect(limiter.limit).toBe(1);
  expect(trace.map(({ limit }) => limit)).toEqual([4, 2, 1]);
});

test('successes raise the limit by one per round, up to the ceiling and not beyond', async () => {
  const limiter = createAdaptiveLimiter({ floor: 2, ceiling: 4 });
  await errorOf(limiter.run(never, () => Promise.reject(overload)));
  expect(limiter.limit).toBe(2);
  const succeed = async (times: number): Promise<void> => {
    for (let call = 0; call < times; call++) await limiter.run(never, async () => undefined);
  };
  await succeed(3);
  expect(limiter.limit).toBe(3);
  await succeed(4);
  expect(limiter.limit).toBe(4);
  await succeed(50);
  expect(limiter.limit).toBe(4);
});

test('other errors change nothing', async () => {
  const limiter = createAdaptiveLimiter({ floor: 1, ceiling: 4 });
  await errorOf(limiter.run(never, () => Promise.reject(new TransportError('server', '500'))));
  expect(limiter.limit).toBe(4);
});

test('a call that waits and is aborted leaves the queue', async () => {
  const limiter = createAdaptiveLimiter({ floor: 1, ceiling: 1 });
  const controller = new AbortController();
  const first = limiter.run(never, () => sleep(20));
  const waiting = errorOf(limiter.run(controller.signal, async () => 'never'));
  const third = limiter.run(never, async () => 'third');
  controller.abort(new Error('stopped'));
  expect((await waiting).message).toBe('stopped');
  await first;
  expect(await third).toBe('third');
  expect(limiter.inFlight).toBe(0);
});
