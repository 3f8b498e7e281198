import { expect, test } from 'vitest';
import { createSampler, type ResponseStore, withSeed } from '../../harness/models/stored/sampling.ts';
import type { ModelResponse } from '../../harness/types/model.ts';
import { fakeModel, response } from '../fixtures/fake-model.ts';
import { request } from '../fixtures/requests.ts';

test('each draw has a seed of its own, but at temperature 0 equal requests stay equal', () => {
  const draws = [
    { sample: 0, occurrence: 0 },
    { sample: 0, occurrence: 1 },
    { sample: 1, occurrence: 0 },
    { sample: 0, occurrence: 0, kRun: 3 },
  ];
  expect(draws.map((draw) => withSeed(request(), 7, draw).seed)).toEqual([7, 8, 1007, 3_000_007]);
  expect(draws.map((draw) => withSeed(request({ temperature: 0 }), 7, draw).seed)).toEqual([7, 7, 7, 7]);
  expect(withSeed(request(), undefined, { sample: 1, occurrence: 1 })).toEqual(request());
});

test('with a store an answer is fetched once, whether the second asker comes during the call or long after', async () => {
  const stored = new Map<string, ModelResponse>();
  const store: ResponseStore = {
    get: async (key) => stored.get(key),
    put: async (key, _request, answer) => void stored.set(key, answer),
  };
  const model = fakeModel(() => response());
  const origins: string[] = [];
  const sampler = createSampler(model, store, (origin) => void origins.push(origin));
  const { signal } = new AbortController();
  await Promise.all([sampler.sample('a', request(), signal), sampler.sample('a', request(), signal)]);
  await sampler.sample('a', request(), signal);
  expect(model.calls).toBe(1);
  expect(origins).toEqual(['asked', 'shared', 'shared']);
  expect(sampler.counts).toEqual({ asked: 1, stored: 0, shared: 2 });
});
