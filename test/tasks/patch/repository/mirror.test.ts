import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
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

describe('mirrors.json names a clone that stands for a repository', () => {
  const named = (text: string): string => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mirrors.json'), text);
    return folder;
  };

  test('a fork under any name, bare or not, from the folder on or anywhere', async () => {
    const { path, commits } = tinyRepository();
    const folder = named(`{"owner/project": "forks/somebody.git", "owner/other": ${JSON.stringify(path)}}`);
    execFileSync('git', ['clone', '--quiet', '--bare', path, join(folder, 'forks', 'somebody.git')]);
    for (const repository of ['owner/project', 'owner/other']) {
      const mirror = openMirror(folder, repository);
      expect(mirror.repository).toBe(repository);
      expect(await mirror.listFiles(commits.base)).toEqual(['setup.py', 'thing.py']);
      expect(await mirror.readFiles(commits.base, ['thing.py'])).toEqual(new Map([['thing.py', 'VALUE = 2\n']]));
    }
  });

  test('it comes before a copy of the repository’s own name, and other repositories are looked for as ever', async () => {
    const [fork, own] = [tinyRepository(), tinyRepository()];
    const folder = named(JSON.stringify({ 'owner/project': fork.path }));
    for (const name of ['owner__project.git', 'owner__plain.git'])
      execFileSync('git', ['clone', '--quiet', '--bare', own.path, join(folder, name)]);
    expect(openMirror(folder, 'owner/project').path).toBe(join(fork.path, '.git'));
    expect(openMirror(folder, 'owner/plain').path).toBe(join(folder, 'owner__plain.git'));
  });

  test('a commit it lacks is a sentence that names the clone, the commit and the repository', async () => {
    const { path } = tinyRepository();
    const mirror = openMirror(named(JSON.stringify({ 'owner/project': path })), 'owner/project');
    await expect(mirror.listFiles('f'.repeat(40))).rejects.toThrow(
      `${path}/.git does not have commit ${'f'.repeat(40)} of owner/project: fetch it there`,
    );
  });

  test('a commit that it has without all of its files is no commit to build from', async () => {
    const { path, commits } = tinyRepository();
    const mirror = openMirror(named(JSON.stringify({ 'owner/project': path })), 'owner/project');
    await mirror.check(commits.base);
    const blob = execFileSync('git', ['-C', path, 'rev-parse', `${commits.base}:thing.py`], {
      encoding: 'utf8',
    }).trim();
    rmSync(join(path, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
    await expect(mirror.check(commits.base)).rejects.toThrow(
      `${path}/.git does not have 1 file of commit ${commits.base} of owner/project: fetch it there`,
    );
    await expect(mirror.check('f'.repeat(40))).rejects.toThrow(`does not have commit ${'f'.repeat(40)} of`);
  });

  test('it cannot show other files under a commit by replacing it', async () => {
    const { path, commits } = tinyRepository();
    execFileSync('git', ['-C', path, 'replace', commits.base, commits.later]);
    const mirror = openMirror(named(JSON.stringify({ 'owner/project': path })), 'owner/project');
    expect((await mirror.readFiles(commits.base, ['thing.py'])).get('thing.py')).toBe('VALUE = 2\n');
  });

  test.each([
    ['{"owner/project": "nowhere"}', /mirrors\.json: owner\/project: .*nowhere is no clone of a git repository/],
    ['{"owner/project": 3}', /mirrors\.json, owner\/project: .*; expected \{"owner\/name": "path of a clone", …\}/],
    ['{"project": "nowhere"}', /mirrors\.json, project: expected a repository as owner\/name; expected/],
    ['["nowhere"]', /mirrors\.json: .*; expected \{"owner\/name"/],
    ['{', /mirrors\.json: not JSON: /],
  ])('%s is a sentence', (text, sentence) => {
    const folder = named(text);
    expect(() => openMirror(folder, 'owner/project')).toThrow(sentence);
  });
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
  expect(
    await packCheckout(mirror, commits.base, 'testbed', tar, { otherTag: '9.0', tester: '10000:10000' }, process.env),
  ).toBe('v1.0');
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
  const owners = execFileSync('tar', ['--numeric-owner', '-tvf', tar], { encoding: 'utf8' }).trim().split('\n');
  expect(owners.filter((line) => !line.includes(' 10000/10000 '))).toEqual([]);
  // The commit that follows in an image reads no file again: git touches what it would write a second time.
  const objects = join(folder, 'testbed', '.git', 'objects');
  const stored = readdirSync(objects, { recursive: true, encoding: 'utf8' }).map((name) => join(objects, name));
  const files = stored.filter((object) => statSync(object).isFile());
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) utimesSync(file, 1, 1);
  git('-c', 'user.name=a', '-c', 'user.email=a@b.invalid', 'commit', '-q', '--allow-empty', '-am', 'installed');
  expect(files.filter((file) => statSync(file).mtimeMs !== 1000)).toEqual([]);
  writeFileSync(join(folder, 'done'), '');
});

test('a commit the mirror does not have is a sentence', async () => {
  const { path } = tinyRepository();
  const mirror = { ...openMirror(dirname(path), path.slice(path.lastIndexOf('/') + 1)), path: join(path, '.git') };
  const packed = packCheckout(
    mirror,
    'f'.repeat(40),
    'testbed',
    join(temporaryFolder(), 'x.tar'),
    { otherTag: '1.0', tester: '0:0' },
    process.env,
  );
  await expect(packed).rejects.toThrow(`does not have commit ${'f'.repeat(40)}`);
});
