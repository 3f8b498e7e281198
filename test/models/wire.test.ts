import { expect, test } from 'vitest';
import { z } from '../../harness/storage/schema.ts';
import { answerSchema } from '../../harness/trial/answer-schema.ts';
import { type ReceivedRequest, startProviderServer } from '../fixtures/provider-server.ts';
import { ask, errorOf, modelsAt } from '../fixtures/requests.ts';

const { type: _, ...schema } = answerSchema('judgement', z.object({ verdict: z.enum(['PASS', 'FAIL']) }));
const messages = [
  { role: 'system' as const, content: 'Be brief.' },
  { role: 'user' as const, content: 'Judge.' },
];

/** What one request looks like in each wire format. */
async function sent(fields: Parameters<typeof ask>[1], key?: string): Promise<Record<string, ReceivedRequest>> {
  const server = await startProviderServer(() => ({ kind: 'answer', text: '{"verdict": "PASS"}' }));
  const environment =
    key === undefined
      ? {}
      : {
          OPENAI_COMPATIBLE_API_KEY: key,
          ANTHROPIC_COMPATIBLE_API_KEY: key,
          OPENAI_API_KEY: 'sk-real',
          ANTHROPIC_API_KEY: 'sk-ant-real',
        };
  for (const model of Object.values(modelsAt(server.url, { environment }))) await ask(model, fields);
  await server.close();
  return Object.fromEntries(server.requests.map((request) => [request.wire, request]));
}

test('temperature, top-p, top-k, seed, token limit and schema are in the request where the format has them', async () => {
  const fields = { messages, temperature: 0.7, topP: 0.9, schema };
  const { chat, responses, messages: claude } = await sent(fields);
  expect(chat?.body).toMatchObject({
    model: 'q',
    messages,
    temperature: 0.7,
    top_p: 0.9,
    max_tokens: 256,
    stream_options: { include_usage: true },
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'judgement', strict: true, schema: schema.jsonSchema },
    },
  });
  expect(responses?.body).toMatchObject({
    input: messages,
    temperature: 0.7,
    top_p: 0.9,
    max_output_tokens: 256,
    store: false,
    text: { format: { type: 'json_schema', name: 'judgement', strict: true, schema: schema.jsonSchema } },
  });
  expect(claude?.body).toMatchObject({
    system: 'Be brief.',
    messages: [{ role: 'user', content: 'Judge.' }],
    temperature: 0.7,
    top_p: 0.9,
    max_tokens: 256,
    output_config: { format: { type: 'json_schema', schema: schema.jsonSchema } },
  });
  expect(claude?.headers['anthropic-version']).toBe('2023-06-01');
});

test("the provider's default sends no temperature at all", async () => {
  for (const { body } of Object.values(await sent({ temperature: undefined })))
    expect(body).not.toHaveProperty('temperature');
});

test("a compatible server is sent its own key and never a provider's", async () => {
  for (const { headers } of Object.values(await sent({}, 'local-key-12345'))) {
    expect(headers.authorization).toBe('Bearer local-key-12345');
    expect(JSON.stringify(headers)).not.toContain('real');
  }
});

test('a key that a server echoes is in no error message', async () => {
  const key = 'very-secret-key-987';
  const server = await startProviderServer((_index, { headers }) => ({
    kind: 'status',
    status: 401,
    body: {
      error: { type: 'authentication_error', message: `bad key ${headers.authorization} (sk-proj-abc***xyz12)` },
    },
  }));
  const environment = { OPENAI_COMPATIBLE_API_KEY: key, ANTHROPIC_COMPATIBLE_API_KEY: key };
  for (const model of Object.values(modelsAt(server.url, { environment }))) {
    const error = await errorOf(ask(model));
    const everything = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
    expect(everything).toContain('bad key');
    expect(everything).not.toContain(key);
    expect(everything).not.toContain('sk-proj');
  }
  await server.close();
});
