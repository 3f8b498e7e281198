import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../harness/storage/hash.ts';
import { indexHashes } from '../../harness/storage/hash-index.ts';
import { temporaryFolder } from '../fixtures/command.ts';

const path = join(temporaryFolder(), 'lines.jsonl');
const line = (hash: string, text: string): string => `${JSON.stringify({ sha256: hash, text })}\n`;

async function textsOf(hash: string): Promise<string[]> {
  const index = await indexHashes(path);
  const bytes = readFileSync(path);
  return index
    .places(hash)
    .map(({ offset, length }) => JSON.parse(bytes.toString('utf8', offset, offset + length)).text);
}

test('a line is found by its hash, also after lines longer than what is read at a time', async () => {
  const long = 'x'.repeat(9 << 20);
  const hashes = ['a', 'b', 'c'].map(sha256);
  writeFileSync(path, hashes.map((hash, at) => line(hash, at === 1 ? long : `ü${at}`)).join(''));
  expect(await textsOf(hashes[0] ?? '')).toEqual(['ü0']);
  expect((await textsOf(hashes[1] ?? ''))[0]?.length).toBe(long.length);
  expect(await textsOf(hashes[2] ?? '')).toEqual(['ü2']);
});

test('lines whose hashes begin alike are all given; a line that is half written, or empty, is none', async () => {
  const start = 'ab'.repeat(8);
  const [one, other] = [start.padEnd(64, '0'), start.padEnd(64, '1')];
  const lines = [line(one, 'one'), '\n', line(other, 'other'), line(one, 'half')];
  writeFileSync(path, lines.join('').slice(0, -1));
  expect(await textsOf(one)).toEqual(['one', 'other']);
  expect(await textsOf(sha256('nobody'))).toEqual([]);
});

test('a file that is empty or not there holds nothing', async () => {
  writeFileSync(path, '');
  expect(await textsOf(sha256('a'))).toEqual([]);
  expect((await indexHashes(`${path}.none`)).places(sha256('a'))).toEqual([]);
});
