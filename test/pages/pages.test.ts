import { expect, test } from 'vitest';
import { decisionsPage } from '../../harness/pages/decisions-page.ts';
import { flagsPage } from '../../harness/pages/flags-page.ts';
import { runScript } from '../fixtures/command.ts';

test('every generated page is up to date', { timeout: 60_000 }, async () => {
  const { code, stderr } = await runScript('pages', ['--check']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test('decisions are listed by date, with title and sentence', () => {
  const page = decisionsPage([
    { name: 'later.md', text: '# Later\n> 2026-02-01. Second.\nWhy.' },
    { name: 'first.md', text: '# Earlier\n> 2026-01-01. First.\nWhy.' },
  ]);
  expect(page.split('\n').slice(-3)).toEqual([
    '| 2026-01-01 | [Earlier](first.md) | First. |',
    '| 2026-02-01 | [Later](later.md) | Second. |',
    '',
  ]);
});

test('a decision without a date and a sentence is an error that says what was expected', () => {
  expect(() => decisionsPage([{ name: 'new.md', text: '# New\n\nWhy.' }])).toThrow(
    'harness/decisions/new.md: expected "# Title" and, below it, "> YYYY-MM-DD. One sentence."',
  );
});

test('a command without flags says so', () => {
  const page = flagsPage([
    { name: 'bench', help: 'Usage: bench \n\nOptions:\n  --k\n' },
    { name: 'quick', help: undefined },
  ]);
  expect(page).toContain(
    '## npm run bench\n\n```text\nUsage: bench\n\nOptions:\n  --k\n```\n\n## npm run quick\n\nNo flags.',
  );
});
