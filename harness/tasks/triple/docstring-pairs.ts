import type { DocstringPair } from '../../types/consistency.ts';
import type { TripleProblem } from '../../types/task.ts';

/** For each right triple its own words, those of the next program in its language, and those of its program that were changed; none for another triple. */
export function docstringPairs(
  problems: readonly TripleProblem[],
): (problem: TripleProblem) => readonly DocstringPair[] {
  const right = problems.filter(({ set }) => set === 'ground-truth');
  const wordsOf = (program: string, set: TripleProblem['set']): string | undefined =>
    problems.find((each) => each.program === program && each.set === set)?.task.docstring;
  return ({ program, set, task }) => {
    if (set !== 'ground-truth') return [];
    const others = right.filter(
      (each) => each.task.language === task.language && each.task.docstring !== task.docstring,
    );
    const own = right.findIndex((each) => each.program === program);
    const next = others.find((each) => right.indexOf(each) > own) ?? others[0];
    const pairs = [
      ['itself', task.docstring],
      ['unrelated', next?.task.docstring],
      ['C1', wordsOf(program, 'C1')],
      ['C3', wordsOf(program, 'C3')],
    ] as const;
    return pairs.flatMap(([beside, words]) => (words === undefined ? [] : [{ beside, words }]));
  };
}
