/** Four small repositories in the shapes of four that the benchmark has, as instances in the official format. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EnvironmentSpecification } from '../../../harness/types/environment-specification.ts';
import type { PatchProblem } from '../../../harness/types/task.ts';

/** A repository at its base commit, and what the benchmark would say of it. */
export interface SmallRepository {
  readonly style: string;
  readonly files: Readonly<Record<string, string>>;
  /** The test file, before the test patch and after it. */
  readonly tests: { readonly path: string; readonly before: string; readonly after: string };
  readonly environment: EnvironmentSpecification;
  /** The id of a test of this name. */
  idOf(name: string): string;
}

export const CALC =
  'def add(a, b):\n    return a - b\n\n\ndef double(a):\n    return 2 * a\n\n\ndef negate(a):\n    return a\n';

const PYTEST_BEFORE = 'from calc import add, double, negate\n\n\ndef test_double():\n    assert double(2) == 4\n';
const PYTEST_AFTER = `${PYTEST_BEFORE}\n\ndef test_add():\n    assert add(1, 2) == 3\n\n\ndef test_negate():\n    assert negate(1) == -1\n`;

const UNITTEST_BEFORE = [
  'import unittest',
  'from calc import add, double, negate',
  '',
  '',
  'class CalcTest(unittest.TestCase):',
  '    def test_double(self):',
  '        self.assertEqual(double(2), 4)',
  '',
].join('\n');
const UNITTEST_AFTER = `${UNITTEST_BEFORE}\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n\n    def test_negate(self):\n        self.assertEqual(negate(1), -1)\n`;

/** As Django's: the names of modules in tests/, every test with its name. */
const RUNTESTS = [
  '#!/usr/bin/env python3',
  'import os, sys, unittest',
  'here = os.path.dirname(os.path.abspath(__file__))',
  'sys.path[:0] = [here, os.path.dirname(here)]',
  'unittest.main(module=None, argv=["runtests.py", "-v", *[a for a in sys.argv[1:] if not a.startswith("-")]])',
  '',
].join('\n');

/** As SymPy's: a line for each test, a title for each failure, the counts between `=`. */
const BIN_TEST = [
  '#!/usr/bin/env python3',
  'import importlib.util, os, sys, time, traceback',
  'sys.path.insert(0, os.getcwd())',
  'print("test process starts".center(80, "="))',
  'print("executable:         %s" % sys.executable)',
  'began, passed, failed = time.time(), 0, []',
  'for path in [a for a in sys.argv[1:] if not a.startswith("-")]:',
  '    spec = importlib.util.spec_from_file_location("tests", path)',
  '    module = importlib.util.module_from_spec(spec)',
  '    spec.loader.exec_module(module)',
  '    tests = [n for n in vars(module) if n.startswith("test_")]',
  '    print("\\n%s[%d] " % (path, len(tests)))',
  '    for name in tests:',
  '        print(name, end=" ", flush=True)',
  '        try:',
  '            getattr(module, name)()',
  '            passed += 1',
  '            print("ok")',
  '        except AssertionError:',
  '            failed.append((path, name, traceback.format_exc()))',
  '            print("F")',
  'for path, name, text in failed:',
  '    print("\\n" + "_" * 80 + "\\n" + (" %s:%s " % (path, name)).center(80, "_"))',
  '    print(text)',
  'counts = "%d passed, " % passed + ("%d failed, " % len(failed) if failed else "")',
  'print((" tests finished: %sin %.2f seconds " % (counts, time.time() - began)).center(80, "="))',
  'sys.exit(1 if failed else 0)',
  '',
].join('\n');

/** As tox with tox-current-env: its own lines around those of the command it runs. */
const TOX = [
  '#!/bin/sh',
  'while [ "$1" != -- ]; do shift; done',
  'shift',
  'echo "py39: commands[0]> python -X dev -m pytest -rA --durations 25 $*"',
  'python3 -m pytest -rA --durations 25 "$@"',
  'code=$?',
  'echo "  py39: $([ $code = 0 ] && echo OK || echo "FAIL code $code") (0.10 seconds)"',
  'exit $code',
  '',
].join('\n');

const environment = (repository: string, testCommand: string): EnvironmentSpecification => ({
  repository,
  versions: ['1'],
  python: '3.11',
  packages: '',
  install: 'python3 setup.py --version',
  testCommand,
});

export const REPOSITORIES: readonly SmallRepository[] = [
  {
    style: 'pytest',
    files: { 'setup.cfg': '[tool:pytest]\naddopts = -p no:cacheprovider\n' },
    tests: { path: 'tests/test_calc.py', before: PYTEST_BEFORE, after: PYTEST_AFTER },
    environment: environment('pallets/flask', 'python3 -m pytest -rA'),
    idOf: (name) => `tests/test_calc.py::${name}`,
  },
  {
    style: 'django',
    files: { 'tests/runtests.py': RUNTESTS, 'tests/calc_tests/__init__.py': '' },
    tests: { path: 'tests/calc_tests/test_calc.py', before: UNITTEST_BEFORE, after: UNITTEST_AFTER },
    environment: environment('django/django', 'python3 ./tests/runtests.py --verbosity 2'),
    idOf: (name) => `${name} (calc_tests.test_calc.CalcTest)`,
  },
  {
    style: 'sympy',
    files: { 'bin/test': BIN_TEST },
    tests: { path: 'sympy/tests/test_calc.py', before: PYTEST_BEFORE, after: PYTEST_AFTER },
    environment: environment('sympy/sympy', 'python3 bin/test -C --verbose'),
    idOf: (name) => name,
  },
  {
    style: 'sphinx',
    files: { tox: TOX },
    tests: { path: 'tests/test_calc.py', before: PYTEST_BEFORE, after: PYTEST_AFTER },
    environment: environment('sphinx-doc/sphinx', 'sh tox --current-env -epy39 -v --'),
    idOf: (name) => `tests/test_calc.py::${name}`,
  },
];

const SETUP = 'import sys\nsys.path.insert(0, "")\nimport calc\nprint("1")\n';

/** Every file at the base commit. */
export function filesOf({ files, tests }: SmallRepository): Readonly<Record<string, string>> {
  return { '.gitignore': '__pycache__\n', 'calc.py': CALC, 'setup.py': SETUP, ...files, [tests.path]: tests.before };
}

/** Fixed, so that a commit has the same id whenever and wherever it is made, and an image of it is built once. */
const AUTHOR = {
  GIT_AUTHOR_NAME: 'author',
  GIT_AUTHOR_EMAIL: 'author@example.org',
  GIT_AUTHOR_DATE: '2020-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'author',
  GIT_COMMITTER_EMAIL: 'author@example.org',
  GIT_COMMITTER_DATE: '2020-01-01T00:00:00Z',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode: 0o644 });
  }
}

const git = (folder: string, ...command: string[]): string =>
  execFileSync('git', command, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...AUTHOR } });

/** Makes the repository in a folder; its base commit. */
export function checkOut(repository: SmallRepository, folder: string): string {
  write(folder, filesOf(repository));
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'base');
  return git(folder, 'rev-parse', 'HEAD').trim();
}

/** The diff from the base commit to the repository with other or further files; `undefined` deletes one. */
export function diffTo(repository: SmallRepository, changed: Readonly<Record<string, string | undefined>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'diff-'));
  try {
    checkOut(repository, folder);
    for (const [name, text] of Object.entries(changed)) {
      if (text === undefined) rmSync(join(folder, name));
      else write(folder, { [name]: text });
    }
    git(folder, 'add', '-A');
    return git(folder, 'diff', '--cached', 'HEAD');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const GOLD = CALC.replace('a - b', 'a + b').replace('return a\n', 'return -a\n');

/** The repository as an instance: the tests of add and negate fail, that of double passes. */
export function problemOf(repository: SmallRepository): PatchProblem {
  const { style, tests, environment, idOf } = repository;
  const folder = mkdtempSync(join(tmpdir(), 'base-'));
  const baseCommit = checkOut(repository, folder);
  rmSync(folder, { recursive: true });
  return {
    task: { kind: 'patch', id: `small__${style}-1`, prompt: '', repository: environment.repository, baseCommit },
    hiddenTests: {
      testPatch: diffTo(repository, { [tests.path]: tests.after }),
      failToPass: ['test_add', 'test_negate'].map(idOf),
      passToPass: [idOf('test_double')],
    },
    canonical: diffTo(repository, { 'calc.py': GOLD }),
    version: '1',
    environmentCommit: baseCommit,
    hints: '',
    createdAt: '2020-01-01T00:00:00Z',
  };
}
