import { diffArrays } from 'diff';

interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/**
 * More changed lines than this are not searched for the shortest way: the work grows with their square, and texts as different as
 * that share nothing worth seeing. Not a time limit, which would give other bytes on another machine.
 */
const MOST_CHANGES = 400;

/** How one program became the next, line by line, whole; a line end at the end of the text is no line. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, next] = [linesOf(before), linesOf(after)];
  const changes = diffArrays(old, next, { maxEditLength: MOST_CHANGES });
  if (changes === undefined) return [...withKind(old, 'removed'), ...withKind(next, 'added')];
  return changes.flatMap(({ value, added, removed }) =>
    withKind(value, added ? 'added' : removed ? 'removed' : 'same'),
  );
}

/** The lines of a program; none when it is empty. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function withKind(lines: readonly string[], kind: DiffLine['kind']): DiffLine[] {
  return lines.map((text) => ({ kind, text }));
}
