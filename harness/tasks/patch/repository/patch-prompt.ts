import type { PatchProblem, PatchTask } from '../../../types/task.ts';
import { type RepositoryContext, shownAs } from './context.ts';

/** What the model is asked for, in words it can be held to: the extractor takes the last diff, in tags or not. */
export const PATCH_ANSWER = [
  'Answer with one patch that `git apply` accepts, between a line <patch> and a line </patch>:',
  'a unified diff with `--- a/path` and `+++ b/path` from the root of the repository, hunk headers that count their lines, and three lines of context.',
  'Do not change tests.',
].join('\n');

/** What of the solution stands in the prompt, each only where it is asked for. */
export interface ShownLeaks {
  /** The discussion of the issue. */
  readonly hints: boolean;
  /** Names of the tests that must pass, as the published study showed them. */
  readonly testNames: boolean;
}

/** The issue, the shown files and what else was asked for: what a patch task's prompt holds. */
function patchStatement(task: PatchTask, context: RepositoryContext, hints: string, tests: readonly string[]): string {
  const parts = [
    `An issue was reported for ${task.repository} at commit ${task.baseCommit.slice(0, 12)}:`,
    `<issue>\n${task.prompt.trim()}\n</issue>`,
  ];
  if (hints.trim() !== '') parts.push(`Discussion of the issue:\n<hints>\n${hints.trim()}\n</hints>`);
  if (context.shown.length > 0) {
    const files = context.shown.map(({ path, text }) => shownAs(path, text)).join('\n');
    parts.push(`Files of the repository at that commit, lines numbered:\n<code>\n${files}\n</code>`);
  }
  if (tests.length > 0) parts.push(`Tests that must pass afterwards:\n${tests.map((name) => `- ${name}`).join('\n')}`);
  return parts.join('\n\n');
}

/** The problem with a prompt that holds issue, files and what else was asked for. */
export function withContext(problem: PatchProblem, context: RepositoryContext, leaks: ShownLeaks): PatchProblem {
  const { task, hints, hiddenTests } = problem;
  const tests = leaks.testNames ? hiddenTests.failToPass : [];
  return { ...problem, task: { ...task, prompt: patchStatement(task, context, leaks.hints ? hints : '', tests) } };
}
