import { constants } from 'node:buffer';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileError } from '../../harness/errors.ts';
import { openResponseStore } from '../../harness/models/stored/response-store.ts';
import {
  openLineFile,
  readLines,
  removeUnfinished,
  writeAtomically,
  writeRemade,
  writeRemadeTogether,
} from '../../harness/storage/line-file.ts';
import { z } from '../../harness/storage/schema.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { request, sampleKey } from '../fixtures/requests.ts';
import { canMount, smallDisk } from '../fixtures/small-disk.ts';

const line = z.object({ text: z.string() });
const thrown = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  );

test('a file written many times at once is whole in the end, and nothing is left beside it', async () => {
  const folder = temporaryFolder();
  const contents = Array.from({ length: 40 }, (_, index) => String(index % 10).repeat(100_000 + index));
  await Promise.all(contents.map((content) => writeAtomically(join(folder, 'log'), content)));
  expect(contents).toContain(readFileSync(join(folder, 'log'), 'utf8'));
  expect(readdirSync(folder)).toEqual(['log']);
});

test('several files are written from one iteration; where it breaks off all stay what they were', async () => {
  const folder = temporaryFolder();
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  const contents = () => [one, other].map((path) => readFileSync(path, 'utf8'));
  await writeRemadeTogether([
    [one, 'a'],
    [other, 'b'],
    [one, 'c'],
  ]);
  expect(contents()).toEqual(['ac', 'b']);
  const parts = function* (): Generator<readonly [string, string]> {
    yield [one, 'new'];
    yield [other, 'new'];
    throw new Error('broken off');
  };
  expect(String(await thrown(writeRemadeTogether(parts())))).toBe('Error: broken off');
  expect(contents()).toEqual(['ac', 'b']);
  expect(readdirSync(folder).sort()).toEqual(['one', 'other']);
});

test('what stopped writes left is removed, in folders too, and nothing else', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'figures'));
  for (const name of ['cells.csv', 'cells.csv.41-7.part', 'figures/plot.svg.41-8.part', 'notes.part'])
    writeFileSync(join(folder, name), '');
  await removeUnfinished(folder);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['cells.csv', 'figures', 'notes.part']);
});

test('a torn last line is dropped, however long it is', async () => {
  const path = join(temporaryFolder(), 'lines');
  const { file } = await openLineFile(path, line);
  await file.append({ text: 'whole' });
  appendFileSync(path, `{"text": "${'torn '.repeat(50_000)}`);
  const again = await openLineFile(path, line);
  expect(again.lines).toEqual([{ text: 'whole' }]);
  await again.file.append({ text: 'next' });
  expect(await readLines(path, line)).toEqual([{ text: 'whole' }, { text: 'next' }]);
});

test('a file of lines may be longer than a text can be', async () => {
  const path = join(temporaryFolder(), 'lines');
  const { file } = await openLineFile(path, line);
  const text = 'x'.repeat(1 << 20);
  await file.rewrite(Array.from({ length: 520 }, () => ({ text })));
  expect(statSync(path).size).toBe(520 * (text.length + '{"text":""}\n'.length));
  expect(statSync(path).size).toBeGreaterThan(constants.MAX_STRING_LENGTH);
  rmSync(path);
});

test('a line for a folder that has gone is refused in one sentence', async () => {
  const folder = join(temporaryFolder(), 'run');
  mkdirSync(folder);
  const path = join(folder, 'lines.jsonl');
  const { file } = await openLineFile(path, line);
  rmSync(folder, { recursive: true });
  const error = await thrown(file.append({ text: 'first' }));
  expect(String(error)).toBe(`FileError: ${path}: the folder it was in has gone (ENOENT)`);
});

describe.skipIf(!canMount())('on a full disk', () => {
  test.each([writeAtomically, writeRemade])(
    'a file stays what it was, and one sentence says what was needed (%#)',
    async (write) => {
      const folder = smallDisk('64k');
      const path = join(folder, 'table.csv');
      await write(path, 'old');
      const error = await thrown(write(path, 'x'.repeat(200_000)));
      expect(error).toBeInstanceOf(FileError);
      expect(String(error)).toMatch(
        /table\.csv: the disk is full \(ENOSPC, 195 kB were to be written, \d+\.\d kB are free\).*--resume$/,
      );
      expect(readFileSync(path, 'utf8')).toBe('old');
      expect(readdirSync(folder)).toEqual(['table.csv']);
    },
  );

  test('a line that does not fit leaves no part of itself, and the next one that does is whole', async () => {
    const folder = smallDisk('64k');
    const path = join(folder, 'lines.jsonl');
    const { file } = await openLineFile(path, line);
    await file.append({ text: 'first' });
    writeFileSync(join(folder, 'ballast'), 'x'.repeat(20_000));
    expect(await thrown(file.append({ text: 'x'.repeat(100_000) }))).toBeInstanceOf(FileError);
    rmSync(join(folder, 'ballast'));
    await file.append({ text: 'second' });
    expect((await readLines(path, line)).map(({ text }) => text)).toEqual(['first', 'second']);
  });

  test('an answer that does not fit into the store is no answer of the store', async () => {
    const folder = smallDisk('64k');
    const store = openResponseStore(folder, () => new Date(0));
    const response = {
      text: 'x'.repeat(100_000),
      finishReason: 'stop',
      rawFinishReason: 'stop',
      usage: undefined,
      costUsd: undefined,
    } as const;
    expect(await thrown(store.put(sampleKey, request(), response))).toBeInstanceOf(FileError);
    expect(await store.get(sampleKey)).toBeUndefined();
    expect(readdirSync(join(folder, 'ab'))).toEqual([]);
  });
});

test('a file where a folder is expected, and a folder where a file is, are said so', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'folder', 'inner'), { recursive: true });
  expect(String(await thrown(writeAtomically(join(folder, 'file', 'x'), '')))).toMatch(
    /expected a folder, found a file on the way/,
  );
  expect(String(await thrown(writeAtomically(join(folder, 'folder'), '')))).toMatch(/expected a file, found a folder/);
  const store = openResponseStore(join(folder, 'file'), () => new Date(0));
  const response = {
    text: '',
    finishReason: 'stop',
    rawFinishReason: 'stop',
    usage: undefined,
    costUsd: undefined,
  } as const;
  expect(await thrown(store.put(sampleKey, request(), response))).toBeInstanceOf(FileError);
  expect(existsSync(join(folder, 'folder', 'inner'))).toBe(true);
});
