import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../harness/storage/hash.ts';
import { openHashedFile, scanHashes } from '../../harness/storage/hashed-lines.ts';
import { z } from '../../harness/storage/schema.ts';
import { temporaryFolder } from '../fixtures/command.ts';

const shape = z.object({ key: z.string(), text: z.string() });
const rows = ['one', 'two', 'drei · ü', 'four'].map((text) => ({ key: sha256(text), text }));
const open = (path: string) => openHashedFile(path, shape, ({ key }) => key);

test('a line is there as soon as it is being written, and after a stop in the middle of another', async () => {
  const path = join(temporaryFolder(), 'lines.jsonl');
  const file = await open(path);
  const writing = rows.map((row) => file.add(row));
  expect(rows.map(({ key }) => file.get(key))).toEqual(rows);
  await Promise.all(writing);
  appendFileSync(path, '{"key":"torn');
  const again = await open(path);
  expect(rows.map(({ key }) => again.get(key))).toEqual(rows);
  expect([again.has(sha256('none')), again.get(sha256('none'))]).toEqual([false, undefined]);
  await again.finish(again.sorted());
  const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  expect(readFileSync(path, 'utf8')).toBe(sorted.map((row) => `${JSON.stringify(row)}\n`).join(''));
});

test('a line that does not fit is named', async () => {
  const path = join(temporaryFolder(), 'lines.jsonl');
  appendFileSync(path, `${JSON.stringify(rows[0])}\n{"key":1}\n`);
  await expect(open(path)).rejects.toThrow(`${path}:2: field key`);
});

const line = (hash: string, text: string): string => `${JSON.stringify({ sha256: hash, text })}\n`;

/** The text of a hash's line, by the place that a look at the beginnings of lines found. */
async function textOf(path: string, hash: string): Promise<string | undefined> {
  const place = (await scanHashes(path)).at(hash);
  if (place === undefined) return undefined;
  return JSON.parse(readFileSync(path).toString('utf8', place.offset, place.offset + place.length)).text;
}

test('a line is found by its beginning alone, also after lines longer than what is read at a time', async () => {
  const path = join(temporaryFolder(), 'lines.jsonl');
  const long = 'x'.repeat(9 << 20);
  const hashes = ['a', 'b', 'c'].map(sha256);
  writeFileSync(path, hashes.map((hash, at) => line(hash, at === 1 ? long : `ü${at}`)).join(''));
  const texts = await Promise.all(hashes.map((hash) => textOf(path, hash)));
  expect(texts).toEqual(['ü0', long, 'ü2']);
});

test('of lines of one hash the first is found; a line that is half written, or empty, is none', async () => {
  const path = join(temporaryFolder(), 'lines.jsonl');
  const start = 'ab'.repeat(8);
  const [one, other, half] = ['0', '1', '2'].map((digit) => start.padEnd(64, digit));
  const lines = [
    line(one ?? '', 'one'),
    '\n',
    line(other ?? '', 'other'),
    line(one ?? '', 'again'),
    line(half ?? '', 'half'),
  ];
  writeFileSync(path, lines.join('').slice(0, -1));
  const found = [await textOf(path, one ?? ''), await textOf(path, other ?? ''), await textOf(path, half ?? '')];
  expect(found).toEqual(['one', 'other', undefined]);
  writeFileSync(path, '');
  expect(await textOf(path, one ?? '')).toBeUndefined();
  expect((await scanHashes(`${path}.none`)).at(sha256('a'))).toBeUndefined();
});
