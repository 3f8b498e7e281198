import { expect, test } from 'vitest';
import { lineDiff, linesOf } from '../../../harness/report/page/line-diff.ts';

const render = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`);

test('a diff holds every line once and says which are new', () => {
  expect(render('a\nb\nc\n', 'a\nB\nc\nd\n')).toEqual([' a', '-b', '+B', ' c', '+d']);
  expect(render('', 'a')).toEqual(['+a']);
  expect(render('a\n', 'a')).toEqual([' a']);
});

test('programs that share nothing are shown one after the other, in a bounded time', () => {
  const before = Array.from({ length: 5000 }, (_, line) => `old ${line}`).join('\n');
  const after = Array.from({ length: 5000 }, (_, line) => `new ${line}`).join('\n');
  const began = performance.now();
  const lines = lineDiff(before, after);
  expect(lines).toHaveLength(10_000);
  expect(lines[0]?.kind).toBe('removed');
  expect(performance.now() - began).toBeLessThan(5000);
});

test('an empty program has no line', () => {
  expect(linesOf('')).toEqual([]);
  expect(linesOf('a\n\nb\n')).toEqual(['a', '', 'b']);
});
