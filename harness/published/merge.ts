import type { FoundResult } from './read-results.ts';

/** The file that counts for one task, condition and k, and those the rule passes over. */
export interface MergedResult {
  readonly counted: FoundResult;
  readonly passedOver: readonly FoundResult[];
}

/**
 * The study's own merge rule: of several files for one task, condition and k, the first in the order of directories counts. Takes
 * results in that order; returns them by task (numbers in an id compared as numbers), then in the order given.
 */
export function mergeResults(results: readonly FoundResult[]): MergedResult[] {
  const groups = Map.groupBy(results, ({ result }) =>
    JSON.stringify([result.task_id, result.condition, result.max_iterations]),
  );
  const merged = [...groups.values()].flatMap(([counted, ...passedOver]) =>
    counted === undefined ? [] : [{ counted, passedOver }],
  );
  return merged.sort((a, b) => compareTaskIds(a.counted.result.task_id, b.counted.result.task_id));
}

const taskOrder = new Intl.Collator('en', { numeric: true });

/** HumanEval/2 before HumanEval/10. */
export function compareTaskIds(one: string, other: string): number {
  return taskOrder.compare(one, other);
}
