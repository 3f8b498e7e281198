import { expect, test } from 'vitest';
import { UsageError } from '../../harness/errors.ts';
import { costOf, knownPrice, parsePrice } from '../../harness/models/providers/prices.ts';

test('a price is found for a model and its dated snapshots, with its date and source', () => {
  expect(knownPrice('openai:gpt-4o-mini')).toMatchObject({ inputUsd: 0.15, cachedInputUsd: 0.075, outputUsd: 0.6 });
  expect(knownPrice('openai:gpt-4o-mini-2024-07-18')).toEqual(knownPrice('openai:gpt-4o-mini'));
  expect(knownPrice('anthropic:claude-haiku-4-5-20251001')).toMatchObject({ inputUsd: 1, outputUsd: 5 });
  expect(knownPrice('openai:gpt-4o')?.source).toMatch(/^https:/);
  expect(knownPrice('openai:gpt-4o')?.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test.each([
  'openai:gpt-99',
  'openai-compatible:gpt-4o',
  'anthropic-compatible:claude-haiku-4-5',
  'openai:gpt-4o-audio-preview',
])('the price of %s is not known', (id) => {
  expect(knownPrice(id)).toBeUndefined();
});

test('cached input is cheaper, reasoning is output, and unknown is not zero', () => {
  const price = { inputUsd: 2, cachedInputUsd: 0.5, outputUsd: 8 };
  const usage = { inputTokens: 1_000, outputTokens: 100, cachedInputTokens: 400, reasoningTokens: 60 };
  expect(costOf(usage, price)).toBeCloseTo((600 * 2 + 400 * 0.5 + 100 * 8) / 1e6, 12);
  expect(costOf(usage, { inputUsd: 2, outputUsd: 8 })).toBeCloseTo((1_000 * 2 + 100 * 8) / 1e6, 12);
  expect(costOf(undefined, price)).toBeUndefined();
  expect(costOf(usage, undefined)).toBeUndefined();
});

test('--price takes IN/OUT and IN/CACHED/OUT and nothing else', () => {
  expect(parsePrice('2.5/10')).toEqual({ inputUsd: 2.5, outputUsd: 10 });
  expect(parsePrice('2.5/1.25/10')).toEqual({ inputUsd: 2.5, cachedInputUsd: 1.25, outputUsd: 10 });
  for (const flag of ['', '3', '/', '1/', 'a/b', '-1/2', '1/2/3/4']) expect(() => parsePrice(flag)).toThrow(UsageError);
});
