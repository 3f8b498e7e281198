import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drift } from '../../harness/metrics/drift.ts';
import { record } from '../../harness/recording/record.ts';
import { readRun } from '../../harness/records/stored-run.ts';
import { benchDefaults, quietParts, runBench } from '../fixtures/bench.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { startKataServer } from '../fixtures/kata-server.ts';

const CONDITIONS = [
  'baseline',
  'codegrad',
  'codegrad-placebo',
  'codegrad-code',
  'codegrad-executed',
  'codegrad-oracle-critic',
  'codegrad-matched',
];

test('a study with a critic of its own that begins in the pool is recorded and replays without a server: no drift, equal revisions', async () => {
  const [server, critic] = [await startKataServer(), await startKataServer()];
  const work = temporaryFolder();
  const study = {
    conditions: CONDITIONS,
    k: [1, 2],
    limit: 2,
    sandbox: 'process',
    start: 'pool:both',
    maxOutputTokens: 1024,
  } as const;
  const models = { model: `openai-compatible:tiny@${server.url}`, critic: `openai-compatible:critic@${critic.url}` };
  const options = { ...benchDefaults, ...study, ...models, cache: join(work, 'cache'), out: join(work, 'run') };
  const { written } = await record({ study: 'codegrad', into: work }, options, () => false, quietParts());
  await server.close();
  await critic.close();
  const { samples, ...rest } = written.manifest.identity;
  expect([samples, rest.critic, rest.start]).toEqual([2, 'openai-compatible:critic', 'pool:both']);
  const replayed = await runBench('', { ...study, samples, model: `recorded:${written.path}` });
  expect(replayed.error).toBeUndefined();
  const [before, after] = [await readRun(options.out), await readRun(replayed.folder)];
  expect(after.trajectories.length).toBe(before.trajectories.length);
  for (const [index, trajectory] of after.trajectories.entries())
    expect(JSON.stringify(trajectory)).toBe(JSON.stringify(before.trajectories[index]));
  expect(drift(after).every(({ either }) => either === 0)).toBe(true);
  const updates = (folder: string): string => readFileSync(join(folder, 'updates.csv'), 'utf8');
  expect(updates(replayed.folder)).toBe(updates(options.out));
  expect(updates(options.out).split('\n').length).toBeGreaterThan(10);
});
