import { DataError } from '../../../harness/dataset.ts';
import { CHANGES, type Change } from './changes.ts';

interface Rewritten {
  readonly text: string;
  /** What was changed, a sentence each. */
  readonly changes: readonly string[];
}

/** The right program of this name with its changes made. Throws `DataError` where a place they name is not there once. */
export const rewritten = (name: string, program: string): Rewritten => makeChanges(name, program, CHANGES[name] ?? []);

/** The program with these changes made. Throws `DataError` where a place they name is not there once. */
export function makeChanges(name: string, program: string, changes: readonly Change[]): Rewritten {
  const text = changes
    .flatMap(({ replace }) => replace)
    .reduce((before, [from, to]) => {
      const pieces = before.split(from);
      if (pieces.length === 2) return pieces.join(to);
      throw new DataError(
        `clover-bench/${name}: expected ${JSON.stringify(from)} once, found it ${pieces.length - 1} times`,
      );
    }, program);
  return { text, changes: changes.map(({ why }) => why) };
}
