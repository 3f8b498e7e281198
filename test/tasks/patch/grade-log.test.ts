import { expect, test } from 'vitest';
import { decideTests } from '../../../harness/tasks/patch/logs/decide-tests.ts';
import { gradeLog, lettersOf } from '../../../harness/tasks/patch/logs/grade-log.ts';
import { MARKERS } from '../../../harness/tasks/patch/logs/read-log.ts';
import type { PatchProblem } from '../../../harness/types/task.ts';

const problem = (failToPass: string[], passToPass: string[], repository = 'pallets/flask'): PatchProblem => ({
  task: { kind: 'patch', id: 'pallets__flask-1', prompt: '', repository, baseCommit: 'a' },
  hiddenTests: { testPatch: '', failToPass, passToPass },
  canonical: '',
  version: '2.0',
  environmentCommit: 'a',
  hints: '',
  createdAt: '',
});

const log = (body: string, after = ''): string => `+ : '${MARKERS.start}'\n${body}\n+ : '${MARKERS.end}'\n${after}`;
const PASSED = 'PASSED t.py::a\nPASSED t.py::b\n=== 2 passed in 0.10s ===';
const both = problem(['t.py::a'], ['t.py::b']);

test('all required tests passed: solved; one failed or not in the log: not', () => {
  expect(gradeLog(log(PASSED), both, '5')).toMatchObject({ outcome: { status: 'solved' }, isResolved: true });
  const one = gradeLog(log('PASSED t.py::a\nFAILED t.py::b - x'), both, '5');
  expect(one).toMatchObject({ outcome: { status: 'unsolved', reason: 'tests-failed' }, isResolved: false });
  expect(lettersOf(one)).toBe('pf');
  expect(lettersOf(gradeLog(log('PASSED t.py::a'), both, '4'))).toBe('p-');
});

test.each([
  ['SKIPPED t.py::a\nPASSED t.py::b', true, false],
  ['PASSED t.py::a\nSKIPPED t.py::b', true, true],
  ['XFAIL t.py::a\nPASSED t.py::b', true, true],
  ['PASSED: t.py::a\nPASSED t.py::b', true, true],
  ['ERROR t.py::a\nPASSED t.py::b', false, false],
])('where the two published versions differ: %s', (body, under4, under5) => {
  expect(gradeLog(log(body), both, '4').isResolved).toBe(under4);
  expect(gradeLog(log(body), both, '5').isResolved).toBe(under5);
});

test('rules 5 find a cut id by its beginning, where the tests it may mean agree', () => {
  const statuses = new Map([
    ['t.py::a[x y]', 'PASSED'],
    ['t.py::a[x z]', 'PASSED'],
    ['t.py::b[x y]', 'PASSED'],
    ['t.py::b[x z]', 'FAILED'],
  ]);
  const tests = { testPatch: '', failToPass: ['t.py::a[x'], passToPass: ['t.py::b[x'] };
  expect(decideTests(statuses, tests, '5')).toMatchObject({
    failToPass: [{ decision: 'passed', namedAs: 't.py::a[x y]' }],
    passToPass: [{ decision: 'failed', status: undefined }],
  });
  expect(decideTests(statuses, tests, '4').failToPass[0]?.decision).toBe('failed');
});

test('names as Python 3.11 prints them are the published ones', () => {
  const django = problem(['test_a (forms.tests.FormTest)'], [], 'django/django');
  const grade = gradeLog(log('test_a (forms.tests.FormTest.test_a) ... ok'), django, '4');
  expect(grade.isResolved).toBe(true);
  expect(grade.failToPass[0]?.namedAs).toBe('test_a (forms.tests.FormTest.test_a)');
});

test('names without a summary are resolved officially and not solved here', () => {
  expect(gradeLog(log('PASSED t.py::a\nPASSED t.py::b'), both, '5')).toMatchObject({
    isResolved: true,
    outcome: { status: 'unsolved', reason: 'exited-early' },
    evidence: { doubts: ['no-summary'] },
  });
});

test.each([
  ['>>>>> Patch Apply Failed', 'unsolved', 'patch-does-not-apply'],
  ['>>>>> Tests Timed Out', 'unsolved', 'timeout'],
  ['>>>>> Reset Failed', 'ungraded', 'harness-error'],
])('%s ends an evaluation', (marker, status, reason) => {
  expect(gradeLog(log(PASSED, marker), both, '5')).toMatchObject({ outcome: { status, reason }, isResolved: false });
});

test('without markers nobody knows what happened, unless the harness says that time was up', () => {
  expect(gradeLog(PASSED, both, '5').outcome).toEqual({ status: 'ungraded', reason: 'harness-error' });
  const late = `${MARKERS.start}\nPASSED t.py::a\n\n\nTimeout error: 1800 seconds exceeded.`;
  expect(gradeLog(late, both, '5').outcome).toEqual({ status: 'unsolved', reason: 'timeout' });
});

test('a suite that names no test did not run', () => {
  expect(gradeLog(log('ImportError: conftest'), both, '4').outcome).toEqual({
    status: 'unsolved',
    reason: 'exited-early',
  });
  expect(gradeLog(log('ImportError: conftest'), both, '5').fault).toBe('suite-did-not-run');
});

test('passed names with a failed command: void under rules 5, a doubt under rules 4', () => {
  const forged = log(PASSED, '>>>>> Test Exit Code: 3\n');
  expect(gradeLog(forged, both, '5')).toMatchObject({ isResolved: false, fault: 'exit-code-contradicts' });
  const under4 = gradeLog(forged, both, '4');
  expect(under4.isResolved).toBe(true);
  expect(under4.evidence).toMatchObject({ exitCode: 3, doubts: ['exit-code-without-failure'] });
});

test.each([
  ['PASSED t.py::a\nPASSED t.py::b', ['no-summary']],
  ['PASSED t.py::a\nPASSED t.py::b\n=== 1 failed, 1 passed in 2.00s ===', ['more-passed-than-counted']],
  [`${PASSED}\n${PASSED}`, ['several-summaries']],
  [PASSED, []],
])('what the log tells of its own run: %s', (body, doubts) => {
  expect(gradeLog(log(body), both, '4').evidence.doubts).toEqual(doubts);
});

test('summaries of pytest, unittest and SymPy are read', () => {
  const summary = (body: string) => gradeLog(log(body), both, '4').evidence;
  expect(summary('==== 3 failed, 10 passed, 2 skipped, 4 warnings in 1.2s (0:00:01) ====')).toMatchObject({
    counted: 15,
  });
  expect(summary('2 passed in 0.01 seconds')).toMatchObject({ counted: 2 });
  expect(summary('Ran 7 tests in 0.010s\n\nFAILED (failures=1, skipped=2)')).toMatchObject({
    counted: 7,
    summary: 'Ran 7 tests in 0.010s, FAILED (failures=1, skipped=2)',
  });
  expect(summary('=== tests finished: 4 passed, 1 failed, 1 exceptions, in 0.33 seconds ===')).toMatchObject({
    counted: 6,
  });
});
