import { expect, test } from 'vitest';
import { createAccount } from '../../harness/models/middleware/account.ts';
import { response } from '../fixtures/fake-model.ts';
import { request } from '../fixtures/requests.ts';

const price = { inputUsd: 1000, outputUsd: 0 };

test('the live line says what is spent, the last line what was saved; equal answers that were shared or stored are savings', () => {
  let spent = { usd: 1, tokens: 1_000, assumed: { usd: 0, tokens: 0 } };
  const account = createAccount(price, () => spent);
  spent = { ...spent, usd: 1.1, tokens: 1_120 };
  account.observe('asked', 'a', request(), response());
  account.observe('shared', 'a', request(), response());
  account.observe('stored', 'b', request(), response());
  expect(account.spent()).toBe('$1.10');
  expect(account.summary()).toBe(
    'model calls: 1 made, $0.1000 spent, $1.10 with earlier sessions, 1 from the store, 1 shared; saved $0.1000 by sharing and $0.1000 by the store',
  );
});

test('without a price everything is in tokens, and a mixture of served models is pointed out', () => {
  const account = createAccount(undefined, () => ({ usd: 0, tokens: 0, assumed: { usd: 0, tokens: 0 } }));
  for (const servedModel of ['m-1', 'm-1', 'm-2']) {
    account.observe('shared', 'a', request(), response({ provenance: { servedModel } }));
  }
  expect(account.spent()).toBe('0 tokens');
  expect(account.summary()).toContain('saved 360 tokens by sharing and 0 tokens by the store');
  expect(account.summary()).toContain(
    'NOTE: answers came from several models, by what the provider says: m-1 (2), m-2 (1)',
  );
});
