import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describePredictions, readPredictions } from '../../../harness/tasks/patch/commands/predictions.ts';
import type { Dataset, PatchProblem } from '../../../harness/types/task.ts';
import { temporaryFolder } from '../../fixtures/command.ts';

const DIFF = '--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n';
const problem: PatchProblem = {
  task: { kind: 'patch', id: 'o__n-1', prompt: '', repository: 'o/n', baseCommit: 'a' },
  hiddenTests: { testPatch: DIFF.replaceAll('x.py', 'test_x.py'), failToPass: [], passToPass: [] },
  canonical: DIFF,
  version: '1',
  environmentCommit: 'a',
  hints: '',
  createdAt: '',
};
const dataset: Dataset<PatchProblem> = {
  id: 'lite',
  title: '',
  sha256: '',
  source: '',
  problems: [problem],
  knownDefects: [],
};

const prediction = (model_patch: string | null, instance_id = 'o__n-1') => ({
  instance_id,
  model_name_or_path: 'm',
  model_patch,
});

function read(content: string, isRepairing = false) {
  const path = join(temporaryFolder(), 'all_preds.jsonl');
  writeFileSync(path, content);
  return readPredictions(path, dataset, new Set(['o__n-1', 'o__n-2']), isRepairing);
}

test.each([
  ['JSON lines', `${JSON.stringify(prediction(DIFF))}\n`],
  ['an array', JSON.stringify([prediction(DIFF)], undefined, 2)],
  ['an object by instance id', JSON.stringify({ 'o__n-1': prediction(DIFF) }, undefined, 2)],
])('%s are read', async (_, content) => {
  const [only, ...others] = await read(content);
  expect(only).toMatchObject({ patch: DIFF, fault: undefined, repairs: [] });
  expect(others).toEqual([]);
});

test('instances that are not selected are passed over; unknown and repeated ones are errors', async () => {
  expect(await read(JSON.stringify([prediction(DIFF, 'o__n-2')]))).toEqual([]);
  await expect(read(JSON.stringify([prediction(DIFF, 'nope')]))).rejects.toThrow('no instance "nope" in lite');
  await expect(read(JSON.stringify([prediction(DIFF), prediction('')]))).rejects.toThrow('predicted twice');
  await expect(read('{"instance_id": "o__n-1"}')).rejects.toThrow(/all_preds.jsonl:1: field model_name_or_path/);
});

test('malformed patches are told, and repaired only when asked', async () => {
  const broken = JSON.stringify([prediction(DIFF.trimEnd())]);
  expect((await read(broken))[0]).toMatchObject({ fault: 'its last line does not end', patch: DIFF.trimEnd() });
  expect((await read(broken, true))[0]).toMatchObject({ fault: undefined, patch: DIFF, repairs: ['final-newline'] });
  const said = describePredictions(await read(JSON.stringify([prediction(null)])));
  expect(said).toContain('1 predictions, 1 of them empty');
});
