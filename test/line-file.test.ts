import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLines, writeAtomically } from '../harness/line-file.ts';
import { z } from '../harness/schema.ts';
import { temporaryFolder } from './fixtures/command.ts';

test('a file written many times at once is whole in the end, and nothing is left beside it', async () => {
  const folder = temporaryFolder();
  const contents = Array.from({ length: 40 }, (_, index) => String(index % 10).repeat(100_000 + index));
  await Promise.all(contents.map((content) => writeAtomically(join(folder, 'log'), content)));
  expect(contents).toContain(readFileSync(join(folder, 'log'), 'utf8'));
  expect(readdirSync(folder)).toEqual(['log']);
});

test('a line that is still being written is left out; a broken one before it is an error', async () => {
  const path = join(temporaryFolder(), 'lines.jsonl');
  const read = () => readLines(path, z.object({ n: z.int() }));
  writeFileSync(path, '{"n":1}\n{"n":2}\n{"n":');
  expect(await read()).toEqual([{ n: 1 }, { n: 2 }]);
  writeFileSync(path, '{"n":1}\n{"n":2}');
  expect(await read()).toEqual([{ n: 1 }, { n: 2 }]);
  writeFileSync(path, '{"n":1}\n{"n":\n{"n":3}\n');
  await expect(read()).rejects.toThrow('lines.jsonl:2: not JSON');
});
