import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recordCalls, usedIn } from '../../harness/bootstrap/spending.ts';
import { comparison } from '../../harness/critics/comparison.ts';
import { criticModelOf } from '../../harness/critics/critics-command.ts';
import { translationOf } from '../../harness/critics/judge-proved.ts';
import { BudgetError } from '../../harness/models/middleware/budget.ts';
import { quickRetry, quietParts } from '../fixtures/bench.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { criticParts, SAME } from '../fixtures/critics.ts';
import { startProviderServer } from '../fixtures/provider-server.ts';
import { translationOfKata } from '../fixtures/translation.ts';

/** A model of a server that answers every call, or says that it does not fit, with what its calls may spend. */
async function criticOf(
  behaviour: Parameters<typeof startProviderServer>[0],
  client: NonNullable<Parameters<typeof criticModelOf>[2]['client']> = {},
) {
  const server = await startProviderServer(behaviour);
  const stop = new AbortController();
  const cache = join(temporaryFolder(), 'cache');
  const flags = { votes: 3, rejectFrom: 0.5, maxOutputTokens: 64, concurrency: 1, cache, replay: 'cache' } as const;
  const model = await criticModelOf(`openai-compatible:tiny@${server.url}`, flags, {
    ...{ machine: { ...quietParts(), random: () => 0 }, stop },
    resolve: { sampling: { temperature: 'published', seed: 7 } },
    client: { retry: quickRetry, ...client },
  });
  const problem = await translationOfKata('larger');
  if (problem.reference === undefined) throw new Error('expected the dataset’s own program');
  const translation = translationOf(problem.reference, problem);
  return { server, stop, ask: () => comparison(translation, criticParts(undefined, model)) };
}

test('what critics’ calls used is on record, counts in the next session and leaves out the run that counts its own', async () => {
  const out = temporaryFolder();
  const folder = join(out, 'iteration-1');
  mkdirSync(join(folder, 'run'), { recursive: true });
  const usage = { inputTokens: 5, outputTokens: 2 };
  writeFileSync(
    join(folder, 'run', 'timings.jsonl'),
    `${[{ kind: 'call', at: '', key: 'a', usage }, { kind: 'trial' }].map((line) => JSON.stringify(line)).join('\n')}\n`,
  );
  const calls = await recordCalls(folder);
  const { server, ask } = await criticOf(() => ({ kind: 'answer', text: SAME }), { record: calls.record });
  expect((await ask()).said).toBe('accept');
  await server.close();
  await calls.flush();
  expect(server.requests.map(({ body }) => body.seed)).toEqual([7, 8, 9]);
  expect(await usedIn(out)).toHaveLength(4);
  expect(await usedIn(out, join(folder, 'run'))).toHaveLength(3);
  expect(await usedIn(out)).toContainEqual(usage);
});

test('critics’ calls end where the budget does, with what was spent before', async () => {
  const answer = () => ({ kind: 'answer', text: SAME }) as const;
  const spent = [{ inputTokens: 90, outputTokens: 9 }];
  const { server, stop, ask } = await criticOf(answer, { budgetTokens: 100, usedBefore: spent });
  await expect(ask()).rejects.toThrow('--budget-tokens 100 is reached');
  await server.close();
  expect([server.requests.length, stop.signal.reason]).toEqual([1, expect.any(BudgetError)]);
});

test('a question that does not fit into the model’s context is no answer, and none is no verdict', async () => {
  const error = { code: 'context_length_exceeded', message: 'maximum context length is 8192 tokens' };
  const { server, ask } = await criticOf(() => ({ kind: 'status', status: 400, body: { error } }));
  expect(await ask()).toMatchObject({ said: 'unknown', votes: { same: 0, different: 0, unparsed: 3 } });
  await server.close();
});
