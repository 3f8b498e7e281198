import { expect, test } from 'vitest';
import { LimitError, ModelError, ModelStoppedError } from '../../harness/errors.ts';
import { withBreaker } from '../../harness/models/middleware/breaker.ts';
import { TransportError } from '../../harness/models/providers/transport-error.ts';
import { fakeModel, response } from '../fixtures/fake-model.ts';
import { ask, errorOf } from '../fixtures/requests.ts';

const rejected = (message: string) => new TransportError('rejected', message, { status: 401 });

test('the same non-retryable error three times in a row stops the model with one message, once', async () => {
  const model = fakeModel((index) => {
    throw rejected(`HTTP 401: wrong key (request req_${index}abc)`);
  });
  const stops: ModelStoppedError[] = [];
  const guarded = withBreaker(model, (error) => stops.push(error));
  for (let call = 0; call < 3; call++) expect(await errorOf(ask(guarded))).toBeInstanceOf(TransportError);
  const after = await errorOf(ask(guarded));
  expect(after).toBeInstanceOf(ModelStoppedError);
  expect(after).toBeInstanceOf(ModelError);
  expect(after.message).toContain('3 times in a row');
  expect(after.message).toContain('wrong key');
  await errorOf(ask(guarded));
  expect(model.calls).toBe(3);
  expect(stops).toEqual([after]);
});

test('a success, another error or a prompt that is too long in between starts the count anew', async () => {
  const events = [
    rejected('a'),
    rejected('a'),
    undefined,
    rejected('a'),
    rejected('a'),
    rejected('b'),
    rejected('a'),
    rejected('a'),
    new LimitError('context', 9, 8),
    rejected('a'),
    rejected('a'),
    undefined,
  ];
  const model = fakeModel((index) => {
    const error = events[index];
    if (error !== undefined) throw error;
    return response();
  });
  const guarded = withBreaker(model);
  for (const _ of events) await ask(guarded).catch(() => undefined);
  expect(model.calls).toBe(events.length);
});

test('what is worth another try never stops the model', async () => {
  const model = fakeModel(() => {
    throw new TransportError('server', 'HTTP 500');
  });
  const guarded = withBreaker(model);
  for (let call = 0; call < 5; call++) await errorOf(ask(guarded));
  expect(model.calls).toBe(5);
});
