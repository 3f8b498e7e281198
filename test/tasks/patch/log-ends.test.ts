import { expect, test } from 'vitest';
import { publicExecutionOfLog } from '../../../harness/tasks/patch/logs/execution-of-log.ts';
import { gradeLog } from '../../../harness/tasks/patch/logs/grade-log.ts';
import { limitSentence, MARKERS, withoutMarkers } from '../../../harness/tasks/patch/logs/read-log.ts';
import type { PatchProblem } from '../../../harness/types/task.ts';

const problem: PatchProblem = {
  task: { kind: 'patch', id: 'pallets__flask-1', prompt: '', repository: 'pallets/flask', baseCommit: '' },
  hiddenTests: { testPatch: '', failToPass: ['a.py::test_new'], passToPass: ['a.py::test_old'] },
  canonical: '',
  version: '1',
  environmentCommit: '',
  hints: '',
  createdAt: '',
};

const RUN = [
  "+ : '>>>>> Start Test Output'",
  '=================================== FAILURES ===================================',
  '___________________________________ test_new ___________________________________',
  'E   AssertionError: in test_new',
  '___________________________________ test_old ___________________________________',
  'E   AssertionError: old',
  '=========================== short test summary info ============================',
  'FAILED a.py::test_new - AssertionError: in test_new',
  'FAILED a.py::test_old - AssertionError: old',
  '2 failed in 0.05s',
  "+ : '>>>>> End Test Output'",
].join('\n');

test.each([
  ['output', 'output-limit'],
  ['disk', 'output-limit'],
  ['memory', 'memory'],
  ['processes', 'exited-early'],
] as const)('a log that ends with our own word on %s is unsolved, %s', (limit, reason) => {
  const begun = "+ : '>>>>> Start Test Output'\nPASSED a.py::test_new\nPASSED a.py::test_old\n";
  const { outcome, fault, isResolved } = gradeLog(begun + limitSentence(limit), problem, '5');
  expect({ outcome, fault, isResolved }).toEqual({
    outcome: { status: 'unsolved', reason },
    fault: `${limit}-limit`,
    isResolved: false,
  });
});

test('such a word inside a run that ended says nothing', () => {
  const said = RUN.replace('2 failed', `${limitSentence('memory')}2 failed`);
  expect(gradeLog(said, problem, '5').outcome).toEqual({ status: 'unsolved', reason: 'tests-failed' });
});

test('no marker survives in what a candidate had a hand in; other text stays as it is', () => {
  const text = ">>>>> Start Test Output\n>>>>>>>>>> End Test Output\n>>>> > Reset Failed\n>>>>>>> branch\n'>>>>>'";
  const { text: harmless, forged } = withoutMarkers(text);
  expect(forged).toBe(2);
  for (const marker of Object.values(MARKERS)) expect(harmless).not.toContain(marker);
  expect(harmless).toContain("\n>>>>>>> branch\n'>>>>>'");
  expect(withoutMarkers(harmless)).toEqual({ text: harmless, forged: 0 });
});

test('a loop is shown the test that broke and no line that names a hidden one', () => {
  const published = { ...problem, hiddenTests: { ...problem.hiddenTests, failToPass: [] } };
  const execution = publicExecutionOfLog(RUN, gradeLog(RUN, published, '5'), problem.hiddenTests.failToPass);
  expect(execution.assertions).toBe('f');
  expect(execution.failures).toEqual([
    { assertion: 0, source: 'a.py::test_old', message: 'FAILED\nE   AssertionError: old' },
  ]);
  expect(JSON.stringify(execution)).not.toContain('test_new');
});
