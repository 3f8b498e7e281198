import { expect, test } from 'vitest';
import type { GradingRules } from '../../../harness/tasks/patch/logs/grading-rules.ts';
import { LOG_PARSERS } from '../../../harness/tasks/patch/logs/log-parsers.ts';

const parse = (repository: string, log: string, rules: GradingRules = '5'): Record<string, string> =>
  Object.fromEntries(LOG_PARSERS[repository]?.(log, rules) ?? []);

test('all twelve repositories have a parser', () => {
  expect(Object.keys(LOG_PARSERS)).toHaveLength(12);
});

test('a pytest summary gives ids up to their first space, whatever follows', () => {
  const log = [
    'PASSED tests/test_a.py::test_one',
    'FAILED tests/test_a.py::test_two - assert 1 == 2',
    'ERROR tests/test_b.py - ImportError: no module',
    'XFAIL tests/test_a.py::test_three - reason',
    'PASSED tests/test_a.py::test_four[a b]',
    'tests/test_a.py::test_five PASSED',
  ].join('\n');
  expect(parse('pallets/flask', log)).toEqual({
    'tests/test_a.py::test_one': 'PASSED',
    'tests/test_a.py::test_two': 'FAILED',
    'tests/test_b.py': 'ERROR',
    'tests/test_a.py::test_three': 'XFAIL',
    'tests/test_a.py::test_four[a': 'PASSED',
  });
});

test('a count of skipped tests is a name under rules 4 only', () => {
  const log = 'SKIPPED [2] tests/test_a.py:7: no network';
  expect(parse('pydata/xarray', log, '4')).toEqual({ '[2]': 'SKIPPED' });
  expect(parse('pydata/xarray', log, '5')).toEqual({});
});

test('requests and pylint lose the folders of a path in brackets', () => {
  const log = [
    'PASSED test_requests.py::test_a[/tmp/x/file.txt]',
    'PASSED test_requests.py::test_b[//host/path]',
    'PASSED test_requests.py::test_c[/a/*/b]',
    'PASSED test_requests.py::test_d[x]tail',
  ].join('\n');
  expect(Object.keys(parse('psf/requests', log))).toEqual([
    'test_requests.py::test_a[/file.txt]',
    'test_requests.py::test_b[//host/path]',
    'test_requests.py::test_c[/a/*/b]',
    'test_requests.py::test_d[x]',
  ]);
});

test("matplotlib's enum members are their values", () => {
  expect(parse('matplotlib/matplotlib', 'PASSED a.py::test_b[MouseButton.LEFT-MouseButton.RIGHT]')).toEqual({
    'a.py::test_b[1-3]': 'PASSED',
  });
});

test('colours go, a status may stand behind the id, and rules 5 keep ids with spaces whole', () => {
  const mark = String.fromCharCode(27);
  const log = [
    `${mark}[32mPASSED${mark}[0m a.py::test_a[x y]`,
    `${mark}[31mFAILED${mark}[0m a.py::test_b[x y] - assert False`,
    'a.py::test_c[x y] PASSED',
    'a.py::test_d SKIPPED',
  ].join('\n');
  expect(parse('sphinx-doc/sphinx', log, '4')).toEqual({
    'a.py::test_a[x': 'PASSED',
    'a.py::test_b[x': 'FAILED',
    'a.py::test_c[x': 'y]',
    'a.py::test_d': 'SKIPPED',
  });
  expect(parse('sphinx-doc/sphinx', log, '5')).toEqual({
    'a.py::test_a[x y]': 'PASSED',
    'a.py::test_b[x y]': 'FAILED',
    'a.py::test_c[x y]': 'PASSED',
    'a.py::test_d': 'SKIPPED',
  });
});

test('seaborn knows passed and failed only', () => {
  const log =
    'a.py::test_a PASSED [ 50%]\nFAILED a.py::test_b - x\nPASSED a.py::test_c\nERROR a.py::test_d\nSKIPPED\nFAILED';
  expect(parse('mwaskom/seaborn', log)).toEqual({
    'a.py::test_a': 'PASSED',
    'a.py::test_b': 'FAILED',
    'a.py::test_c': 'PASSED',
  });
});

test("Django's log: names, docstrings, tracebacks' titles, and a name whose ok came later", () => {
  const log = [
    'test_a (forms.tests.FormTest) ... ok',
    'A docstring in place of a name. ... ok',
    'test_b (forms.tests.FormTest) ... FAIL',
    "test_c (forms.tests.FormTest) ... skipped 'no database'",
    'test_d (forms.tests.FormTest) ... expected failure',
    'test_e (forms.tests.FormTest) ... some output',
    'ok',
    'test_f (forms.tests.FormTest) ... ERROR',
    'ERROR: setUpClass (forms.tests.OtherTest)',
    'FAIL: test_b (forms.tests.FormTest)',
    'test_g (forms.tests.FormTest) ... Internal Server Error: /path/',
    'ok',
    'test_h (v.Test) ... Testing against Django installed in x with up to 2 processes',
    'Creating tables (0 silenced).',
    'ok',
  ].join('\n');
  expect(parse('django/django', log)).toEqual({
    'test_a (forms.tests.FormTest)': 'PASSED',
    'A docstring in place of a name.': 'PASSED',
    'test_b (forms.tests.FormTest)': 'FAILED',
    'test_c (forms.tests.FormTest)': 'SKIPPED',
    'test_e (forms.tests.FormTest)': 'PASSED',
    'test_f (forms.tests.FormTest)': 'ERROR',
    setUpClass: 'ERROR',
    test_b: 'FAILED',
    'test_g (forms.tests.FormTest)': 'PASSED',
    'test_h (v.Test)': 'PASSED',
  });
});

test("SymPy's log: bare names, and file and name of each failure", () => {
  const log = [
    'sympy/core/tests/test_a.py[5] ',
    'test_one ok',
    'test_two F',
    'test_three E',
    'test_four f',
    'test_five s',
    'test_constructor',
    '________ sympy/core/tests/test_a.py:test_two ________',
  ].join('\n');
  expect(parse('sympy/sympy', log)).toEqual({
    'sympy/core/tests/test_a.py:test_two': 'FAILED',
    test_one: 'PASSED',
    test_two: 'FAILED',
    test_three: 'ERROR',
  });
});
