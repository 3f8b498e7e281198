import { type Candidate, fenced, type Task } from '../../harness/index.ts';

/** What prompts say otherwise of a function than of a patch; everything else in them is the same text. */
interface Wording {
  /** What a candidate is called. */
  readonly noun: 'code' | 'patch';
  /** The first prompt of every condition. */
  readonly request: string;
  /** The task, as every prompt after the first shows it. */
  readonly task: string;
  /** The form of a repaired candidate. */
  readonly answer: string;
  /** A candidate that is not empty, as it is shown. */
  show(candidate: Candidate): string;
}

export function wordingOf(task: Task): Wording {
  switch (task.kind) {
    case 'function':
      return {
        noun: 'code',
        request: [
          `Write this Python function. Answer with the finished function \`${task.entryPoint}\`, without its docstring, and the imports and helpers it needs, in one \`\`\`python block and nothing else.`,
          fenced(task.prompt),
        ].join('\n\n'),
        task: fenced(task.prompt),
        answer: `Write the corrected function \`${task.entryPoint}\`, whole but without its docstring, with the imports and helpers it needs, in one \`\`\`python block and nothing else.`,
        show: ({ text }) => fenced(text),
      };
    case 'patch':
      return {
        noun: 'patch',
        request: [task.prompt, `Write a patch that resolves this issue. ${PATCH_FORM}`].join('\n\n'),
        task: task.prompt,
        answer: `Write the corrected patch, whole: it replaces the current one and is applied to the same commit, not upon the current one. ${PATCH_FORM}`,
        show: ({ text }) => `<patch>\n${text.trimEnd()}\n</patch>`,
      };
  }
}

/** In words the model can be held to: the extractor takes the last well-formed diff, in tags or not. */
const PATCH_FORM = [
  'Answer with one patch that `git apply` accepts, between a line <patch> and a line </patch>:',
  'a unified diff with `--- a/path` and `+++ b/path` from the root of the repository, hunk headers that count their lines, and three lines of context.',
  'Numbers before the lines of a shown file are not part of it. Do not change tests.',
].join('\n');
