import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeAtomically } from '../harness/line-file.ts';
import { temporaryFolder } from './fixtures/command.ts';

test('a file written many times at once is whole in the end, and nothing is left beside it', async () => {
  const folder = temporaryFolder();
  const contents = Array.from({ length: 40 }, (_, index) => String(index % 10).repeat(100_000 + index));
  await Promise.all(contents.map((content) => writeAtomically(join(folder, 'log'), content)));
  expect(contents).toContain(readFileSync(join(folder, 'log'), 'utf8'));
  expect(readdirSync(folder)).toEqual(['log']);
});
