import { dirname } from 'node:path/posix';
import { UsageError } from '../../../errors.ts';
import { shellWord } from '../../../text/shell-word.ts';
import type { EnvironmentSpecification } from '../../../types/environment-specification.ts';
import type { PatchProblem } from '../../../types/task.ts';
import { readDiff } from '../diff/unified-diff.ts';
import type { GradingRules } from '../logs/grading-rules.ts';
import { MARKERS } from '../logs/read-log.ts';

/** No test lies in files with these endings. */
const NOT_TESTS = ['.json', '.png', 'csv', '.txt', '.md', '.jpg', '.jpeg', '.pkl', '.yml', '.yaml', '.toml'];

/** The line that ends the test patch inside the script; a patch that holds it could not be written there. */
const PATCH_END = 'EOF_114329324912';

/**
 * What a repository's test command is told to run: the files of the test patch, at their new paths; for Django as module
 * names. In the order of the patch.
 */
export function directivesOf({ task, hiddenTests }: Pick<PatchProblem, 'task' | 'hiddenTests'>): string[] {
  const named = [...hiddenTests.testPatch.matchAll(/diff --git a\/.* b\/(.*)/g)].map(([, path = '']) => path);
  return asDirectives(task.repository, named);
}

function asDirectives(repository: string, paths: readonly string[]): string[] {
  const files = paths.filter((path) => !NOT_TESTS.some((ending) => path.endsWith(ending)));
  if (repository !== 'django/django') return files;
  return files.map((path) =>
    path
      .replace(/\.py$/, '')
      .replace(/^tests\//, '')
      .replaceAll('/', '.'),
  );
}

/** As `directivesOf`, of the files of the test patch that exist before it, under the names they have then. */
export function publicDirectivesOf(problem: Pick<PatchProblem, 'task' | 'hiddenTests'>): string[] {
  return asDirectives(problem.task.repository, resetFiles(problem));
}

/** Files that the test patch makes: under rules 5 one that a candidate made in its place is removed before and after the tests. */
function removedFiles({ hiddenTests }: Pick<PatchProblem, 'hiddenTests'>, rules: GradingRules): string[] {
  if (rules === '4') return [];
  return readDiff(hiddenTests.testPatch).flatMap(({ oldPath, newPath }) => (oldPath === undefined && newPath) || []);
}

/** Whether the script differs from what it was before new files were removed: evaluations of before that are others. */
export const removesFiles = (problem: Pick<PatchProblem, 'hiddenTests'>, rules: GradingRules): boolean =>
  removedFiles(problem, rules).length > 0;

/** Files of the test patch that exist before it: what a candidate did to them is undone before and after the tests. */
function resetFiles({ hiddenTests }: Pick<PatchProblem, 'hiddenTests'>): string[] {
  return [...new Set(readDiff(hiddenTests.testPatch).flatMap(({ oldPath }) => oldPath ?? []))];
}

/** Where an evaluation runs, as its scripts need to know it. */
interface ScriptContext {
  /** `/testbed` in containers: published logs and ids have it in them. */
  readonly testbed: string;
  /** Lines that bring the interpreter. */
  readonly activate: readonly string[];
}

/**
 * The official evaluation, as one script whose two streams are the log: informative commands, install, reset of the test files,
 * test patch, tests between markers, exit code (5.x), reset. With no file to reset, 4.1.0's `git checkout <commit>` switches the whole
 * tree, and what was changed to install the repository is lost; its successors remove new files instead.
 */
export function evaluationScript(
  problem: PatchProblem,
  environment: EnvironmentSpecification,
  context: ScriptContext,
  rules: GradingRules,
): string {
  return [
    ...beforeTests(problem, environment, context, rules),
    `: '${MARKERS.start}'`,
    testLine(environment, directivesOf(problem)),
    'SWEBENCH_TEST_EXIT_CODE=$?',
    `: '${MARKERS.end}'`,
    `echo "${MARKERS.exitCode}: $SWEBENCH_TEST_EXIT_CODE"`,
    ...resetLines(problem, rules),
    '',
  ].join('\n');
}

/** Without a network the install line cannot reach what it asks for; five tries with pauses would change nothing. For this script only. */
const NO_RETRIES = 'export PIP_RETRIES=0';

/** The official script up to the start marker; what it prints is the candidate's to write into, so that no marker in it counts. */
export function preparationScript(
  problem: PatchProblem,
  environment: EnvironmentSpecification,
  context: ScriptContext,
  rules: GradingRules,
): string {
  return `${NO_RETRIES}\n${beforeTests(problem, environment, context, rules).join('\n')}\n`;
}

/**
 * Prints a sum of the content of each file of the hidden tests as the benchmark means it: that of the base commit with the test patch. For a
 * repository that no candidate has touched yet.
 */
export function meantTestsScript({ task, hiddenTests }: PatchProblem): string {
  const files = resetFiles({ hiddenTests });
  return [
    'set -eu',
    'meant=$(mktemp -d)',
    `trap 'rm -rf "$meant"' EXIT`,
    ...new Set(files.map((path) => `mkdir -p "$meant"/${shellWord(dirname(path))}`)),
    ...files.map(
      (path) => `git cat-file --filters ${shellWord(`${task.baseCommit}:${path}`)} > "$meant"/${shellWord(path)}`,
    ),
    'cd "$meant"',
    'export GIT_DIR="$meant/none" GIT_WORK_TREE="$meant"', // A plain folder, whatever lies above it.
    `git apply - <<'${PATCH_END}'\n${hiddenTests.testPatch}\n${PATCH_END}`,
    broughtTestsScript({ hiddenTests }),
  ].join('\n');
}

/** As `meantTestsScript`, of the files that lie in the current folder; what is no plain file, a pipe for instance, is not read. */
export function broughtTestsScript({ hiddenTests }: Pick<PatchProblem, 'hiddenTests'>): string {
  const paths = [...new Set(readDiff(hiddenTests.testPatch).flatMap(({ newPath }) => newPath ?? []))];
  const sums = paths
    .map(shellWord)
    .map((path) => `if [ -f ${path} ] && [ ! -h ${path} ]; then sha256sum < ${path}; else echo absent; fi`);
  return sums.join('\n');
}

/** As `preparationScript`, of the repository as the candidate leaves it: nothing is reset, no test is brought. */
export function publicPreparationScript(environment: EnvironmentSpecification, context: ScriptContext): string {
  return `${[NO_RETRIES, ...installed(environment, context, []), environment.install].join('\n')}\n`;
}

/** The official script between the markers, in a shell of its own; its exit code is the test command's. */
export function testScript(
  environment: EnvironmentSpecification,
  directives: readonly string[],
  { testbed, activate }: ScriptContext,
): string {
  const variables = [...activate, ...(environment.beforeTests ?? [])];
  return [
    '#!/bin/bash',
    'set -uo pipefail',
    `cd ${testbed}`,
    ...(variables.length === 0 ? [] : ['{', ...variables, '} > /dev/null 2>&1']),
    'set -x',
    testLine(environment, directives),
    '',
  ].join('\n');
}

const testLine = ({ testCommand }: EnvironmentSpecification, directives: readonly string[]): string =>
  [testCommand, ...directives].join(' ');

function resetLines(problem: PatchProblem, rules: GradingRules): string[] {
  const [reset, removed] = [resetFiles(problem), removedFiles(problem, rules)];
  const checkout = ['git checkout', problem.task.baseCommit, ...reset].join(' ');
  return [
    ...(rules === '4' || reset.length > 0 ? [checkout] : []),
    ...(removed.length > 0 ? [`rm -f ${removed.join(' ')}`] : []),
  ];
}

function beforeTests(
  problem: PatchProblem,
  environment: EnvironmentSpecification,
  context: ScriptContext,
  rules: GradingRules,
): string[] {
  const { task, hiddenTests } = problem;
  if (hiddenTests.testPatch.includes(PATCH_END)) throw new UsageError(`${task.id}: the test patch holds ${PATCH_END}`);
  return [
    ...installed(environment, context, [
      'git status',
      'git show',
      `git -c core.fileMode=false diff ${task.baseCommit}`,
    ]),
    environment.install,
    ...resetLines(problem, rules),
    `git apply -v - <<'${PATCH_END}'\n${hiddenTests.testPatch}\n${PATCH_END}`,
  ];
}

function installed(
  { beforeTests: lines = [] }: EnvironmentSpecification,
  { testbed, activate }: ScriptContext,
  informative: readonly string[],
): string[] {
  return [
    '#!/bin/bash',
    'set -uxo pipefail',
    ...activate,
    `cd ${testbed}`,
    ...lines,
    `git config --global --add safe.directory ${testbed}`,
    `cd ${testbed}`,
    ...informative,
    ...activate,
  ];
}
