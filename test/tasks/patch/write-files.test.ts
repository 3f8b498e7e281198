import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WRITE_FILES } from '../../../harness/tasks/patch/evaluation/container.ts';
import { temporaryFolder } from '../../fixtures/command.ts';

const write = (input: string, files: readonly string[]): number | null =>
  spawnSync('/bin/sh', ['-c', WRITE_FILES, 'sh', ...files], { input }).status;

test('files that come one after the other are written as they are, empty ones and large ones too', () => {
  const folder = temporaryFolder();
  const contents = ['é\n', '', 'x'.repeat(1_000_000), 'last'];
  const paths = contents.map((_, index) => join(folder, `file ${index}`));
  const files = paths.flatMap((path, index) => [path, String(Buffer.byteLength(contents[index] ?? ''))]);
  expect(write(contents.join(''), files)).toBe(0);
  expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(contents);
});

test('a file that does not come whole is an error, never a shorter script', () => {
  const folder = temporaryFolder();
  expect(write('abc', [join(folder, 'a'), '2', join(folder, 'b'), '2', join(folder, 'c'), '1'])).not.toBe(0);
  expect(existsSync(join(folder, 'c'))).toBe(false);
});
