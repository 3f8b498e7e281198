import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compressed, packArchive, unpackArchive } from '../../harness/storage/archive.ts';
import { temporaryFolder } from '../fixtures/command.ts';

const NAMES = new Set(['one', 'two']);

async function unpack(packed: Buffer): Promise<unknown> {
  const path = join(temporaryFolder(), 'bundle');
  writeFileSync(path, packed);
  return unpackArchive(path, NAMES).catch((error: Error) => error.message.replace(path, 'bundle'));
}

test('what was packed comes out', async () => {
  const files = new Map([
    ['one', Buffer.from('1')],
    ['two', Buffer.alloc(100_000, '2')],
  ]);
  expect(await unpack(packArchive('study', files))).toEqual(files);
});

test('a megabyte that says it is a gigabyte is refused with nothing unpacked; one that lies about it ends at what it said', async () => {
  const bomb = compressed(Buffer.alloc(1 << 30));
  const before = process.memoryUsage().arrayBuffers;
  expect(await unpack(bomb)).toMatch(
    /^bundle: expected at most 11\d MB unpacked from (10\d\d kB|1\.0 MB), its last bytes say 1\.0 GB: it is cut off, damaged, or made to fill/,
  );
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 << 20);
  bomb.writeUInt32LE(1000, bomb.length - 4);
  expect(await unpack(bomb)).toMatch(/^bundle was altered/);
}, 120_000);

test('a file of many gigabytes is refused by its size', async () => {
  const path = join(temporaryFolder(), 'bundle');
  writeFileSync(path, '');
  truncateSync(path, 5 * 2 ** 30);
  await expect(unpackArchive(path, NAMES)).rejects.toThrow(/expected at most 256 MB, got 5\.0 GB/);
});

test.each([
  ['../../etc/passwd', /expected no file "\.\.\/\.\.\/etc\/passwd" in it/],
  ['\u001b[2Jthree', /expected no file "⟨U\+001B⟩\[2Jthree" in it/],
])('a name that no bundle has is refused (%j)', async (name, sentence) => {
  expect(await unpack(packArchive('study', new Map([[name, Buffer.from('1')]])))).toMatch(sentence);
});
