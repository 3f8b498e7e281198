import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readRun } from '../../harness/records/stored-run.ts';
import { runBench } from '../fixtures/bench.ts';
import { comparableFiles } from '../fixtures/command.ts';
import { type KataAnswers, kataAnswers, startKataServer } from '../fixtures/kata-server.ts';
import { type Behaviour, type ReceivedRequest, startProviderServer } from '../fixtures/provider-server.ts';

const timeout = 120_000;
/** The request that goes wrong: the second task's. The first task is answered as always. */
const isSick = ({ body }: ReceivedRequest): boolean => JSON.stringify(body.messages).includes(sickTask);
let sickTask: string;
let answers: KataAnswers;
let clean: Record<string, string>;

beforeAll(async () => {
  answers = await kataAnswers();
  const server = await startKataServer();
  const { folder, error } = await runBench(server.url, { concurrency: 1 });
  expect(error).toBeUndefined();
  const prompts = server.requests.map(({ body }) => JSON.stringify(body.messages));
  sickTask = /def \w+\(/.exec(prompts[1] ?? '')?.[0] ?? 'no second request';
  clean = comparableFiles(folder);
  await server.close();
}, timeout);

/** A whole run against a server that is sick at one task, then the same run resumed after it healed. */
async function sickThenHealed(sickness: Behaviour, flags: Parameters<typeof runBench>[1] = {}) {
  let isHealed = false;
  const server = await startProviderServer((_, request) =>
    !isHealed && isSick(request) ? sickness : answers(request),
  );
  const sick = await runBench(server.url, flags);
  expect(sick.error).toBeUndefined();
  const ends = (await readRun(sick.folder)).trajectories.map(({ end }) => end);
  const sickRun = await readRun(sick.folder);
  const sickRequests = server.requests.length;
  const timings = readFileSync(join(sick.folder, 'timings.jsonl'), 'utf8');
  isHealed = true;
  const healed = await runBench(server.url, { ...flags, out: sick.folder, resume: true });
  expect(healed.error).toBeUndefined();
  await server.close();
  const requestsAfterHealing = server.requests.length - sickRequests;
  return { ends, sickRun, timings, requestsAfterHealing, healedFiles: comparableFiles(sick.folder) };
}

describe('what the transport did is an error, kept out of every rate, and mended by --resume', () => {
  test.each<[string, Behaviour, string]>([
    ['429 without Retry-After', { kind: 'status', status: 429 }, 'rate-limit'],
    ['429 with Retry-After', { kind: 'status', status: 429, headers: { 'retry-after': '0' } }, 'rate-limit'],
    ['500', { kind: 'status', status: 500 }, 'server'],
    ['529', { kind: 'status', status: 529 }, 'overloaded'],
    ['hang', { kind: 'hang' }, 'timeout'],
    ['connection reset mid-stream', { kind: 'reset' }, 'connection'],
    ['silence mid-stream', { kind: 'silence' }, 'idle'],
    ['truncated JSON', { kind: 'truncated' }, 'malformed'],
    ['an answer without its end', { kind: 'cut' }, 'malformed'],
    ['an error inside the stream', { kind: 'error-event', word: 'overloaded_error' }, 'overloaded'],
    ['a page instead of an answer', { kind: 'page' }, 'malformed'],
    ['an answer that does not end', { kind: 'flood', shape: 'events' }, 'oversized'],
    ['an answer that unpacks to a thousand times its size', { kind: 'flood', shape: 'gzip' }, 'oversized'],
  ])('%s', { timeout }, async (_name, sickness, failure) => {
    const isSlow = sickness.kind === 'hang' || sickness.kind === 'silence';
    // Only where the clock is what is tested: a busy machine must not make other answers late.
    const flags = isSlow ? { callTimeout: sickness.kind === 'hang' ? 3 : 60, idleTimeout: 1 } : {};
    const { ends, sickRun, timings, requestsAfterHealing, healedFiles } = await sickThenHealed(sickness, flags);
    expect(ends).toEqual([
      expect.objectContaining({ status: 'submitted' }),
      { status: 'error', kind: 'TransportError', message: expect.stringContaining('given up after 2 attempts') },
    ]);
    expect(sickRun.grades).toHaveLength(1);
    const events = timings
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const failed = events.filter(({ kind }) => kind === 'failed-attempt');
    expect(failed.map((event) => [event.attempt, event.failure])).toEqual([
      [1, failure],
      [2, failure],
    ]);
    const isOverload = failure === 'rate-limit' || failure === 'overloaded';
    expect(events.some(({ kind, reason }) => kind === 'limit-change' && reason === 'overload')).toBe(isOverload);
    expect(requestsAfterHealing).toBe(1);
    expect(healedFiles).toEqual(clean);
  });
});

describe('what the model did is an answer: kept, graded, never asked for again', () => {
  test.each<[string, Behaviour, object]>([
    ['empty content', { kind: 'answer', text: '' }, { finishReason: 'stop' }],
    ['a refusal', { kind: 'answer', text: 'I cannot help with that.', end: 'refusal' }, { finishReason: 'refusal' }],
    ['a content filter', { kind: 'answer', text: '', end: 'content-filter' }, { finishReason: 'content-filter' }],
    [
      'an answer cut at the limit',
      { kind: 'answer', text: '```python\ndef', end: 'length' },
      { finishReason: 'length' },
    ],
    ['a wrong model echoed', { kind: 'answer', text: 'no code', model: 'another-model' }, { finishReason: 'stop' }],
    ['a slow drip', { kind: 'drip', text: 'no code', everyMs: 100 }, { finishReason: 'stop' }],
    ['usage missing', { kind: 'answer', text: 'no code', usage: false }, { finishReason: 'stop', usage: undefined }],
  ])('%s', { timeout }, async (_name, sickness, expected) => {
    const { ends, sickRun, requestsAfterHealing, healedFiles } = await sickThenHealed(sickness);
    expect(ends.map(({ status }) => status)).toEqual(['submitted', 'submitted']);
    const call = sickRun.trajectories[1]?.steps[0]?.calls?.[0];
    expect({ usage: call?.usage, ...call }).toMatchObject(expected);
    expect(sickRun.grades[1]?.outcome.status).toBe('unsolved');
    expect(requestsAfterHealing).toBe(0);
    expect(JSON.parse(`[${healedFiles['grades.jsonl']?.trim().replaceAll('\n', ',')}]`)).toEqual(sickRun.grades);
  });

  test('a context that does not fit is a limit', { timeout }, async () => {
    const error = {
      code: 'context_length_exceeded',
      message: 'maximum context length is 8192 tokens, you requested 9000 tokens',
    };
    const { ends, requestsAfterHealing } = await sickThenHealed({ kind: 'status', status: 400, body: { error } });
    expect(ends[1]).toEqual({ status: 'limit', limit: 'context', value: 9000, bound: 8192 });
    expect(requestsAfterHealing).toBe(0);
  });
});

test.each<[string, Behaviour, string]>([
  ['a wrong key', { kind: 'status', status: 401 }, 'this is a 401'],
  ['a redirect', { kind: 'redirect', status: 307, to: 'http://elsewhere.invalid/v1' }, 'http://elsewhere.invalid/v1'],
])(
  '%s ends the run with one message, nothing is written down as the model’s failure, and it is resumed',
  {
    timeout,
  },
  async (_name, sickness, sentence) => {
    let isHealed = false;
    const server = await startProviderServer((_, request) => (isHealed ? answers(request) : sickness));
    const flags = { limit: 12, concurrency: 1 };
    const sick = await runBench(server.url, flags);
    expect(String(sick.error)).toContain('the same error 3 times in a row');
    expect(String(sick.error)).toContain(sentence);
    expect(sick.error).toMatchObject({ exitCode: 2 });
    expect(server.requests).toHaveLength(3);
    isHealed = true;
    const healed = await runBench(server.url, { ...flags, out: sick.folder, resume: true });
    expect(healed.error).toBeUndefined();
    const { trajectories, grades } = await readRun(sick.folder);
    expect(trajectories.map(({ end }) => end.status)).toEqual(Array(12).fill('submitted'));
    expect(grades).toHaveLength(12);
    await server.close();
  },
);
