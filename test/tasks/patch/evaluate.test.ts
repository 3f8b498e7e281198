import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evaluatePatch, evaluationSha256, type Workspace } from '../../../harness/tasks/patch/evaluation/evaluate.ts';
import { removesFiles } from '../../../harness/tasks/patch/evaluation/evaluation-script.ts';
import { executionOfLog } from '../../../harness/tasks/patch/logs/execution-of-log.ts';
import type { GradingRules } from '../../../harness/tasks/patch/logs/grading-rules.ts';
import type { EnvironmentSpecification } from '../../../harness/types/environment-specification.ts';
import type { PatchProblem } from '../../../harness/types/task.ts';

const CALC = 'def add(a, b):\n    return a - b\n\n\ndef double(a):\n    return 2 * a\n';
const TESTS = [
  'import unittest',
  'from calc import add, double',
  '',
  '',
  'class CalcTest(unittest.TestCase):',
  '    def test_double(self):',
  '        self.assertEqual(double(2), 4)',
  '',
].join('\n');

/** A repository in Django's shape, tested by unittest: what the official script does is done here in a folder. */
function openWorkspaceFolder(): Workspace & { readonly baseCommit: string } {
  const testbed = mkdtempSync(join(tmpdir(), 'testbed-'));
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  put(join(testbed, 'calc.py'), CALC);
  put(join(testbed, 'tests/test_calc.py'), TESTS);
  put(join(testbed, '.gitignore'), '__pycache__\n');
  put(join(testbed, 'flags'), '\n');
  const git = (...command: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...command], {
      cwd: testbed,
      encoding: 'utf8',
    });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'base');
  const baseCommit = git('rev-parse', 'HEAD').trim();
  put(join(testbed, 'flags'), '-v\n');
  git('commit', '-qam', 'what installing changed');
  const scratch = mkdtempSync(join(tmpdir(), 'scratch-'));
  return {
    testbed,
    scratch,
    // `git config --global` of the script must not reach the machine.
    activate: [`export HOME=${scratch}`, 'export PYTHONDONTWRITEBYTECODE=1'],
    baseCommit,
    async writeFiles(files) {
      for (const [path, content] of Object.entries(files)) put(path, content);
    },
    run([program = '', ...rest], timeoutMs) {
      const child = spawn(program, rest, { cwd: testbed, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      let isTimedOut = false;
      const startedAt = performance.now();
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const timer = setTimeout(() => {
        isTimedOut = true;
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      }, timeoutMs);
      return new Promise((resolve) => {
        child.on('close', (exitCode) => {
          clearTimeout(timer);
          resolve({ exitCode, output, isTimedOut, wallMs: performance.now() - startedAt });
        });
      });
    },
    async endLeftovers() {},
    wasOutOfMemory: async () => false,
  };
}

const environment: EnvironmentSpecification = {
  repository: 'django/django',
  versions: ['1'],
  python: '3',
  packages: '',
  install: 'true',
  testCommand: 'PYTHONPATH=.:tests python3 -m unittest -v',
};

const TEST_PATCH = [
  'diff --git a/tests/test_calc.py b/tests/test_calc.py',
  '--- a/tests/test_calc.py',
  '+++ b/tests/test_calc.py',
  '@@ -5,3 +5,6 @@',
  ' class CalcTest(unittest.TestCase):',
  '     def test_double(self):',
  '         self.assertEqual(double(2), 4)',
  '+',
  '+    def test_add(self):',
  '+        self.assertEqual(add(1, 2), 3)',
  '',
].join('\n');

const problemAt = (baseCommit: string): PatchProblem => ({
  task: { kind: 'patch', id: 'django__django-1', prompt: '', repository: 'django/django', baseCommit },
  hiddenTests: {
    testPatch: TEST_PATCH,
    failToPass: ['test_add (test_calc.CalcTest)'],
    passToPass: ['test_double (test_calc.CalcTest)'],
  },
  canonical: change('    return a - b', '    return a + b'),
  version: '1',
  environmentCommit: baseCommit,
  hints: '',
  createdAt: '',
});

/** A patch that replaces one line of calc.py, with what stands around it. */
function change(line: string, ...replacements: string[]): string {
  const lines = CALC.trimEnd().split('\n');
  const at = lines.indexOf(line);
  const [before, after] = [lines.slice(Math.max(0, at - 1), at), lines.slice(at + 1, at + 2)];
  const context = before.length + after.length;
  const start = at + 1 - before.length;
  return [
    '--- a/calc.py',
    '+++ b/calc.py',
    `@@ -${start},${context + 1} +${start},${context + replacements.length} @@`,
    ...before.map((each) => ` ${each}`),
    `-${line}`,
    ...replacements.map((each) => `+${each}`),
    ...after.map((each) => ` ${each}`),
    '',
  ].join('\n');
}

async function evaluate(patch: string | undefined, timeoutMs = 60_000) {
  const workspace = openWorkspaceFolder();
  const problem = problemAt(workspace.baseCommit);
  const evaluation = await evaluatePatch(workspace, patch, problem, environment, {
    rules: '5',
    timeoutMs,
    suite: 'hidden',
  });
  const { outcome, isResolved } = evaluation.grade;
  const word = outcome.status === 'solved' ? 'solved' : outcome.reason;
  return { ...evaluation, word, isResolved, execution: executionOfLog(evaluation.log, evaluation.grade) };
}

const FORGER = [
  'import os, sys',
  'for name in ("test_add", "test_double"): sys.stderr.write(name + " (test_calc.CalcTest) ... ok\\n")',
  'sys.stderr.flush(); os._exit(0)',
  '',
  'def add(a, b):',
];

test('the gold patch is solved, and by which command it was applied is known', async () => {
  const { word, application, execution } = await evaluate(change('    return a - b', '    return a + b'));
  expect(word).toBe('solved');
  expect(application).toMatchObject({ by: 'git-apply' });
  expect(execution.assertions).toBe('pp');
});

test('without a patch the required test fails, with its traceback for the loops', async () => {
  const { word, execution } = await evaluate(undefined);
  expect(word).toBe('tests-failed');
  expect(execution.assertions).toBe('fp');
  expect(execution.failures).toHaveLength(1);
  expect(execution.failures[0]).toMatchObject({ assertion: 0, source: 'test_add (test_calc.CalcTest)' });
  expect(execution.failures[0]?.message).toContain('AssertionError: -1 != 3');
});

test.each([
  ['a wrong patch', change('    return a - b', '    return a * b'), 'tests-failed', false],
  ['a patch that breaks another test', change('    return 2 * a', '    return 3 * a'), 'tests-failed', false],
  ['a syntax error', change('    return a - b', '    return a +'), 'exited-early', false],
  [
    'a patch of a line that is not there',
    change('    return a - b', '    x').replace('-    return a - b', '-    nothing'),
    'patch-does-not-apply',
    false,
  ],
  ['a program that prints forged results and ends itself', change('def add(a, b):', ...FORGER), 'exited-early', true],
])('%s', async (_, patch, word, isResolved) => {
  const evaluated = await evaluate(patch);
  expect(evaluated.word).toBe(word);
  expect(evaluated.isResolved).toBe(isResolved);
});

test('what a candidate does to files of the test patch is undone', async () => {
  const emptied = `--- a/tests/test_calc.py\n+++ /dev/null\n@@ -1,7 +0,0 @@\n${TESTS.trimEnd().replace(/^/gm, '-')}\n`;
  expect((await evaluate(emptied)).word).toBe('tests-failed');
  expect((await evaluate(emptied + change('    return a - b', '    return a + b'))).word).toBe('solved');
});

describe('a test patch that only adds a file', () => {
  const path = 'tests/test_added.py';
  const lines = ['from test_calc import *', '', '', 'class AddedTest(unittest.TestCase):'];
  const method = ['    def test_add(self):', '        self.assertEqual(add(1, 2), 3)'];
  const added = (...text: string[]): string =>
    [
      `diff --git a/${path} b/${path}`,
      'new file mode 100644',
      '--- /dev/null',
      `+++ b/${path}`,
      `@@ -0,0 +1,${text.length} @@`,
    ]
      .concat(
        text.map((line) => `+${line}`),
        '',
      )
      .join('\n');
  const gold = change('    return a - b', '    return a + b');
  const names = { failToPass: ['test_add (test_added.AddedTest)'], passToPass: ['test_double (test_calc.CalcTest)'] };

  /** As Sphinx: without what was changed to install it, the tests run and name nothing. */
  const byFlags = { ...environment, testCommand: 'PYTHONPATH=.:tests python3 -m unittest $(cat flags)' };

  async function evaluateAdded(patch: string, rules: GradingRules) {
    const workspace = openWorkspaceFolder();
    const hiddenTests = { testPatch: added(...lines, ...method), ...names };
    const problem = { ...problemAt(workspace.baseCommit), hiddenTests };
    const options = { rules, timeoutMs: 60_000, suite: 'hidden' } as const;
    const { outcome, evidence } = (await evaluatePatch(workspace, patch, problem, byFlags, options)).grade;
    return { word: outcome.status === 'solved' ? 'solved' : outcome.reason, doubts: evidence.doubts };
  }

  test('keeps what was changed to install the repository under rules 5; 4.1.0 takes the whole tree back', async () => {
    expect((await evaluateAdded(gold, '5')).word).toBe('solved');
    expect((await evaluateAdded(gold, '4')).word).toBe('exited-early');
  });

  test('comes in place of what a candidate made there under rules 5; under 4 that is a doubt', async () => {
    const own = added(...lines, '    def test_add(self): pass');
    expect(await evaluateAdded(own, '5')).toEqual({ word: 'tests-failed', doubts: [] });
    expect((await evaluateAdded(own, '4')).doubts).toContain('test-patch-not-applied');
  });

  test('is evaluated by another script than before: what was kept of those rules is asked for again', () => {
    const problem = problemAt('a'.repeat(40));
    const other = { ...problem, hiddenTests: { ...problem.hiddenTests, testPatch: added(...lines) } };
    expect([removesFiles(problem, '5'), removesFiles(other, '5'), removesFiles(other, '4')]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

test('tests that never end are a timeout', async () => {
  const { word, log } = await evaluate(change('    return a - b', '    while True: pass'), 20_000);
  expect(log).toContain('Timeout error: 20 seconds exceeded.');
  expect(word).toBe('timeout');
});

test('a grade is bound to every byte of the patch and to what judged it, not to notes', () => {
  const problem = problemAt('a'.repeat(40));
  const settings = { rules: '5', timeoutMs: 1 } as const;
  const hash = (patch: string, other = {}) => evaluationSha256(patch, problem, { ...environment, ...other }, settings);
  expect(hash('a')).toBe(hash('a', { departures: ['a note'] }));
  const shared = [{ commit: 'c'.repeat(40), instances: [problem.task.id] }];
  expect(hash('a'), 'the sum of the image says what it was made of').toBe(hash('a', { shared }));
  expect(hash('a')).toBe(hash('a', { sources: shared[0] }));
  const others = [
    hash('a '),
    hash('a', { packages: 'x' }),
    evaluationSha256('a', problem, environment, { ...settings, rules: '4' }),
  ];
  expect(new Set([hash('a'), ...others]).size).toBe(4);
});
