import { expect, test } from 'vitest';
import { loadDataset } from '../../harness/loading/load-dataset.ts';
import { inDrawnOrder } from '../../harness/loading/select.ts';
import { readRun } from '../../harness/records/stored-run.ts';
import { runBench } from '../fixtures/bench.ts';
import { startKataServer } from '../fixtures/kata-server.ts';

test('all arms of a task are asked for before the next task, in drawn order, and one arm may have more samples', {
  timeout: 300_000,
}, async () => {
  const { problems } = await loadDataset('kata', { environment: process.env });
  const drawn = inDrawnOrder(problems, 7).slice(0, 3);
  const server = await startKataServer();
  const { folder, error } = await runBench(server.url, {
    // The arm that spends is named first: it must wait all the same, and must not make the one it waits for wait.
    conditions: ['lucid-generated-matched', 'lucid-generated', 'baseline', 'resample-public'],
    subset: 3,
    limit: undefined,
    seed: 7,
    k: [1],
    samplesOf: { baseline: 3 },
    concurrency: 1,
    sandbox: 'process',
  });
  await server.close();
  expect(error).toBeUndefined();
  const asked = server.requests.map(({ body }) => {
    const content = JSON.stringify(body.messages);
    return drawn.findIndex(({ task }) => content.includes(`def ${task.entryPoint}(`));
  });
  expect(asked).not.toContain(-1);
  expect(asked).toEqual([...asked].sort());
  const { manifest, trajectories } = await readRun(folder);
  expect(manifest.identity.taskIds).toEqual(drawn.map(({ task }) => task.id));
  const samples = (name: string) => trajectories.filter(({ condition }) => condition === name).map((one) => one.sample);
  expect(samples('baseline')).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
  expect(samples('resample-public')).toEqual([0, 0, 0]);
  expect(trajectories.every(({ end }) => end.status !== 'error')).toBe(true);
});

test('more samples of an arm that is not there, or fewer than the others have, are refused', async () => {
  const refused = async (samplesOf: Record<string, number>) =>
    String((await runBench('http://127.0.0.1:9', { samples: 2, samplesOf, sandbox: 'process' })).error);
  expect(await refused({ lucid: 5 })).toContain('--samples-of lucid=5: expected a condition of this run');
  expect(await refused({ baseline: 1 })).toContain('a number of at least --samples 2');
});
