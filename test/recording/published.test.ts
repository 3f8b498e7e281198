import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unpackLines, verdictLine } from '../../harness/models/recorded/recording-files.ts';
import { readRun } from '../../harness/records/stored-run.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { startKataServer } from '../fixtures/kata-server.ts';
import { recordStudy, replay } from '../fixtures/recorded-study.ts';

test('published arms beside ours replay whole: each loop is told what it was told, in its own form', async () => {
  const conditions = [
    'baseline',
    'lucid',
    'lucid+extractor=published',
    'published-self-refine',
    'published-llm-judge',
    'published-lucid',
    'published-lucid+extractor=default',
  ];
  const server = await startKataServer();
  const { written } = await recordStudy(server.url, temporaryFolder(), { conditions });
  await server.close();

  const path = join(written.path, 'verdicts.jsonl.gz');
  const verdicts = unpackLines(readFileSync(path), path, verdictLine);
  const both = verdicts.filter(({ feedback, traceback }) => feedback !== undefined && traceback !== undefined);
  expect(both.length).toBeGreaterThan(0);
  for (const { feedback, traceback } of both) expect(feedback).not.toBe(traceback);

  const { folder, error } = await replay(written.path, { conditions });
  expect(error).toBeUndefined();
  const { trajectories, manifest } = await readRun(folder);
  expect(manifest.identity.conditions.map(({ name }) => name)).toEqual(conditions);
  expect(trajectories.map(({ end }) => end.status)).toEqual(trajectories.map(() => 'submitted'));
  const told = trajectories
    .filter(({ condition }) => condition.startsWith('published-lucid'))
    .flatMap(({ steps }) => steps.flatMap(({ verdict }) => (verdict?.status === 'reject' ? [verdict.feedback] : [])));
  expect(told.length).toBeGreaterThan(0);
  for (const feedback of told) expect(feedback).toContain('Return code: ');
}, 300_000);
