import { describe, expect, test } from 'vitest';
import { LimitError } from '../../harness/errors.ts';
import { TransportError } from '../../harness/models/providers/transport-error.ts';
import { flooded } from '../fixtures/flood.ts';
import { type Behaviour, startProviderServer } from '../fixtures/provider-server.ts';
import { ask, errorOf, modelsAt } from '../fixtures/requests.ts';

const wires = ['chat', 'responses', 'messages'] as const;

/** One call of each wire format against a server that does one thing. */
async function withServer<T>(
  behaviour: Behaviour,
  use: (models: ReturnType<typeof modelsAt>) => Promise<T>,
): Promise<T> {
  const server = await startProviderServer(() => behaviour);
  try {
    return await use(modelsAt(server.url, { price: { inputUsd: 2, cachedInputUsd: 1, outputUsd: 10 } }));
  } finally {
    await server.close();
  }
}

describe.each(wires)('over %s', (wire) => {
  const answer = (behaviour: Behaviour) => withServer(behaviour, (models) => ask(models[wire]));
  const failure = (behaviour: Behaviour) => withServer(behaviour, (models) => errorOf(ask(models[wire])));

  test('text, usage, cost, request id, served model and latency come out', async () => {
    const usage = { input: 100, output: 20, cached: 40 };
    const response = await answer({ kind: 'answer', text: 'def f(): …', usage, model: 'another-model-2' });
    expect(response).toMatchObject({
      text: 'def f(): …',
      finishReason: 'stop',
      usage: { inputTokens: 100, outputTokens: 20, cachedInputTokens: 40 },
      provenance: { requestId: 'req_1', servedModel: 'another-model-2' },
    });
    expect(response.costUsd).toBeCloseTo((60 * 2 + 40 * 1 + 20 * 10) / 1e6, 12);
    expect(response.provenance?.latencyMs).toBeGreaterThanOrEqual(0);
  });

  test('empty text, a length stop and a refusal are answers', async () => {
    expect(await answer({ kind: 'answer', text: '' })).toMatchObject({ text: '', finishReason: 'stop' });
    const cut = await answer({ kind: 'answer', text: 'def', end: 'length' });
    expect(cut).toMatchObject({ text: 'def', finishReason: 'length' });
    expect(cut.rawFinishReason).toMatch(/length|max/);
    const refusal = await answer({ kind: 'answer', text: 'I cannot.', end: 'refusal' });
    expect(refusal).toMatchObject({ text: 'I cannot.', finishReason: 'refusal' });
  });

  test('usage that is not told is undefined, and so is the cost', async () => {
    expect(await answer({ kind: 'answer', text: 'x', usage: false })).toMatchObject({
      usage: undefined,
      costUsd: undefined,
    });
  });

  test('a slow drip is an answer, for silence is measured between pieces', async () => {
    expect(await answer({ kind: 'drip', text: 'slowly', everyMs: 500 })).toMatchObject({ text: 'slowly' });
  });

  test.each([
    [429, 'rate-limit', true],
    [408, 'timeout', true],
    [409, 'conflict', true],
    [500, 'server', true],
    [502, 'server', true],
    [503, 'overloaded', true],
    [529, 'overloaded', true],
    [400, 'rejected', false],
    [401, 'rejected', false],
    [404, 'rejected', false],
    [422, 'rejected', false],
  ] as const)('HTTP %i is the transport error %s', async (status, kind, isRetryable) => {
    const error = await failure({ kind: 'status', status });
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ kind, isRetryable, details: { status } });
    expect(error.message).toContain(`this is a ${status}`);
  });

  test('Retry-After is read in seconds', async () => {
    const error = await failure({ kind: 'status', status: 429, headers: { 'retry-after': '7' } });
    expect(error).toMatchObject({ kind: 'rate-limit', details: { retryAfterMs: 7_000 } });
    expect(await failure({ kind: 'status', status: 429 })).not.toHaveProperty('details.retryAfterMs');
  });

  test.each([
    ['reset', 'connection'],
    ['truncated', 'malformed'],
    ['cut', 'malformed'],
    ['page', 'malformed'],
    ['silence', 'idle'],
  ] as const)('%s is the transport error %s, never an answer', async (kind, expected) => {
    const error = await failure({ kind });
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ kind: expected, isRetryable: true, mayBeBilled: true });
  });

  test.each([
    ['overloaded_error', 'overloaded'],
    ['rate_limit_exceeded', 'rate-limit'],
    ['server_error', 'server'],
  ])('%s reported in the middle of the answer is the transport error %s', async (word, expected) => {
    const error = await failure({ kind: 'error-event', word });
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ kind: expected, isRetryable: true });
  });

  test.each(['events', 'one-line', 'keep-alive', 'gzip', 'empty-gzip', 'headers'] as const)(
    'a flood of %s ends at a bound that follows from the output limit, as a failed call',
    async (shape) => {
      const error = await failure({ kind: 'flood', shape });
      expect(error).toBeInstanceOf(TransportError);
      expect(error).toMatchObject({ kind: 'oversized', isRetryable: true, mayBeBilled: true });
      expect(flooded.bytes).toBeLessThan(8 << 20);
    },
  );

  test('the report of an error that does not end is cut, and the error is what its status says', async () => {
    const error = await failure({ kind: 'flood', shape: 'error-body' });
    expect(error).toMatchObject({ kind: 'server', details: { status: 500 } });
    expect(error.message.length).toBeLessThan(600);
    expect(flooded.bytes).toBeLessThan(8 << 20);
  });

  test.each([301, 302, 303, 307, 308])(
    'HTTP %i is not followed: neither key nor prompt go to another host',
    async (status) => {
      const other = await startProviderServer(() => ({ kind: 'answer', text: 'from elsewhere' }));
      const server = await startProviderServer(() => ({ kind: 'redirect', status, to: `${other.url}/v1/messages` }));
      const environment = { OPENAI_COMPATIBLE_API_KEY: 'key-1234567', ANTHROPIC_COMPATIBLE_API_KEY: 'key-1234567' };
      const error = await errorOf(ask(modelsAt(server.url, { environment })[wire]));
      expect(error).toMatchObject({ kind: 'rejected', isRetryable: false });
      expect(error.message).toContain(server.url);
      expect(error.message).toContain(other.url);
      expect(server.requests).toHaveLength(1);
      expect(other.requests).toHaveLength(0);
      await server.close();
      await other.close();
    },
  );

  test('a hang ends at the whole-call timeout', async () => {
    const server = await startProviderServer(() => ({ kind: 'hang' }));
    const model = modelsAt(server.url, { timeouts: { callMs: 150 } })[wire];
    expect(await errorOf(ask(model))).toMatchObject({ kind: 'timeout', isRetryable: true });
    await server.close();
  });

  test('an abort is the abort and not a transport error', async () => {
    const server = await startProviderServer(() => ({ kind: 'hang' }));
    const controller = new AbortController();
    const call = ask(modelsAt(server.url)[wire], {}, controller.signal);
    setTimeout(() => controller.abort(new Error('stopped by hand')), 50);
    expect((await errorOf(call)).message).toBe('stopped by hand');
    await server.close();
  });

  test('a prompt that does not fit is a limit, whoever says it', async () => {
    const bodies = [
      {
        error: {
          message:
            "This model's maximum context length is 8192 tokens. However, you requested 9001 tokens (8001 in the messages, 1000 in the completion).",
          type: 'invalid_request_error',
          code: 'context_length_exceeded',
        },
      },
      {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'prompt is too long: 9001 tokens > 8192 maximum' },
      },
      {
        error: {
          code: 400,
          message: 'request (9001 tokens) exceeds the available context size (8192 tokens), try increasing it',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 9001,
          n_ctx: 8192,
        },
      },
    ];
    for (const body of bodies) {
      const error = await failure({ kind: 'status', status: 400, body });
      expect(error).toBeInstanceOf(LimitError);
      expect(error).toMatchObject({ limit: 'context', value: 9001, bound: 8192 });
    }
  });

  test('nobody listening is a transport error that cost nothing', async () => {
    const server = await startProviderServer(() => ({ kind: 'hang' }));
    await server.close();
    const error = await errorOf(ask(modelsAt(server.url)[wire]));
    expect(error).toMatchObject({ kind: 'unreachable', isRetryable: true, mayBeBilled: false });
  });
});

test('an empty account is not waited for', async () => {
  const body = {
    error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' },
  };
  const error = await withServer({ kind: 'status', status: 429, body }, ({ chat }) => errorOf(ask(chat)));
  expect(error).toMatchObject({ kind: 'rejected', isRetryable: false });
});

test("OpenAI's own refusal to run a prompt is an answer, for it comes again each time", async () => {
  const behaviour = { kind: 'error-event', word: 'invalid_prompt' } as const;
  const answer = await withServer(behaviour, ({ responses }) => ask(responses));
  expect(answer).toMatchObject({ finishReason: 'content-filter', rawFinishReason: 'invalid_prompt', usage: undefined });
});

describe('what a server tells beside its answer is taken only when it is what it should be', () => {
  const chunk = (fields: object) => ({ id: '1', object: 'chat.completion.chunk', created: 1, model: 'q', ...fields });
  const piece = (content: unknown) => chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  const end = (word: unknown) => chunk({ choices: [{ index: 0, delta: {}, finish_reason: word }] });
  const chat = (events: readonly object[]) => withServer({ kind: 'events', events }, (models) => ask(models.chat));

  test.each([-5, 1.5, 1e300, '12', null, {}])('a count of %j tokens is unknown', async (count) => {
    const usage = { prompt_tokens: count, completion_tokens: 20 };
    const answer = await chat([piece('x'), end('stop'), chunk({ choices: [], usage })]);
    expect(answer).toMatchObject({ text: 'x', usage: undefined });
  });

  test.each(['constructor', '__proto__', 'toString'])('an end called %s is another one', async (word) => {
    expect(await chat([piece('x'), end(word)])).toMatchObject({ finishReason: 'other', rawFinishReason: word });
  });

  test("control characters in a model's name are not its name", async () => {
    const answer = await chat([
      { ...piece('x'), model: '\u001b[2Jevil' },
      { ...end('stop'), model: 7 },
    ]);
    expect(answer.provenance).not.toHaveProperty('servedModel');
  });

  test('an answer that is no text is no answer', async () => {
    const error = await errorOf(chat([piece({ text: 'x' }), end('stop')]));
    expect(error).toMatchObject({ kind: 'malformed', isRetryable: true });
  });
});
