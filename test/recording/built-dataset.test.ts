import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecordingFolder } from '../../harness/models/recorded/read-recording.ts';
import { FILES, SUMS_FILE, sumsOf } from '../../harness/models/recorded/recording-files.ts';
import { withRecordedDefaults } from '../../harness/models/recorded/replay.ts';
import { ROOT, temporaryFolder } from '../fixtures/command.ts';

/** A recording that holds a dataset: one of the committed ones, with a file more in its sums. */
function withDataset(): string {
  const folder = join(temporaryFolder(), 'recording');
  cpSync(join(ROOT, 'results', 'recorded', 'kata-proved-qwen2.5-coder-0.5b'), folder, { recursive: true });
  writeFileSync(join(folder, 'dataset.jsonl'), '{}\n');
  const files = [...FILES, 'dataset.jsonl'].map((name) => [name, readFileSync(join(folder, name))] as const);
  writeFileSync(join(folder, SUMS_FILE), sumsOf(new Map(files)));
  return folder;
}

test('a recording of a built dataset replays on the file that lies in it', async () => {
  const folder = withDataset();
  const recording = await readRecordingFolder(folder);
  const options = { model: 'recorded:x', dataset: 'kata' };
  const replayed = withRecordedDefaults(options, recording, () => false);
  expect(replayed.dataset).toBe(join(folder, 'dataset.jsonl'));
  const another = () =>
    withRecordedDefaults({ ...options, dataset: 'other.jsonl' }, recording, (flag) => flag === 'dataset');
  expect(another).toThrow(/leave out --dataset other.jsonl/);
});

test('a byte of its dataset that was altered is found', async () => {
  const folder = withDataset();
  writeFileSync(join(folder, 'dataset.jsonl'), '{ }\n');
  await expect(readRecordingFolder(folder)).rejects.toThrow(/dataset\.jsonl was altered/);
});
