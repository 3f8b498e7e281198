import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../harness/storage/hash.ts';
import { openHashedFile } from '../../harness/storage/hashed-lines.ts';
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
