import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headAndTail, sectionOf } from '../../../harness/tasks/patch/logs/log-sections.ts';

const stored = (name: string): string => readFileSync(new URL(`logs/${name}.txt`, import.meta.url), 'utf8');

test.each([
  ['pytest', 'test_suite.py::test_fails', 'AssertionError: first - second'],
  ['pytest', 'test_suite.py::test_errors', 'RuntimeError: the fixture - with a dash - is broken'],
  ['pytest', 'test_suite.py::test_parametrised[a', "assert 'a c' != 'a c'"],
  ['pytest', 'test_suite.py::TestClass::test_output_of_a_failure', 'Captured stdout call'],
  ['unittest-3.9', 'test_fails (__main__.FormTest)', "AssertionError: 'a ... b' != 'c'"],
  ['unittest-3.11', 'test_fails (__main__.FormTest)', "AssertionError: 'a ... b' != 'c'"],
  ['sympy', 'test_errors', 'broken: see other.py:12 for more'],
])('%s shows what happened to %s', (name, id, text) => {
  const section = sectionOf(stored(name), id);
  expect(section).toContain(text);
  expect(section).not.toMatch(/short test summary|Ran 13 tests|tests finished/);
});

test('a test that passed has no part of its own', () => {
  expect(sectionOf(stored('pytest'), 'test_suite.py::test_passes')).toBeUndefined();
});

test('of a long text beginning and end stay, and what is missing is said', () => {
  expect(headAndTail('short', 10)).toBe('short');
  expect(headAndTail('a'.repeat(50) + 'z'.repeat(50), 20)).toBe('aaaaaaaaaa\n… 80 characters left out …\nzzzzzzzzzz');
});
