import { join } from 'node:path';
import { createClient } from '../models/create-client.ts';
import { realRetryParts } from '../models/middleware/retry.ts';
import { compatibleAccepts } from '../models/providers/accepts.ts';
import { createFetch, defaultTimeouts } from '../models/providers/http.ts';
import { createOpenAiClient, createOpenAiModel } from '../models/providers/openai.ts';
import { openResponseStore } from '../models/stored/response-store.ts';
import { sampleKey } from '../models/stored/sampling.ts';
import { timingLine } from '../records/records.ts';
import { median } from '../statistics/median.ts';
import { openLineFile } from '../storage/line-file.ts';
import { markdownTable } from '../text/markdown-table.ts';
import type { ModelRequest } from '../types/model.ts';

interface MeasuredCalls {
  /** Milliseconds of one streamed call by the SDK alone. */
  raw(): Promise<number>;
  /** Milliseconds of the n-th call through everything a run puts around it; each is a call of its own, asked and stored. */
  harness(index: number): Promise<number>;
}

/** What so many calls took, one at a time: by the SDK alone and through the harness in turn, block by block. */
interface CallTimes {
  readonly calls: number;
  /** Milliseconds, medians. */
  readonly rawMs: number;
  readonly harnessMs: number;
  /** Megabytes of heap after each block, garbage collected. */
  readonly heapMb: readonly number[];
}

/** Both in turn within a block, so that whatever else the machine does meets both. */
export async function timeCalls(
  measured: MeasuredCalls,
  { calls, block }: { readonly calls: number; readonly block: number },
  heapMb: () => number,
): Promise<CallTimes> {
  const [raw, harness, heap]: [number[], number[], number[]] = [[], [], []];
  for (let call = 0; call < calls; call++) {
    raw.push(await measured.raw());
    harness.push(await measured.harness(call));
    if ((call + 1) % block === 0) heap.push(heapMb());
  }
  return { calls, rawMs: median(raw) ?? Number.NaN, harnessMs: median(harness) ?? Number.NaN, heapMb: heap };
}

export function callsMarkdown(
  { calls, rawMs, harnessMs, heapMb }: CallTimes,
  facts: Readonly<Record<string, string | number | boolean>>,
): string {
  const milliseconds = (value: number): string => value.toFixed(2);
  const rows = [
    ['SDK alone, milliseconds a call', milliseconds(rawMs)],
    ['through the harness, milliseconds a call', milliseconds(harnessMs)],
    ['what the harness adds', milliseconds(harnessMs - rawMs)],
    ['heap at the beginning, MB', (heapMb[0] ?? Number.NaN).toFixed(1)],
    ['heap at the end, MB', (heapMb.at(-1) ?? Number.NaN).toFixed(1)],
  ];
  return `${[
    '# What the harness adds to a model call',
    `${calls.toLocaleString('en')} calls, one at a time, to a server in the same process that answers at once, in a stream: by the SDK alone and through the harness (store, budget, breaker, retries, gate, record) in turn. Medians. Left out: connections to a machine elsewhere, several calls at a time, what a condition does between calls.`,
    markdownTable({ header: ['what', 'value'], rows, textColumns: [0] }),
    Object.entries(facts)
      .map(([name, value]) => `- ${name}: ${value}`)
      .join('\n'),
  ].join('\n\n')}\n`;
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
