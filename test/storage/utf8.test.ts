import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJsonLines } from '../../harness/storage/json-lines.ts';
import { z } from '../../harness/storage/schema.ts';
import { decodeUtf8, utf8Lines } from '../../harness/storage/utf8.ts';
import { temporaryFolder } from '../fixtures/command.ts';

const row = z.object({ n: z.int(), text: z.string().optional() });

async function read(bytes: Buffer | string): Promise<unknown> {
  const path = join(temporaryFolder(), 'rows.jsonl');
  writeFileSync(path, bytes);
  return readJsonLines(path, row).catch((error: Error) => error.message.replace(path, 'rows'));
}

test('a byte order mark, CRLF and a missing last line end are no part of the rows', async () => {
  expect(await read('\ufeff{"n":1}\r\n\r\n{"n":2}')).toEqual([{ n: 1 }, { n: 2 }]);
});

test('lines of every length come whole, wherever the file is cut into pieces', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => ({ n, text: 'ü€🙂'.repeat(n * 7) }));
  expect(await read(rows.map((one) => JSON.stringify(one)).join('\n'))).toEqual(rows);
});

test('bytes that are not UTF-8 are refused by line and byte, never replaced', async () => {
  const bad = Buffer.concat([Buffer.from('{"n":1}\n{"n":2,"text":"caf'), Buffer.from([0xe9]), Buffer.from('"}\n')]);
  expect(await read(bad)).toBe(
    'rows:2: expected UTF-8, got the byte 0xe9 as byte 19 of the line; write the file again as UTF-8',
  );
  expect(() => [...utf8Lines(Buffer.from(bad), 'lines')]).toThrow(
    'lines:2: expected UTF-8, got the byte 0xe9 as byte 19 of the line',
  );
  expect([...utf8Lines(Buffer.from('a\n\nb'), 'lines')]).toEqual(['a', '', 'b']);
  expect([...utf8Lines(Buffer.from('a\n'), 'lines')]).toEqual(['a']);
  expect(() => decodeUtf8(bad, 'whole')).toThrow('whole:2: expected UTF-8, got the byte 0xe9 as byte 19 of the line');
  expect(await read(Buffer.from('\ufeff{"n":1}\n', 'utf16le'))).toBe(
    'rows:1: expected UTF-8, got UTF-16; write the file again as UTF-8',
  );
});

test('a NUL and a mark in the middle of a file are not swallowed', async () => {
  expect(await read('{"n":1}\n\0\n')).toMatch(/^rows:2: not JSON/);
  expect(await read('{"n":1}\n\ufeff{"n":2}\n')).toMatch(/^rows:2: not JSON/);
});

test('a line without end is refused before it is in memory', async () => {
  expect(await read(`{"n":1}\n{"n":2,"text":"${'x'.repeat(17 << 20)}"}`)).toBe(
    'rows:2: expected a line of at most 16.0 MB, got a longer one',
  );
});
