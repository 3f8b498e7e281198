import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandText, resumedFlags } from '../../harness/run/resume.ts';
import { ownSeal } from '../../harness/storage/own-key.ts';
import { runScript, temporaryFolder } from '../fixtures/command.ts';

const user = () => ({ XDG_CACHE_HOME: temporaryFolder() });

function runFolder(command: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'manifest.json'), '{}');
  writeFileSync(join(folder, 'command.json'), command);
  return folder;
}

describe('--resume FOLDER obeys the flags that this user wrote there, and no others', () => {
  const environment = user();
  const begun = () => commandText(['--limit', '2', '--out', 'x', '--resume'], '/', environment);

  test('its own flags come back, but for what belongs to one time', async () => {
    const folder = runFolder(await begun());
    expect(await resumedFlags(folder, ['--resume', folder, '--concurrency', '1'], '/tmp', environment)).toEqual({
      flags: ['--limit', '2', '--concurrency', '1', '--out', folder, '--resume'],
      workingFolder: '/',
    });
  });

  test.each([
    ['another flag', (text: string) => text.replace('"2"', '"3"')],
    ['another folder to begin in', (text: string) => text.replace('"folder": "/"', '"folder": "/tmp"')],
    ['no seal', (text: string) => text.replace(/,\s*"seal": "\w+"/, '')],
    ['an earlier version, without seals', () => '{ "version": 1, "folder": "/", "flags": ["--limit", "2"] }'],
  ])('%s: refused, and said which flags they are', async (_, altered) => {
    const folder = runFolder(altered(await begun()));
    await expect(resumedFlags(folder, [], '/', environment)).rejects.toThrow(
      /not written by you on this machine.*\["--limit","[23]"\]/,
    );
  });

  test('written by another user, or where no key can be kept: refused', async () => {
    const folder = runFolder(await commandText([], '/', user()));
    await expect(resumedFlags(folder, [], '/', environment)).rejects.toThrow('not written by you');
    const noCache = { XDG_CACHE_HOME: join(folder, 'manifest.json') };
    const without = runFolder(await commandText([], '/', noCache));
    await expect(resumedFlags(without, [], '/', noCache)).rejects.toThrow('not written by you');
  });

  test('the key is made once, also by commands that begin together, and is for its owner alone', async () => {
    const own = user();
    const seals = await Promise.all(Array.from({ length: 8 }, () => ownSeal('a text', own)));
    expect(new Set(seals).size).toBe(1);
    const key = join(own.XDG_CACHE_HOME, 'lucid-bench/own.key');
    expect(statSync(key).mode & 0o777).toBe(0o600);
    expect(readFileSync(key)).toHaveLength(32);
  });

  test('a stranger’s run folder that names a program of its own runs nothing', { timeout: 60_000 }, async () => {
    const folder = temporaryFolder();
    const ran = join(folder, 'ran');
    mkdirSync(join(folder, 'run'));
    writeFileSync(
      join(folder, 'evil.ts'),
      `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(ran)}, '');`,
    );
    writeFileSync(join(folder, 'run/manifest.json'), '{}');
    const flags = ['--conditions', './evil.ts', '--model', 'file:./evil.ts', '--sandbox', 'process'];
    writeFileSync(
      join(folder, 'run/command.json'),
      JSON.stringify({ version: 2, folder, flags, seal: '0'.repeat(64) }),
    );
    const { code, stderr } = await runScript('bench', ['--resume', join(folder, 'run')]);
    expect(stderr).toContain('not written by you on this machine');
    expect(code).toBe(2);
    expect(existsSync(ran)).toBe(false);
  });
});
