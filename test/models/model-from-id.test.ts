import { describe, expect, test } from 'vitest';
import { UsageError } from '../../harness/errors.ts';
import { openAiApi, type SamplingChoice } from '../../harness/models/providers/accepts.ts';
import { type ModelOptions, modelFromId } from '../../harness/models/providers/model-from-id.ts';
import { fakeModel, response } from '../fixtures/fake-model.ts';
import { startProviderServer } from '../fixtures/provider-server.ts';
import { ask, errorOf, modelOptions } from '../fixtures/requests.ts';

const keys = { OPENAI_API_KEY: 'sk-test-openai-0123456789', ANTHROPIC_API_KEY: 'sk-ant-test-0123456789' };
const providerDefault: SamplingChoice = { temperature: 'provider-default' };
const open = (id: string, fields: Partial<ModelOptions> = {}) =>
  modelFromId(id, modelOptions({ environment: keys, ...fields }));

test('a model has an id without an address, so that a sample key does not depend on it', () => {
  expect(open('openai:gpt-4o').id).toBe('openai:gpt-4o');
  expect(open('anthropic:claude-haiku-4-5').id).toBe('anthropic:claude-haiku-4-5');
  expect(open('openai-compatible:Qwen/Q2.5:7b@http://127.0.0.1:1/v1').id).toBe('openai-compatible:Qwen/Q2.5:7b');
  expect(open('anthropic:q@http://127.0.0.1:1').id).toBe('anthropic-compatible:q');
});

test.each([
  'gpt-4o',
  '',
  'openai:',
  'openai-compatible:q',
  'openai-compatible:@http://127.0.0.1:1',
  'openai:gpt-4o@http://127.0.0.1:1',
  'gemini:flash',
])("the id '%s' is refused with the forms an id can have", (id) => {
  expect(() => open(id)).toThrow(UsageError);
  expect(() => open(id)).toThrow(/openai-compatible:<model>@<url>/);
});

test('an address that holds a secret is refused', () => {
  expect(() => open('openai-compatible:q@http://user:pass@127.0.0.1:1')).toThrow(/must not hold/);
  expect(() => open('openai-compatible:q@http://127.0.0.1:1/?key=1')).toThrow(/must not hold/);
});

test('a missing key is named; a compatible server needs none', () => {
  expect(() => modelFromId('openai:gpt-4o', modelOptions())).toThrow(/set OPENAI_API_KEY/);
  expect(() => modelFromId('anthropic:claude-haiku-4-5', modelOptions())).toThrow(/set ANTHROPIC_API_KEY/);
  modelFromId('openai-compatible:q@http://127.0.0.1:1', modelOptions());
});

test('kinds made elsewhere are bound by their word', () => {
  const simulated = (rest: string) => ({ ...fakeModel(() => response()), id: `made from ${rest}` });
  expect(open('simulated:strong-2025', { others: { simulated } }).id).toBe('made from strong-2025');
  expect(() => open('recorded:x', { others: { simulated } })).toThrow(/simulated:/);
});

describe('what a model does not accept is refused at the start, with the flag that settles it', () => {
  test.each([
    'openai:o3',
    'openai:o4-mini',
    'openai:gpt-5',
    'openai:gpt-5.2',
    'openai:gpt-6-sol',
    'openai:gpt-99',
    'anthropic:claude-opus-4-7',
    'anthropic:claude-sonnet-5-5',
    'anthropic:claude-mythos-preview',
    'anthropic:claude-opus-6',
  ])('%s takes no temperature', (id) => {
    expect(() => open(id)).toThrow(/--temperature provider-default/);
    expect(() => open(id, { sampling: { temperature: 0 } })).toThrow(UsageError);
    open(id, { sampling: providerDefault });
  });

  test.each([
    'openai:gpt-4o',
    'openai:gpt-4.1-mini',
    'openai:gpt-3.5-turbo',
    'openai:ft:gpt-4o-mini-2024-07-18:org::id',
    'openai:gpt-5-chat-latest',
    'anthropic:claude-3-5-haiku-20241022',
    'anthropic:claude-sonnet-4-20250514',
    'anthropic:claude-haiku-4-5',
    'anthropic:claude-opus-4-6',
  ])('%s takes one', (id) => {
    open(id);
  });

  test('with reasoning switched off, the models that allow it take a temperature', () => {
    open('openai:gpt-5.1', { sampling: { temperature: 0.7, reasoningEffort: 'none' } });
    expect(() => open('openai:gpt-5.1', { sampling: { temperature: 0.7, reasoningEffort: 'low' } })).toThrow(
      UsageError,
    );
  });

  test('top-p, top-k, seed and reasoning effort', () => {
    expect(() => open('openai:gpt-4o', { sampling: { ...providerDefault, topK: 5 } })).toThrow(/--top-k/);
    expect(() => open('openai:o3', { sampling: { ...providerDefault, topP: 0.5 } })).toThrow(/--top-p/);
    expect(() => open('openai:o3', { sampling: { ...providerDefault, seed: 1 } })).toThrow(/seed/);
    expect(() => open('anthropic:claude-haiku-4-5', { sampling: { temperature: 0, seed: 1 } })).toThrow(/seed/);
    expect(() => open('openai:gpt-4o', { sampling: { temperature: 0, reasoningEffort: 'low' } })).toThrow(/effort/);
    expect(() => open('anthropic:claude-haiku-4-5', { sampling: { temperature: 0, topP: 0.5 } })).toThrow(/together/);
    open('openai:gpt-4o', { sampling: { temperature: 0, topP: 0.5, seed: 1 } });
  });

  test('a model newer than this program can be told about', () => {
    open('openai:gpt-99', { accepts: { temperature: true } });
  });

  test('a request that slips past the start is refused too, and nothing is sent', async () => {
    const server = await startProviderServer(() => ({ kind: 'answer', text: 'x' }));
    const model = open(`anthropic:q@${server.url}`);
    expect(await errorOf(ask(model, { seed: 7 }))).toBeInstanceOf(UsageError);
    expect(server.requests).toHaveLength(0);
    await server.close();
  });
});

test('reasoning models are asked over Responses, the classic ones over Chat Completions', () => {
  expect(['gpt-4o', 'gpt-4.1', 'gpt-5-chat-latest'].map(openAiApi)).toEqual(['chat', 'chat', 'chat']);
  expect(['o3', 'gpt-5', 'gpt-5.1-codex', 'gpt-6-sol'].map(openAiApi)).toEqual(Array(4).fill('responses'));
});
