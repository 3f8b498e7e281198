import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { DataError } from '../../../../harness/errors.ts';
import { sharedCheckoutLines } from '../../../../harness/tasks/patch/images/layer-scripts.ts';
import { packCheckout, packDifference } from '../../../../harness/tasks/patch/repository/checkout.ts';
import type { Mirror } from '../../../../harness/tasks/patch/repository/mirror.ts';
import { openMirror } from '../../../../harness/tasks/patch/repository/mirror.ts';
import type { SharedRepository } from '../../../../harness/types/environment-specification.ts';
import { temporaryFolder } from '../../../fixtures/command.ts';

const OPTIONS = { otherTag: '9.0', tester: '10000:10000' };

const gitIn =
  (folder: string) =>
  (...words: string[]): string =>
    execFileSync(
      'git',
      ['-C', folder, '-c', 'safe.directory=*', '-c', 'user.name=a', '-c', 'user.email=a@b.invalid', ...words],
      {
        encoding: 'utf8',
        env: { ...process.env, ...(date === 0 ? {} : { GIT_COMMITTER_DATE: `${date} +0000` }) },
      },
    ).trim();
let date = 0;

const BIG = Array.from({ length: 20_000 }, (_, index) => `line ${(index * 7919) % 10_007}`).join('\n');

/** A repository with a commit for each set of changed files (`null`: removed), the first one tagged v1.0. */
function repositoryOf(...changes: Readonly<Record<string, string | null>>[]): { mirror: Mirror; commits: string[] } {
  const path = join(temporaryFolder(), 'owner__project');
  mkdirSync(path);
  const git = gitIn(path);
  git('init', '--quiet', '-b', 'main');
  git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  const commits = changes.map((change, index) => {
    for (const [name, text] of Object.entries(change)) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      if (text === null) rmSync(join(path, name));
      else writeFileSync(join(path, name), text);
    }
    git('add', '-A', '-f');
    date = 1_700_000_000 + index * 1000;
    git('commit', '--quiet', '-m', `commit ${index}`);
    date = 0;
    if (index === 0) git('tag', 'v1.0');
    return git('rev-parse', 'HEAD');
  });
  return { mirror: { ...openMirror(dirname(path), 'owner/project'), path: join(path, '.git') }, commits };
}

/** A folder with the repository installed at a commit, as the shared layer has it. */
async function sharedAt(mirror: Mirror, commit: string): Promise<string> {
  const folder = temporaryFolder();
  const tar = join(folder, 'testbed.tar');
  await packCheckout(mirror, commit, 'testbed', tar, OPTIONS, process.env);
  execFileSync('tar', ['-xf', tar, '--no-same-owner', '-C', folder]);
  return folder;
}

/** Adds what an instance's layer adds, and runs its first lines. */
async function bring(
  folder: string,
  mirror: Mirror,
  below: string,
  commit: string,
  more: Partial<SharedRepository> = {},
): Promise<number> {
  const tar = join(folder, 'difference.tar');
  const tag = await packDifference(mirror, { below, commit }, 'testbed', tar, OPTIONS, process.env);
  writeFileSync(join(folder, 'tag'), `${tag}\n`);
  execFileSync('tar', ['-xf', tar, '--no-same-owner', '-C', folder]);
  const lines = sharedCheckoutLines({ commit: below, instances: [], ...more }, commit).map((line) =>
    line.replaceAll('/lucid-build/tag', join(folder, 'tag')).replaceAll('/testbed', join(folder, 'testbed')),
  );
  execFileSync('bash', ['-c', ['set -euo pipefail', ...lines].join('\n')], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: 'pipe',
  });
  return statSync(tar).size;
}

test('an instance adds what differs from the shared commit, and is that one commit: no earlier file, tag or history is to be found', async () => {
  const { mirror, commits } = repositoryOf(
    { 'big.txt': BIG, 'a.py': 'one\n', 'old.py': 'old\n', 'setup.py': 'x\n', '.gitignore': '*.so\nbuild/\n' },
    { 'a.py': 'two\n', 'old.py': null, 'new/b.py': 'new\n' },
    { 'a.py': 'three\n' },
  );
  const [shared = '', base = '', later = ''] = commits;
  const folder = await sharedAt(mirror, shared);
  const testbed = join(folder, 'testbed');
  const git = gitIn(testbed);
  // What installing changed and made there.
  writeFileSync(join(testbed, 'setup.py'), 'changed to install\n');
  writeFileSync(join(testbed, 'fast.so'), 'compiled');
  git('commit', '--quiet', '-am', 'what installing changed');
  const packs = packsOf(testbed);
  const untouched = [join(testbed, 'big.txt'), ...packs];
  for (const path of packs) utimesSync(path, 1, 1);
  const stateOf = () =>
    untouched.map((path) => {
      const { ino, mtimeMs } = statSync(path);
      return [path, ino, mtimeMs];
    });
  const before = stateOf();

  const bytes = await bring(folder, mirror, shared, base);
  expect(bytes, 'one pack of a few objects').toBeLessThan(30_000);
  expect(git('rev-parse', 'HEAD')).toBe(base);
  expect(git('log', '--all', '--format=%H')).toBe(base);
  expect(git('reflog')).not.toContain('installing');
  expect(git('describe', '--tags')).toBe('v1.0');
  expect(git('status', '--short', '--ignored')).toBe('!! fast.so');
  expect(readFileSync(join(testbed, 'a.py'), 'utf8')).toBe('two\n');
  expect(readFileSync(join(testbed, 'setup.py'), 'utf8')).toBe('x\n');
  expect(existsSync(join(testbed, 'old.py'))).toBe(false);
  expect(() => git('cat-file', '-e', later)).toThrow();
  git('fsck', '--no-dangling');
  expect(stateOf(), 'in the layer below, and there only').toEqual(before);
  git('commit', '-q', '--allow-empty', '-am', 'installed');
  expect(stateOf()).toEqual(before);
});

test.each([
  ['a header', { 'src/a.h': 'int b;\n' }, false],
  ['the way it is compiled', { 'setup.py': 'y\n' }, false],
  ['nothing native', { 'a.py': 'two\n' }, true],
])('where %s differs, what was compiled is compiled anew or not', async (_, change, stays) => {
  const { mirror, commits } = repositoryOf(
    {
      'a.py': 'one\n',
      'src/a.h': 'int a;\n',
      'setup.py': 'x\n',
      'gone.pyx': 'x',
      'kept.c': 'x',
      '.gitignore': '*.so\n',
    },
    { ...change, ...(stays ? {} : { 'gone.pyx': null }) },
  );
  const [shared = '', base = ''] = commits;
  const folder = await sharedAt(mirror, shared);
  const testbed = join(folder, 'testbed');
  mkdirSync(join(testbed, 'build'));
  const compiled = ['fast.so', 'build/fast.o', 'build/libfast.a'].map((name) => join(testbed, name));
  for (const path of [...compiled, join(testbed, 'gone.c'), join(testbed, 'other.c')]) writeFileSync(path, 'made');
  await bring(folder, mirror, shared, base);
  expect(compiled.map((path) => existsSync(path))).toEqual(compiled.map(() => stays));
  expect(existsSync(join(testbed, 'gone.c')), 'made of a source that is gone').toBe(stays);
  expect(existsSync(join(testbed, 'other.c'))).toBe(true);
  expect(existsSync(join(testbed, 'kept.c'))).toBe(true);
});

test('where each package is compiled in place, only what lies beside a changed source is compiled anew', async () => {
  const { mirror, commits } = repositoryOf(
    {
      'pkg/a/src/lib/a.h': '1',
      'pkg/a/a.pyx': '1',
      'pkg/b/b.pyx': '1',
      'pkg/b/moved.pyx': 'moved',
      'pkg/setup.py': '1',
      'setup.py': '1',
      '.gitignore': '*.so\n',
    },
    {
      ...{ 'pkg/a/src/lib/a.h': '2', 'pkg/setup.py': '2', 'setup.py': '2', 'pkg/b/b.pyx': '2' },
      ...{ 'pkg/b/moved.pyx': null, 'pkg/b/here.pyx': 'moved' },
    },
  );
  const [shared = '', base = ''] = commits;
  const folder = await sharedAt(mirror, shared);
  const testbed = join(folder, 'testbed');
  const [gone, stays] = [
    [
      'pkg/a/a.so',
      'build/temp/pkg/a/a.o',
      'build/temp/pkg/a/src/lib/a.o',
      'build/temp/liba.a',
      'pkg/b/moved.c',
      'pkg/b/moved.cpython.so',
    ],
    ['pkg/b/b.so', 'build/temp/pkg/b/b.o', 'pkg/c.so'],
  ];
  for (const name of [...gone, ...stays]) {
    mkdirSync(dirname(join(testbed, name)), { recursive: true });
    writeFileSync(join(testbed, name), 'compiled');
  }
  await bring(folder, mirror, shared, base, { isCompiledInPlace: true });
  expect([...gone, ...stays].filter((name) => existsSync(join(testbed, name)))).toEqual(stays);
});

test('an instance upon a commit installed upon sources is its one commit, each layer brings what differs', async () => {
  const { mirror, commits } = repositoryOf(
    { 'big.txt': BIG, 'a.py': 'one\n', 'setup.py': 'x\n' },
    { 'a.py': 'two\n', 'b.py': BIG.slice(0, 50_000) },
    { 'a.py': 'three\n' },
  );
  const [sources = '', shared = '', base = ''] = commits;
  const folder = await sharedAt(mirror, sources);
  const testbed = join(folder, 'testbed');
  const git = gitIn(testbed);
  await bring(folder, mirror, sources, shared);
  writeFileSync(join(testbed, 'setup.py'), 'changed to install\n');
  writeFileSync(join(testbed, 'fast.so'), 'compiled');
  git('commit', '--quiet', '-am', 'what installing changed');
  const before = packsOf(testbed).map((path) => [path, statSync(path).ino]);

  expect(await bring(folder, mirror, shared, base), 'nothing of b.py').toBeLessThan(20_000);
  expect(git('log', '--all', '--format=%H')).toBe(base);
  expect(git('describe', '--tags')).toBe('v1.0');
  expect(git('status', '--short')).toBe('?? fast.so');
  expect(readFileSync(join(testbed, 'a.py'), 'utf8')).toBe('three\n');
  expect(readFileSync(join(testbed, 'setup.py'), 'utf8')).toBe('x\n');
  git('fsck', '--no-dangling');
  expect(packsOf(testbed).map((path) => [path, statSync(path).ino])).toEqual(expect.arrayContaining(before));
});

test('the instance that is the shared commit itself adds nothing', async () => {
  const { mirror, commits } = repositoryOf({ 'big.txt': BIG });
  const [shared = ''] = commits;
  const folder = await sharedAt(mirror, shared);
  expect(await bring(folder, mirror, shared, shared)).toBeLessThan(20_000);
  expect(gitIn(join(folder, 'testbed'))('log', '--all', '--format=%H')).toBe(shared);
  expect(gitIn(join(folder, 'testbed'))('status', '--short')).toBe('');
});

test('a shared commit that is later than the instance, or not in the copy, is a sentence', async () => {
  const { mirror, commits } = repositoryOf({ 'a.py': 'one\n' }, { 'a.py': 'two\n' });
  const [earlier = '', later = ''] = commits;
  const tar = join(temporaryFolder(), 'x.tar');
  const packed = (below: string) =>
    packDifference(mirror, { below, commit: earlier }, 'testbed', tar, OPTIONS, process.env);
  await expect(packed(later)).rejects.toThrow(DataError);
  await expect(packed(later)).rejects.toThrow(`${later} of owner/project is later than ${earlier}: the shared commit`);
  await expect(packed('f'.repeat(40))).rejects.toThrow(`does not have commit ${'f'.repeat(40)}`);
});

function packsOf(testbed: string): string[] {
  const folder = join(testbed, '.git', 'objects', 'pack');
  return readdirSync(folder).map((name) => join(folder, name));
}
