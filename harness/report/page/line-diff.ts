import { diffArrays } from 'diff';

interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  /** Its number from 0 in the text it is from: the old one where it was removed, else the new one. */
  readonly line: number;
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
  let [oldLine, newLine] = [0, 0];
  const take = (texts: readonly string[], kind: DiffLine['kind']): DiffLine[] =>
    texts.map((text) => {
      const line = kind === 'removed' ? oldLine : newLine;
      if (kind !== 'added') oldLine++;
      if (kind !== 'removed') newLine++;
      return { kind, text, line };
    });
  if (changes === undefined) return [...take(old, 'removed'), ...take(next, 'added')];
  return changes.flatMap(({ value, added, removed }) => take(value, added ? 'added' : removed ? 'removed' : 'same'));
}

/** The lines of a program; none when it is empty. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
