import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rankByBm25, wordsOf } from '../../../../harness/tasks/patch/repository/bm25.ts';
import { contextFor, describeContext, parseContext } from '../../../../harness/tasks/patch/repository/context.ts';
import { openMirror } from '../../../../harness/tasks/patch/repository/mirror.ts';
import { withContext } from '../../../../harness/tasks/patch/repository/patch-prompt.ts';
import type { PatchProblem } from '../../../../harness/types/task.ts';
import { temporaryFolder } from '../../../fixtures/command.ts';

const FILES: Readonly<Record<string, string>> = {
  'shop/basket.py': 'class Basket:\n    def total_price(self):\n        return sum(self.prices)\n',
  'shop/customer.py': 'class Customer:\n    name = None\n',
  'shop/prices.py': `# ${'price total '.repeat(400)}\n`,
  'tests/test_basket.py': 'def test_total_price(): pass\n',
  'notes.txt': 'total_price basket\n',
};

/** A bare mirror with one commit of `FILES`, and a later one that a context must not see. */
function mirrored() {
  const folder = temporaryFolder();
  const work = join(folder, 'work');
  const git = (...command: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...command], {
      cwd: work,
      encoding: 'utf8',
    });
  mkdirSync(join(work, 'shop'), { recursive: true });
  mkdirSync(join(work, 'tests'));
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(work, path), text);
  writeFileSync(join(work, 'picture.py'), Buffer.from([0x89, 0xff, 0x00]));
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'base');
  const baseCommit = git('rev-parse', 'HEAD').trim();
  writeFileSync(join(work, 'shop/later.py'), 'total_price = basket\n');
  git('add', '.');
  git('commit', '-qm', 'later');
  execFileSync('git', ['clone', '-q', '--mirror', work, join(folder, 'owner__shop.git')], { stdio: 'pipe' });
  return { folder, baseCommit };
}

const { folder, baseCommit } = mirrored();
const mirror = openMirror(folder, 'owner/shop');
const problem: PatchProblem = {
  task: {
    kind: 'patch',
    id: 'owner__shop-1',
    prompt: 'Basket.total_price is wrong\nThe total of a basket is too low.',
    repository: 'owner/shop',
    baseCommit,
  },
  hiddenTests: { testPatch: '', failToPass: ['test_secret'], passToPass: [] },
  canonical:
    '--- a/shop/customer.py\n+++ b/shop/customer.py\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b/shop/new.py\n@@ -0,0 +1 @@\n+c\n',
  version: '1',
  environmentCommit: baseCommit,
  hints: 'Somebody knows the line.',
  createdAt: '',
};

const shownBy = async (setting: string, budget = 13_000) => {
  const context = await contextFor(problem, parseContext(setting), budget, mirror);
  return { ...context, paths: context.shown.map(({ path }) => path) };
};

test('gold-files are the files the gold patch changes, as they were, and a leak', async () => {
  const context = await shownBy('gold-files');
  expect(context.paths).toEqual(['shop/customer.py']);
  expect(context.shown[0]?.text).toBe(FILES['shop/customer.py']);
  expect(context.isLeak).toBe(true);
  expect(describeContext(context)).toContain('a leak');
});

test('bm25 ranks sources at the base commit: no test, no later file, nothing that is no text', async () => {
  const { paths, isLeak } = await shownBy('bm25');
  expect(paths[0]).toBe('shop/basket.py');
  expect(paths).not.toContain('tests/test_basket.py');
  expect(paths).not.toContain('shop/later.py');
  expect(isLeak).toBe(false);
});

test('a file is shown whole or left out with its reason', async () => {
  const context = await shownBy('files:shop/prices.py,shop/basket.py,shop/later.py,picture.py', 200);
  expect(context.paths).toEqual(['shop/basket.py']);
  expect(context.leftOut).toEqual([
    { path: 'shop/prices.py', tokens: expect.any(Number), why: 'budget' },
    { path: 'shop/later.py', why: 'no-text-at-base-commit' },
    { path: 'picture.py', why: 'no-text-at-base-commit' },
  ]);
  expect(describeContext(context)).toMatch(/1 files, about \d+ of 200 tokens, 3 left out$/);
});

test('none needs no mirror and shows the issue alone', async () => {
  const context = await contextFor(problem, parseContext('none'), 100, undefined);
  const { prompt } = withContext(problem, context, { hints: false, testNames: false }).task;
  expect(prompt).toContain('The total of a basket is too low.');
  expect(prompt).not.toContain('<code>');
});

test('the prompt holds the shown files with numbered lines, no hidden test, and hints only when asked for', async () => {
  const context = await shownBy('bm25');
  const plain = withContext(problem, context, { hints: false, testNames: false }).task.prompt;
  expect(plain).toContain('[start of shop/basket.py]\n1 class Basket:\n2     def total_price(self):');
  expect(plain).not.toMatch(/test_secret|Somebody knows/);
  expect(withContext(problem, context, { hints: true, testNames: false }).task.prompt).toContain(
    'Somebody knows the line.',
  );
});

test('a missing mirror, a missing commit and an unknown setting say what to do', async () => {
  expect(() => openMirror(folder, 'owner/other')).toThrow('git clone --mirror https://github.com/owner/other');
  const other = { ...problem, task: { ...problem.task, baseCommit: 'f'.repeat(40) } };
  await expect(contextFor(other, parseContext('bm25'), 100, mirror)).rejects.toThrow('does not have commit ffff');
  await expect(contextFor(problem, parseContext('bm25'), 100, undefined)).rejects.toThrow('needs --mirrors');
  expect(() => parseContext('bm52')).toThrow('expected none, gold-files, bm25 or files:PATH,PATH');
});

test('identifiers are ranked whole and in their parts, rare words before common ones', () => {
  expect(wordsOf('get_FieldNames HTTPServer x2')).toEqual(
    expect.arrayContaining(['get_fieldnames', 'get', 'field', 'names', 'http', 'server']),
  );
  const documents = new Map([
    ['a', 'common common common'],
    ['b', 'common rare'],
    ['c', 'other'],
  ]);
  expect(rankByBm25('rare common', documents).map(({ id }) => id)).toEqual(['b', 'a']);
});
