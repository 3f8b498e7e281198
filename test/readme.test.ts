import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './fixtures/command.ts';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

test('the condition shown whole in conditions/README.md is the file as it is', () => {
  const shown = readFileSync(join(ROOT, 'conditions/README.md'), 'utf8');
  expect(shown).toContain(readFileSync(join(ROOT, 'conditions/lucid/lucid-no-context.ts'), 'utf8').trim());
});

test('every command of the README is a script of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test('the README is read in a few minutes', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

const PAGES = [
  '.',
  'conditions',
  'conditions/published',
  'datasets',
  'datasets/published',
  'docker',
  'harness',
  'harness/decisions',
  'harness/models',
  'results',
  'results/recorded',
];

test.each(PAGES)('every local link of %s/README.md leads to a file', (folder) => {
  const text = readFileSync(join(ROOT, folder, 'README.md'), 'utf8');
  const prose = text.replaceAll(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => target);
  expect(targets.filter((target) => !existsSync(join(ROOT, folder, target)))).toEqual([]);
});

test('every file that harness/README.md names is there', () => {
  const text = readFileSync(join(ROOT, 'harness/README.md'), 'utf8');
  const named = [...text.matchAll(/`((?:\.\.\/)?[\w-]+(?:\/[\w-]+)*\/?[\w-]*\.(?:ts|py))`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !existsSync(join(ROOT, 'harness', path)))).toEqual([]);
});
