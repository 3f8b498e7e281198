import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsageError } from '../../harness/errors.ts';
import { createRunBudget } from '../../harness/models/middleware/budget.ts';
import { runBench } from '../fixtures/bench.ts';
import { startKataServer } from '../fixtures/kata-server.ts';
import type { ProviderServer } from '../fixtures/provider-server.ts';

let writer: ProviderServer;
let critic: ProviderServer;
beforeAll(async () => {
  [writer, critic] = [await startKataServer(), await startKataServer()];
});
afterAll(async () => {
  await writer.close();
  await critic.close();
});

const schemasOf = ({ requests }: ProviderServer): Set<string> =>
  new Set(
    requests.map(
      ({ body }) => (body.response_format as { json_schema: { name: string } } | undefined)?.json_schema.name ?? 'text',
    ),
  );
const criticId = () => `openai-compatible:c@${critic.url}`;
const codegrad = { conditions: ['baseline', 'codegrad'], k: [1], limit: 3, maxOutputTokens: 1024 };

test('a second server sees the critic’s calls only, and the run says who it was', async () => {
  const { folder, said, error } = await runBench(writer.url, { ...codegrad, critic: criticId() });
  expect(error).toBeUndefined();
  expect(schemasOf(critic)).toEqual(new Set(['axes', 'gate']));
  expect(schemasOf(writer)).toEqual(new Set(['text', 'proof']));
  const { identity } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    identity: { model: string; critic: string };
  };
  expect([identity.model, identity.critic]).toEqual(['openai-compatible:q', 'openai-compatible:c']);
  expect(readFileSync(join(folder, 'tables.md'), 'utf8')).toContain('critic: openai-compatible:c');
  expect(said).toContain('with the critic openai-compatible:c');
  expect(said).toMatch(/critic: model calls: \d+ made/);
});

test('a plan tells the critic’s calls by their own names', async () => {
  const { said, error } = await runBench(writer.url, { ...codegrad, critic: criticId(), plan: true });
  expect(error).toBeUndefined();
  expect(said).toMatch(/of these 9 of the critic openai-compatible:c/);
  expect(said).toMatch(/mean tokens per call: generate [^;]*; regenerate [^;]*; prove /);
  expect(said).toMatch(/critic, estimated: [^(]*\(mean tokens per call: review [^;]*; verify /);
});

test.each([
  ['that no arm has', { conditions: ['baseline'] }, /--critic .*no arm of baseline has a critic/],
  ['of no known form', { critic: 'nobody' }, /model 'nobody': expected one of/],
  ['that is a recording', { critic: 'recorded:kata' }, /expected a model, not a recording/],
  ['without a price', { budgetUsd: 1, price: { inputUsd: 1, outputUsd: 1 } }, /--critic-price/],
] as const)('a critic %s is refused in one sentence', async (_what, changed, message) => {
  const { error } = await runBench(writer.url, { ...codegrad, critic: criticId(), ...changed });
  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toMatch(message);
  expect(String(error).trim().split('\n')).toHaveLength(1);
});

test('a critic that is not there is said before anything is asked', async () => {
  const gone = await startKataServer();
  await gone.close();
  const asked = writer.requests.length;
  const { error } = await runBench(writer.url, { ...codegrad, critic: `openai-compatible:c@${gone.url}`, probe: true });
  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toMatch(/openai-compatible:c: .*Nothing was asked/);
  expect(writer.requests.slice(asked).every(({ body }) => body.messages === undefined)).toBe(true);
});

test('one budget holds for both models, each at its own price', async () => {
  const budget = createRunBudget({ usd: 3, price: { inputUsd: 0, outputUsd: 1e6 } });
  const shared = budget.shared({ inputUsd: 0, outputUsd: 2e6 }, { usd: 0, tokens: 0 });
  const request = { role: 'judge', messages: [], temperature: 0, maxOutputTokens: 1 } as const;
  const usage = { inputTokens: 0, outputTokens: 1 };
  const response = { text: '', finishReason: 'stop', rawFinishReason: 'stop', usage, costUsd: undefined } as const;
  const { signal } = new AbortController();
  (await budget.reserve(request, signal)).settle(response);
  (await shared.reserve(request, signal)).settle(response);
  expect([budget.spent.usd, shared.spent.usd]).toEqual([1, 2]);
  await expect(budget.reserve(request, signal)).rejects.toThrow('--budget-usd 3 is reached ($3.0000 spent)');
  await expect(shared.reserve(request, signal)).rejects.toThrow('is reached');
});
