import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPublishedTables } from '../../harness/published/published-cells.ts';
import { findStudy, type StudyBenchmark } from '../../harness/published/study.ts';

export const lucid = findStudy('lucid');

/** A result file's content, in the study's own spelling: a one-shot success unless told otherwise. */
export function resultOf(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const passed = changes.final_passed ?? true;
  return {
    task_id: 'HumanEval/0',
    condition: 'baseline',
    max_iterations: 1,
    model: 'claude-sonnet-4-5-20250929',
    final_passed: passed,
    final_test_output: {
      all_passed: passed,
      stdout: '',
      stderr: passed === true ? '' : stderrOf('    assert candidate(1) == 2', 'AssertionError'),
      returncode: passed === true ? 0 : 1,
      error_type: passed === true ? null : 'assertion_error',
    },
    iterations: [],
    ablation: null,
    ...changes,
  };
}

export function stderrOf(line: string, error: string): string {
  return `  File "/tmp/t.py", line 9\n${line}\n    ^\n${error}\n`;
}

/** A result file of the SWE-bench part. */
export function patchResultOf(
  changes: Readonly<Record<string, unknown>> = {},
  testOutput = '',
): Record<string, unknown> {
  const resolved = changes.final_passed ?? true;
  return resultOf({
    task_id: 'django__django-1',
    final_passed: resolved,
    final_test_output: { resolved, test_output: testOutput || REPORT.replace('RESOLVED', String(resolved)) },
    solution: PATCH,
    ...changes,
  });
}

export const REPORT = '{\n  "patch_exists": true,\n  "patch_successfully_applied": true,\n  "resolved": RESOLVED\n}';
export const PATCH = '--- a/x.py\n+++ b/x.py\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n d';
export const NEVER_RUN =
  'stdout: Running 1 instances...\nAll instances run.\nInstances with errors: 1\nUnremoved images: 200\n';

/** An empty study folder with all its directories. */
export function emptyStudyFolder(benchmarks: readonly StudyBenchmark[] = lucid.benchmarks): string {
  const folder = mkdtempSync(join(tmpdir(), 'published-'));
  for (const { directories } of benchmarks) {
    for (const name of directories) mkdirSync(join(folder, 'results', name), { recursive: true });
  }
  return folder;
}

export function writeResult(folder: string, directory: string, result: Readonly<Record<string, unknown>>): void {
  const { task_id, condition, max_iterations, ablation } = result;
  const suffix = ablation ? `_${ablation}` : '';
  const name = `${String(task_id).replaceAll('/', '_')}_${condition}_k${max_iterations}${suffix}.json`;
  writeFileSync(join(folder, 'results', directory, name), JSON.stringify(result));
}

/**
 * A made-up study of the published size in which every cell has its published count: the first tasks are solved, the others are not, in
 * the directory that holds the cell. SWE-bench cells are laid so that the counts "solved at either" and of gains and losses hold too.
 */
export function writeFullStudy(): string {
  const folder = emptyStudyFolder();
  for (const cell of loadPublishedTables('lucid').cells) {
    const [k] = cell.k;
    if (cell.dataset !== 'humaneval' || k === undefined) continue;
    const ablation = cell.condition.startsWith('lucid-') ? cell.condition.slice('lucid-'.length) : null;
    for (let task = 0; task < cell.total; task++) {
      const final_passed = task < cell.solved;
      const common = { task_id: `HumanEval/${task}`, condition: cell.condition, max_iterations: k, ablation };
      writeResult(folder, 'humaneval-c2', resultOf({ ...common, final_passed }));
      // A later directory with the opposite outcome for some: the first one must count.
      if (task % 10 === 0) writeResult(folder, 'humaneval-c6', resultOf({ ...common, final_passed: !final_passed }));
    }
  }
  for (let task = 0; task < 300; task++) writeInstance(folder, task);
  return folder;
}

/** 55 by the baseline; 52 of these and 23 more by lucid at k = 1; all of those but 14, and 16 others, at k = 3. */
function writeInstance(folder: string, task: number): void {
  const task_id = `django__django-${task}`;
  const neverRun = task >= 200;
  const atOne = task >= 3 && task < 78;
  const outcomes = [
    ['baseline', 1, task < 55],
    ['lucid', 1, atOne],
    ['lucid', 3, (atOne && task >= 17) || (task >= 78 && task < 94)],
  ] as const;
  for (const [condition, max_iterations, final_passed] of outcomes) {
    const result = patchResultOf({ task_id, condition, max_iterations, final_passed }, neverRun ? NEVER_RUN : '');
    writeResult(folder, 'swebench-v2', result);
  }
}
