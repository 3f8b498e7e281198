import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataError } from '../../harness/errors.ts';
import { openResponseStore } from '../../harness/models/stored/response-store.ts';
import { createSampler, sampleKey } from '../../harness/models/stored/sampling.ts';
import { ReplayMissError, strictReplayModel } from '../../harness/models/stored/strict-replay.ts';
import { fakeModel, response } from '../fixtures/fake-model.ts';
import { errorOf, request } from '../fixtures/requests.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'response-store-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const never = new AbortController().signal;
const open = () => openResponseStore(folder, () => new Date('2026-01-02T03:04:05Z'));
const key = sampleKey('fake:model', request(), { sample: 0, occurrence: 0 });

test('a response comes back as it was put, with request and provenance beside it, sharded by its key', async () => {
  const full = response({
    usage: { inputTokens: 1, outputTokens: 2, cachedInputTokens: 3, reasoningTokens: 4 },
    costUsd: 0.5,
    provenance: { requestId: 'req_1', servedModel: 'm-1', latencyMs: 12 },
  });
  await open().put(key, request(), full);
  expect(await open().get(key)).toMatchObject(full);
  const stored = JSON.parse(await readFile(join(folder, key.slice(0, 2), `${key}.json`), 'utf8'));
  expect(stored).toMatchObject({
    key,
    request: request(),
    provenance: { requestId: 'req_1', storedAt: '2026-01-02T03:04:05.000Z' },
  });
  expect(await readdir(join(folder, key.slice(0, 2)))).toEqual([`${key}.json`]);
});

test('unknown usage, cost and temperature stay unknown', async () => {
  const bare = response({ usage: undefined, costUsd: undefined, rawFinishReason: undefined });
  await open().put(key, request({ temperature: undefined }), bare);
  const back = await open().get(key);
  expect(back).toMatchObject({ text: bare.text, usage: undefined, costUsd: undefined, rawFinishReason: undefined });
});

test('the first answer under a key stays, however many write at once', async () => {
  const stores = Array.from({ length: 8 }, open);
  await Promise.all(stores.map((store, index) => store.put(key, request(), response({ text: `answer ${index}` }))));
  const first = await open().get(key);
  await open().put(key, request(), response({ text: 'a later answer' }));
  expect(await open().get(key)).toEqual(first);
  expect(await readdir(join(folder, key.slice(0, 2)))).toEqual([`${key}.json`]);
});

test('what is not there is undefined; a spoiled file is an error and never a new call', async () => {
  const store = open();
  expect(await store.get(key)).toBeUndefined();
  expect(await store.has(key)).toBe(false);
  await store.put(key, request(), response());
  await writeFile(join(folder, key.slice(0, 2), `${key}.json`), '{"version":1,"key":"');
  const error = await errorOf(store.get(key));
  expect(error).toBeInstanceOf(DataError);
  expect(error.message).toContain(`${key}.json`);
});

test('all stored calls are listed by key', async () => {
  const store = open();
  const keys = [3, 1, 2].map((sample) => sampleKey('fake:model', request(), { sample, occurrence: 0 }));
  for (const one of keys) await store.put(one, request({ role: 'judge' }), response());
  const listed: string[] = [];
  for await (const call of store.all()) {
    listed.push(call.key);
    expect(call.request.role).toBe('judge');
  }
  expect(listed).toEqual([...keys].sort());
});

test('a second sampler over the same folder asks the model nothing', async () => {
  const model = fakeModel(() => response());
  const first = createSampler(model, open());
  await first.sample(key, request(), never);
  const second = createSampler(model, open());
  expect(await second.sample(key, request(), never)).toMatchObject({ text: response().text });
  expect(model.calls).toBe(1);
  expect(second.counts).toMatchObject({ asked: 0, stored: 1 });
});

test('strict replay gives what is stored, and names the request that is not', async () => {
  await open().put(key, request(), response());
  const misses: ReplayMissError[] = [];
  const sampler = createSampler(
    strictReplayModel('fake:model', (error) => misses.push(error)),
    open(),
  );
  expect((await sampler.sample(key, request(), never)).text).toBe(response().text);
  const other = request({
    role: 'judge',
    messages: [{ role: 'user', content: 'Is this right, in every case you can see?' }],
  });
  const otherKey = sampleKey('fake:model', other, { sample: 0, occurrence: 0 });
  const error = await errorOf(sampler.sample(otherKey, other, never));
  expect(error).toBeInstanceOf(ReplayMissError);
  expect(error.message).toContain("'judge'");
  expect(error.message).toContain('Is this right, in every case');
  expect(error.message).toContain(otherKey);
  expect(misses).toEqual([error]);
});
