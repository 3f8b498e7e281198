import { join } from 'node:path';
import { createClient } from '../models/create-client.ts';
import { realRetryParts } from '../models/middleware/retry.ts';
import { compatibleAccepts } from '../models/providers/accepts.ts';
import { createFetch, defaultTimeouts } from '../models/providers/http.ts';
import { createOpenAiClient, createOpenAiModel } from '../models/providers/openai.ts';
import { openResponseStore } from '../models/stored/response-store.ts';
import { sampleKey } from '../models/stored/sampling.ts';
import { timingLine } from '../records/records.ts';
import { openLineFile } from '../storage/line-file.ts';
import type { ModelRequest } from '../types/model.ts';

interface MeasuredCalls {
  /** Milliseconds of one streamed call by the SDK alone. */
  raw(): Promise<number>;
  /** Milliseconds of the n-th call through everything a run puts around it; each is a call of its own, asked and stored. */
  harness(index: number): Promise<number>;
}

/** The same request by the SDK alone and through the harness, for `npm run benchmark:calls`. */
export async function measureCalls(
  url: string,
  folder: string,
  clock: { now(): number; date(): Date; random(): number },
): Promise<MeasuredCalls> {
  const timeouts = defaultTimeouts;
  const shared = { apiKey: undefined, keyName: '', baseUrl: url, timeouts, fetch: createFetch(timeouts, {}) };
  const client = await createOpenAiClient(shared);
  const known = { accepts: compatibleAccepts, price: { inputUsd: 1, outputUsd: 10 }, clock };
  const id = 'openai-compatible:quick';
  const model = createOpenAiModel({ ...shared, ...known, id, model: 'quick', api: 'chat' });
  const store = openResponseStore(join(folder, 'cache'), clock.date);
  const { file } = await openLineFile(join(folder, 'timings.jsonl'), timingLine);
  const { sampler } = createClient(
    { model, isRemote: true, store, price: known.price },
    {
      retry: realRetryParts(clock.random),
      concurrency: 8,
      usedBefore: [],
      date: clock.date,
      record: (event) => void file.append(event),
      onStop: () => undefined,
    },
  );
  const messages = [{ role: 'user' as const, content: 'Write double(x). '.repeat(40) }];
  const request: ModelRequest = { role: 'generate', messages, temperature: 0.7, maxOutputTokens: 256 };
  const { signal } = new AbortController();
  return {
    async raw() {
      const startedAt = clock.now();
      const body = { model: 'quick', messages, temperature: 0.7, max_tokens: 256, stream: true as const };
      const stream = await client.chat.completions.create({ ...body, stream_options: { include_usage: true } });
      for await (const _ of stream);
      return clock.now() - startedAt;
    },
    async harness(index) {
      const startedAt = clock.now();
      await sampler.sample(sampleKey(id, request, { sample: index, occurrence: 0 }), request, signal);
      return clock.now() - startedAt;
    },
  };
}
