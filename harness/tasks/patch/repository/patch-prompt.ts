import type { PatchProblem, PatchTask } from '../../../types/task.ts';
import { type RepositoryContext, shownAs } from './context.ts';

/** What the model is asked for, in words it can be held to: the extractor takes the last diff, in tags or not. */
export const PATCH_ANSWER = [
  'Answer with one patch that `git apply` accepts, between a line <patch> and a line </patch>:',
  'a unified diff with `--- a/path` and `+++ b/path` from the root of the repository, hunk headers that count their lines, and three lines of context.',
  'Do not change tests.',
].join('\n');

/** The issue and the shown files: what a patch task's prompt holds. Hints (the discussion) only where they are asked for. */
function patchStatement(task: PatchTask, context: RepositoryContext, hints?: string): string {
  const parts = [
    `An issue was reported for ${task.repository} at commit ${task.baseCommit.slice(0, 12)}:`,
    `<issue>\n${task.prompt.trim()}\n</issue>`,
  ];
  if (hints !== undefined && hints.trim() !== '')
    parts.push(`Discussion of the issue:\n<hints>\n${hints.trim()}\n</hints>`);
  if (context.shown.length > 0) {
    const files = context.shown.map(({ path, text }) => shownAs(path, text)).join('\n');
    parts.push(`Files of the repository at that commit, lines numbered:\n<code>\n${files}\n</code>`);
  }
  return parts.join('\n\n');
}

/** The problem with a prompt that holds issue, files and, only when asked for, the hints. */
export function withContext(problem: PatchProblem, context: RepositoryContext, showsHints: boolean): PatchProblem {
  const prompt = patchStatement(problem.task, context, showsHints ? problem.hints : undefined);
  return { ...problem, task: { ...problem.task, prompt } };
}
