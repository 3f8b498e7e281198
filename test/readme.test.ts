import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './fixtures/command.ts';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

test('the condition shown whole in conditions/README.md is the file as it is', () => {
  const shown = readFileSync(join(ROOT, 'conditions/README.md'), 'utf8');
  expect(shown).toContain(readFileSync(join(ROOT, 'conditions/lucid/lucid-no-context.ts'), 'utf8').trim());
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
