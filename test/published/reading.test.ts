import { expect, test } from 'vitest';
import { isEnglishLine } from '../../harness/published/english-line.ts';
import { readAsStudied, readWithoutFence } from '../../harness/published/judge-json.ts';
import { whyUnreadable } from '../../harness/published/unreadable-patch.ts';

test.each([
  'Looking at this problem, I need to:',
  "2. Find if there's exactly one break point",
  '- Count the number of 1s (water units)',
  'Result: `[-1, -11, 1, -12, 11]` ✓',
  "Here's the implementation:",
  'If n ≥ 8 and n is even:',
])('a line of explanation is English: %s', (line) => {
  expect(isEnglishLine(line)).toBe(true);
});

test.each([
  'def f(x)',
  'return x +',
  's = "hello world, how are you',
  'for i in range(3)',
  'if x not in y and z == "two words here"',
  'x = (3  # two words in a comment',
  "d = {'a': 1, 'b' 2}",
  'assert candidate(1) == True, "This prints if this assert fails"',
  '- x',
])('a broken line of program is not: %s', (line) => {
  expect(isEnglishLine(line)).toBe(false);
});

test.each([
  ['[{"verdict": "PASS"}]', 'accept', 'accept'],
  ['`[{"verdict": "PASS"}, {"verdict": "FAIL"}]`', 'reject', 'unparsed'],
  ['```json\n[{"verdict": "PASS"}]\n```', 'unparsed', 'accept'],
  ['```\n[{"verdict": "FAIL"}]\n```', 'reject', 'reject'],
  ['[]', 'accept', 'accept'],
  ['{"verdict": "PASS"}', 'unparsed', 'unparsed'],
  ['["PASS"]', 'unparsed', 'unparsed'],
  ['I think it passes.', 'unparsed', 'unparsed'],
])('a judge’s reply %j is read as the study read it, and without its fence', (text, studied, meant) => {
  expect([readAsStudied(text), readWithoutFence(text)]).toEqual([studied, meant]);
});

const patch = (...hunk: readonly string[]) => ['--- a/x.py', '+++ b/x.py', ...hunk].join('\n');

// Each as GNU patch 2.7.6 and git apply 2.39 have it: both refuse the second group as malformed or corrupt.
test.each([
  patch('@@ -1,3 +1,3 @@', ' a', '-b', '+c', ' d'),
  patch('@@ -1,5 +1,5 @@', ' a', '-b', '+c', ' d'),
  patch('@@ -1 +1 @@', '-b', '\\ No newline at end of file', '+c'),
  patch('@@ -1,3 +1,3 @@', ' a', '-b', '+c', '', 'and here the answer goes on', '@@ -9,3 +9,3 @@', 'x'),
  'no patch at all',
])('a patch that some program reads is let pass (%#)', (text) => {
  expect(whyUnreadable(text)).toBeUndefined();
});

test.each([
  [patch('@@ -1,4 +1,4 @@', ' a', 'b', ' c', ' d'), /^line 5 in a hunk is neither context nor change: b$/],
  [patch('@@ -1,2 +1,3 @@', ' a', ' b', ' c'), /^line 6 is one more than its hunk has$/],
  [patch('@@ -1,9 +1,9 @@', ' a', '-b', '+c'), /^its last hunk ends 7 lines too early$/],
])('a patch that none reads is told with the line (%#)', (text, why) => {
  expect(whyUnreadable(text)).toMatch(why);
});
