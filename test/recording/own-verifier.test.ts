import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecording } from '../../harness/models/recorded/read-recording.ts';
import { record } from '../../harness/recording/record.ts';
import { readRun } from '../../harness/records/stored-run.ts';
import { benchDefaults, quietParts, runBench } from '../fixtures/bench.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { startKataServer } from '../fixtures/kata-server.ts';

test("a verifier of a condition's own is recorded with what its tests told the loop, and replays", async () => {
  const server = await startKataServer();
  const work = temporaryFolder();
  const study = { conditions: ['baseline', '3-own-verifier'], k: [1], limit: 3, sandbox: 'process' } as const;
  const model = `openai-compatible:tiny@${server.url}`;
  const options = { ...benchDefaults, ...study, model, cache: join(work, 'cache'), out: join(work, 'run') };
  const { written } = await record({ study: 'own', into: work }, options, () => false, quietParts());
  await server.close();
  const { trajectories } = await readRun(options.out);
  const told = trajectories.flatMap(({ steps }) =>
    steps.flatMap(({ verdict }) => (verdict?.status === 'reject' && verdict.assertions ? [verdict.feedback] : [])),
  );
  expect(told.length).toBeGreaterThan(0);
  expect((await readRecording(`recorded:${written.path}`)).manifest.programs).toBeGreaterThan(0);
  const replayed = await runBench('http://127.0.0.1:9', { ...study, model: `recorded:${written.path}` });
  expect(replayed.error).toBeUndefined();
  const again = await readRun(replayed.folder);
  expect(JSON.stringify(again.trajectories)).toBe(JSON.stringify(trajectories));
  expect(again.trajectories.flatMap(({ steps }) => steps.flatMap(({ liveVerdict }) => liveVerdict ?? []))).toEqual([]);
});
