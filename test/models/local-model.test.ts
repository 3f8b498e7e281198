import { describe, expect, test } from 'vitest';
import { LimitError } from '../../harness/errors.ts';
import { z } from '../../harness/storage/schema.ts';
import { answerSchema, parseAnswer } from '../../harness/trial/answer-schema.ts';
import { ask, errorOf, modelsAt } from '../fixtures/requests.ts';

/** A server of a real model that speaks all three formats, as llama.cpp does: `LUCID_BENCH_LOCAL_MODEL=http://127.0.0.1:8080`. */
const url = process.env.LUCID_BENCH_LOCAL_MODEL;
if (url === undefined) {
  console.warn(
    'NOT TESTED: the adapters against a real model (set LUCID_BENCH_LOCAL_MODEL to the address of a llama.cpp server)',
  );
}

const judgement = answerSchema(
  'judgement',
  z.object({ critique: z.string().max(80), verdict: z.enum(['PASS', 'FAIL']) }),
);
const user = (content: string) => [{ role: 'user' as const, content }];
// The server may be busy with somebody else's study.
const minutes = 10 * 60_000;

describe.skipIf(url === undefined).each(['chat', 'responses', 'messages'] as const)('a real model over %s', (wire) => {
  const model = modelsAt(url ?? 'http://127.0.0.1:1', { timeouts: { callMs: minutes, idleMs: minutes } })[wire];

  test('text, usage and the served model come out, and a cut answer is a length stop', {
    timeout: minutes,
  }, async () => {
    const response = await ask(model, { messages: user('Count from one to fifty in words.'), maxOutputTokens: 8 });
    console.log(wire, JSON.stringify(response));
    expect(response.text.length).toBeGreaterThan(0);
    expect(response.finishReason).toBe('length');
    expect(response.usage?.inputTokens).toBeGreaterThan(5);
    expect(response.usage?.outputTokens).toBe(8);
    expect(response.provenance?.servedModel).toMatch(/\w/);
  });

  test('a judge answers in the shape of a schema', { timeout: minutes }, async () => {
    const prompt =
      'Does `def double(x): return x * 2` double x? Answer with JSON only: {"critique": "a few words", "verdict": "PASS|FAIL"}';
    const { name, jsonSchema } = judgement;
    const fields = { role: 'judge' as const, messages: user(prompt), temperature: 0, maxOutputTokens: 60 };
    const response = await ask(model, { ...fields, schema: { name, jsonSchema } });
    console.log(wire, JSON.stringify(response.text), response.finishReason);
    expect(parseAnswer(response.text, judgement)).toMatchObject({ status: 'parsed' });
  });

  test('a prompt beyond its context is a limit with both numbers', { timeout: minutes }, async () => {
    const error = await errorOf(ask(model, { messages: user('a b '.repeat(9_000)), maxOutputTokens: 4 }));
    expect(error).toBeInstanceOf(LimitError);
    expect(error).toMatchObject({ limit: 'context' });
    console.log(wire, error.message);
  });
});
