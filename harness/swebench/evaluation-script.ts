import { UsageError } from '../errors.ts';
import { readDiff } from '../patches/unified-diff.ts';
import type { PatchProblem } from '../types.ts';
import type { EnvironmentSpecification } from './environment.ts';
import { MARKERS } from './read-log.ts';

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
  const files = named.filter((path) => !NOT_TESTS.some((ending) => path.endsWith(ending)));
  if (task.repository !== 'django/django') return files;
  return files.map((path) =>
    path
      .replace(/\.py$/, '')
      .replace(/^tests\//, '')
      .replaceAll('/', '.'),
  );
}

/** Files of the test patch that exist before it: what a candidate did to them is undone before and after the tests. */
export function resetFiles({ hiddenTests }: Pick<PatchProblem, 'hiddenTests'>): string[] {
  return [...new Set(readDiff(hiddenTests.testPatch).flatMap(({ oldPath }) => oldPath ?? []))];
}

/**
 * The official evaluation, as one script whose two streams are the log: informative commands, install, reset of the test files,
 * test patch, tests between markers, exit code (5.x), reset. With no file to reset, `git checkout <commit>` switches the
 * whole tree: as the official script does. `testbed` is `/testbed` in containers: published logs and ids have it in them; `activate`
 * are the lines that bring the interpreter.
 */
export function evaluationScript(
  problem: PatchProblem,
  environment: EnvironmentSpecification,
  { testbed, activate }: { readonly testbed: string; readonly activate: readonly string[] },
): string {
  const { task, hiddenTests } = problem;
  if (hiddenTests.testPatch.includes(PATCH_END)) throw new UsageError(`${task.id}: the test patch holds ${PATCH_END}`);
  const reset = ['git checkout', task.baseCommit, ...resetFiles(problem)].join(' ');
  return [
    '#!/bin/bash',
    'set -uxo pipefail',
    ...activate,
    `cd ${testbed}`,
    ...(environment.beforeTests ?? []),
    `git config --global --add safe.directory ${testbed}`,
    `cd ${testbed}`,
    'git status',
    'git show',
    `git -c core.fileMode=false diff ${task.baseCommit}`,
    ...activate,
    environment.install,
    reset,
    `git apply -v - <<'${PATCH_END}'\n${hiddenTests.testPatch}\n${PATCH_END}`,
    `: '${MARKERS.start}'`,
    [environment.testCommand, ...directivesOf(problem)].join(' '),
    'SWEBENCH_TEST_EXIT_CODE=$?',
    `: '${MARKERS.end}'`,
    `echo "${MARKERS.exitCode}: $SWEBENCH_TEST_EXIT_CODE"`,
    reset,
    '',
  ].join('\n');
}
