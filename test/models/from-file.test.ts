import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modelFromFile } from '../../harness/models/providers/from-file.ts';
import { runBench } from '../fixtures/bench.ts';
import { ROOT, temporaryFolder } from '../fixtures/command.ts';
import { errorOf } from '../fixtures/requests.ts';

/** A file that exports a model whose `generate` is this text. */
function adapter(generate: string, more = "id: 'own/one',"): string {
  const path = join(temporaryFolder(), 'model.ts');
  writeFileSync(
    path,
    `import { defineModel, LimitError, TransportError } from '${ROOT}/harness/model.ts';\nexport default defineModel({ ${more} generate: ${generate} });\n`,
  );
  return path;
}

const request = {
  role: 'generate',
  messages: [{ role: 'user', content: 'hello' }],
  temperature: 0.7,
  maxOutputTokens: 8,
  about: { basis: 'nothing', openClaims: [] },
} as const;

async function ask(path: string, callMs = 5_000) {
  const { model } = await modelFromFile(path, { callMs });
  return model.generate(request, { sampleKey: '', signal: new AbortController().signal });
}

test('a text alone is an answer; what the adapter knows of it is kept, what it does not know stays unknown', async () => {
  expect(await ask(adapter("async () => 'hi'"))).toEqual({
    text: 'hi',
    finishReason: 'stop',
    rawFinishReason: undefined,
    usage: undefined,
    costUsd: undefined,
  });
  const full =
    "async ({ maxOutputTokens }) => ({ text: 'cut', finishReason: 'length', usage: { inputTokens: 1, outputTokens: maxOutputTokens } })";
  expect(await ask(adapter(full))).toMatchObject({
    finishReason: 'length',
    usage: { inputTokens: 1, outputTokens: 8 },
  });
});

test('it is sent what every provider is sent, not what the harness knows beside', async () => {
  const sent = await ask(adapter('async (request) => JSON.stringify(request)'));
  expect(JSON.parse(sent.text)).not.toHaveProperty('about');
});

test('its id is its own: no answer of a provider is taken for one of it', async () => {
  const { model } = await modelFromFile(adapter("async () => ''", "id: 'openai:gpt-5',"), { callMs: 10 });
  expect(model.id).toBe('file:openai:gpt-5');
});

test.each([
  ['a failed call', "async () => { throw new Error('reset\\n at line 3') }", 'connection', /model\.ts: Error: reset$/],
  ['a bug', 'async () => undefined.text', 'rejected', /TypeError/],
  ['a bug before the first wait', '() => nothing()', 'rejected', /ReferenceError: nothing/],
  ['what it says itself', "async () => { throw new TransportError('overloaded', 'later') }", 'overloaded', /^later$/],
  ['an answer that is none', 'async () => ({ text: 5 })', 'rejected', /field text/],
  ['no answer', 'async () => null', 'rejected', /field the answer itself/],
  [
    'tokens that cannot be',
    "async () => ({ text: '', usage: { inputTokens: -1, outputTokens: 0 } })",
    'rejected',
    /field usage/,
  ],
  ['a field nobody knows', "async () => ({ text: '', tokens: 1 })", 'rejected', /tokens/],
  [
    'an answer that never comes',
    'async () => new Promise(() => undefined)',
    'timeout',
    /no complete answer within 50 ms/,
  ],
])('%s is a failed call', async (_name, generate, kind, sentence) => {
  const error = await errorOf(ask(adapter(generate), 50));
  expect(error).toMatchObject({ name: 'TransportError', kind });
  expect(error.message).toMatch(sentence);
  expect(error.message).not.toContain('\n');
});

test('a request that does not fit is a limit', async () => {
  const error = await errorOf(ask(adapter("async () => { throw new LimitError('context', 9, 8) }")));
  expect(error).toMatchObject({ name: 'LimitError', limit: 'context' });
});

test.each([
  ['export default 5', /expected "export default defineModel/],
  ["export default { id: 'a b', async generate() {} }", /field id: expected 1 to 200 printable/],
  ["export default { id: 'a' }", /field generate: expected a function/],
  ["throw new Error('no\\nwhere')", /cannot be loaded: Error: no$/],
  ['const = 5', /cannot be loaded/],
])('a file that holds %s is one sentence', async (text, sentence) => {
  const path = join(temporaryFolder(), 'model.ts');
  writeFileSync(path, text);
  const error = await errorOf(modelFromFile(path, { callMs: 10 }));
  expect(error.name).toBe('UsageError');
  expect(error.message).toMatch(sentence);
});

test('a file that is not there ends the command in one sentence; a broken adapter stops the run and leaves it to resume', async () => {
  const missing = await runBench('', { model: 'file:nowhere.ts' });
  expect(String(missing.error)).toBe('UsageError: model file:nowhere.ts: expected a file, found none');
  const broken = await runBench('', { model: `file:${adapter('async () => ({})')}`, limit: 12, concurrency: 2 });
  expect(String(broken.error)).toMatch(/the same error 3 times in a row.*field text/);
});

test('made-up answers are said to be simulated and are not kept among those that were paid for', async () => {
  const path = adapter("async () => 'pass'", "id: 'own/made', isSimulated: true,");
  const { said, error } = await runBench('', { model: `file:${path}` });
  expect(error).toBeUndefined();
  expect(said).toMatch(/simulated/i);
});
