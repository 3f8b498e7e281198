import { expect, test } from 'vitest';
import type { DockerContainer } from '../../../harness/sandbox/docker/container.ts';
import { countKills, peakMemoryMb } from '../../../harness/tasks/patch/evaluation/container-memory.ts';

/** A container whose commands print `text` and end with 0; without text none of them ends. */
const printing = (text?: string, times = 1): DockerContainer => ({
  id: 'c',
  run: (_, { onOutput }) => {
    for (let time = 0; time < times && text !== undefined; time++) onOutput(Buffer.from(text));
    return text === undefined ? new Promise(() => undefined) : Promise.resolve(0);
  },
  sizeBytes: async () => 0,
  processes: async () => 1,
  state: async () => undefined,
  kill: async () => {},
  remove: async () => {},
});

test('the most memory is a number of bytes and nothing else; the kernel is not believed to have said other text', async () => {
  expect(await peakMemoryMb(printing('1048577\n'))).toBe(2);
  for (const text of ['', 'much\n', '-1\n', '1e9\n', `${'9'.repeat(16)}\n`])
    expect(await peakMemoryMb(printing(text)), text).toBeUndefined();
});

test('no evaluation waits for it, and endless output fills no memory', { timeout: 30_000 }, async () => {
  expect(await peakMemoryMb(printing())).toBeUndefined();
  expect(await peakMemoryMb(printing('x'.repeat(1 << 20), 2000))).toBeUndefined();
});

test('a kill by the kernel is read from its counter', async () => {
  expect(await countKills(printing('under_oom 0\noom_kill 1\n'))).toBe(true);
  expect(await countKills(printing('under_oom 0\noom_kill 0\n'))).toBe(false);
  const gone = { ...printing(''), run: async () => undefined };
  await expect(countKills(gone)).rejects.toThrow('the container ended before it said');
});
