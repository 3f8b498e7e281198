import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeScratch } from '../../harness/sandbox/remove-scratch.ts';

const DEEP = `
import os
for _ in range(300):
    os.mkdir('deep' * 10)
    os.chdir('deep' * 10)
open('last', 'w').close()
os.chmod('.', 0)
`;

test('a folder deeper than any path may be long, and closed at its end, is removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remove-scratch-'));
  expect(spawnSync('python3', ['-c', DEEP], { cwd: folder, encoding: 'utf8' }).stderr).toBe('');
  await removeScratch(folder);
  expect(existsSync(folder)).toBe(false);
  await removeScratch(folder); // that it is gone already is no error
});
