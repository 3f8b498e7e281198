import type { Contract } from '../../../types/task.ts';
import { pythonBodyLines } from './splice.ts';
import { type ProgramLine, programLines } from './tokens.ts';

/** A body without invariants, variants and assertions. */
export const withoutProofInPython = (body: string): string =>
  body
    .split('\n')
    .filter((line) => !/^\s*#@/.test(line))
    .join('\n');

/** What a candidate's body does, word for word and line for line, without what proves it. Throws `ForbiddenText`. */
export function doneInPython(candidate: string, contract: Contract): string {
  const lines = pythonBodyLines(programLines(candidate), contract).filter(({ isAnnotation }) => !isAnnotation);
  return levelled(lines)
    .map(({ level, line: { tokens } }) => `${level} ${tokens.map(({ text }) => text).join(' ')}`)
    .join('\n');
}

/** How deep each line stands, however wide its author indents. */
function levelled(lines: readonly ProgramLine[]): readonly { readonly level: number; readonly line: ProgramLine }[] {
  const open: number[] = [];
  return lines.map((line) => {
    while ((open.at(-1) ?? -1) > line.indent) open.pop();
    if ((open.at(-1) ?? -1) < line.indent) open.push(line.indent);
    return { level: open.length, line };
  });
}
