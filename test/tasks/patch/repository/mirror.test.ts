import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packCheckout } from '../../../../harness/tasks/patch/repository/checkout.ts';
import { cloneMirror } from '../../../../harness/tasks/patch/repository/clone-mirror.ts';
import { openMirror } from '../../../../harness/tasks/patch/repository/mirror.ts';
import { temporaryFolder } from '../../../fixtures/command.ts';
import { tinyRepository } from '../../../fixtures/tiny-repository.ts';

const quiet = { environment: process.env, now: Date.now, say: () => {}, signal: new AbortController().signal };

test.each([
  'owner__project.git',
  'owner__project',
  'owner+project/repo',
  'owner/project.git',
  'owner/project',
  'project.git',
])('a mirror in %s is found', async (place) => {
  const folder = temporaryFolder();
  const { path, commits } = tinyRepository();
  mkdirSync(dirname(join(folder, place)), { recursive: true });
  execFileSync('git', ['clone', '--quiet', '--bare', path, join(folder, place)]);
  const files = await openMirror(folder, 'owner/project').listFiles(commits.base);
  expect(files).toEqual(['setup.py', 'thing.py']);
});

test('without one, the sentence says how to make one', () => {
  expect(() => openMirror(temporaryFolder(), 'owner/project')).toThrow(
    'git clone --mirror https://github.com/owner/project',
  );
});

test('a missing mirror is cloned bare, once', async () => {
  const [folder, service] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(service, 'owner'));
  renameSync(tinyRepository().path, join(service, 'owner', 'project.git'));
  const said: string[] = [];
  const parts = { ...quiet, say: (line: string) => said.push(line) };
  for (let time = 0; time < 2; time++) {
    const mirror = await cloneMirror(folder, 'owner/project', parts, `file://${service}`);
    expect(mirror.path).toBe(join(folder, 'owner__project.git'));
  }
  expect(said).toEqual([`cloning file://${service}/owner/project.git`]);
});

test("a repository that cannot be cloned is named with git's own words, and leaves nothing", async () => {
  const folder = temporaryFolder();
  const cloned = cloneMirror(folder, 'owner/nothing', quiet, 'file:///nowhere');
  await expect(cloned).rejects.toThrow(/nowhere\/owner\/nothing.git cannot be cloned: fatal: .*--mirrors/);
  expect(readdirSync(folder)).toEqual([]);
});

test('a packed work tree has one commit with the name of the tag before it, and nothing later or earlier', async () => {
  const { path, commits } = tinyRepository();
  const folder = temporaryFolder();
  const mirror = { ...openMirror(dirname(path), path.slice(path.lastIndexOf('/') + 1)), path: join(path, '.git') };
  const tar = join(folder, 'testbed.tar');
  expect(await packCheckout(mirror, commits.base, 'testbed', tar, '9.0', process.env)).toBe('v1.0');
  execFileSync('tar', ['-xf', tar, '-C', folder]);
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', join(folder, 'testbed'), '-c', 'safe.directory=*', ...words], {
      encoding: 'utf8',
    }).trim();
  expect(git('log', '--all', '--format=%H')).toBe(commits.base);
  expect(git('describe', '--tags')).toBe('v1.0');
  expect(git('status', '--short')).toBe('');
  expect(git('remote')).toBe('');
  for (const commit of [commits.first, commits.later]) expect(() => git('cat-file', '-e', commit)).toThrow();
  expect(existsSync(join(folder, 'testbed', '.git', 'FETCH_HEAD'))).toBe(false);
  writeFileSync(join(folder, 'done'), '');
});

test('a commit the mirror does not have is a sentence', async () => {
  const { path } = tinyRepository();
  const mirror = { ...openMirror(dirname(path), path.slice(path.lastIndexOf('/') + 1)), path: join(path, '.git') };
  const packed = packCheckout(mirror, 'f'.repeat(40), 'testbed', join(temporaryFolder(), 'x.tar'), '1.0', process.env);
  await expect(packed).rejects.toThrow(`does not have commit ${'f'.repeat(40)}`);
});
