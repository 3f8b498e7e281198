import { existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prunable, removeRuns } from '../../harness/viewer/prune-runs.ts';
import { createRunList } from '../../harness/viewer/run-list.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { makeRun } from '../fixtures/run.ts';
import { writeRunFolder } from '../fixtures/run-on-disk.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

test('what holds nothing measured is named and removed; what was measured, runs or has just begun stays', async () => {
  const results = temporaryFolder();
  const put = async (name: string, startedAt: string, isSimulated: boolean, hasTrials: boolean): Promise<void> => {
    const made = makeRun({ tasks: ['t'], conditions: { baseline: { trials: ['s'] } } });
    const manifest = { ...made.manifest, isSimulated, provenance: { startedAt } };
    await writeRunFolder(join(results, name), { ...made, manifest }, name);
    if (!hasTrials) truncateSync(join(results, name, 'trajectories.jsonl'));
  };
  await put('empty', '2026-03-01T10:00:00Z', false, false);
  await put('just begun', '2026-03-01T11:30:00Z', false, false);
  await put('old and simulated', '2026-01-01T00:00:00Z', true, true);
  await put('simulated', '2026-02-20T00:00:00Z', true, true);
  await put('old and measured', '2026-01-01T00:00:00Z', false, true);
  const { runs } = await createRunList(results, [], () => NOW)();
  const found = prunable(runs, 30, NOW);
  expect(Object.fromEntries(found.map(({ run, why }) => [run.name, why]))).toEqual({
    empty: 'no trial of it ended',
    'old and simulated': 'simulated, 59 days old',
  });
  removeRuns(found);
  expect(
    ['empty', 'just begun', 'old and simulated', 'simulated', 'old and measured'].filter((name) =>
      existsSync(join(results, name)),
    ),
  ).toEqual(['just begun', 'simulated', 'old and measured']);
});
