import { type Claim, definesEntryPoint } from '../../../harness/index.ts';
import { invariantTexts } from './prompts.ts';
import type { FunctionTask } from './stages.ts';

/** III.A: what must hold of every program of a task, made from the task alone. The first one is decided by parsing, never asked. */
export function invariantsOf(task: FunctionTask): readonly [Claim, ...Claim[]] {
  const [valid = '', format = '', edges = '', resources = ''] = invariantTexts(task, signatureOf(task));
  return [
    { text: valid, category: 'functionality', severity: 'critical' },
    { text: format, category: 'data-handling', severity: 'high' },
    { text: edges, category: 'functionality', severity: 'high' },
    { text: resources, category: 'performance', severity: 'medium' },
  ];
}

/** The entry point's line in the prompt, without `def` and colon; its name where there is none. */
function signatureOf({ prompt, entryPoint }: FunctionTask): string {
  const start = prompt.lastIndexOf(`def ${entryPoint}(`);
  if (start < 0) return entryPoint;
  const head = prompt.slice(start + 'def '.length);
  const end = /:\s*(?:#.*)?(?:\n|$)/.exec(head);
  return head.slice(0, end?.index ?? head.length).replaceAll(/\s+/g, ' ');
}

/** Whether a program is one of the task's at all. */
export const isValid = ({ entryPoint }: FunctionTask, program: string): boolean =>
  definesEntryPoint(program, entryPoint);
