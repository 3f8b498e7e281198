import type { ConditionIdentity, Run } from '../../types/record.ts';
import { type SearchStep, searchStep } from '../../types/search.ts';
import { armOf, recordedTrials, unrecordedArms } from '../trials/trials.ts';

/** One generation of a search. */
export interface Generation {
  readonly index: number;
  /** Of what it refines; absent where it was drawn afresh. */
  readonly parent: number | undefined;
  readonly search: SearchStep;
  /** `undefined`: not graded. */
  readonly isSolved: boolean | undefined;
}

/** One trial of an arm that searches. */
export interface SearchTrial {
  readonly condition: ConditionIdentity;
  readonly taskId: string;
  readonly sample: number;
  readonly generations: readonly Generation[];
  /** An error ended it: what comes after is not known. */
  readonly isCut: boolean;
}

/** The trials of arms that search, in plan order; none of another run. */
export function searchTrials(run: Run): SearchTrial[] {
  const unrecorded = unrecordedArms(run);
  const searching = new Map(
    run.manifest.identity.conditions.flatMap((condition) =>
      armOf(run, condition.name).hasSearch && !unrecorded.has(condition.name)
        ? [[condition.name, condition] as const]
        : [],
    ),
  );
  if (searching.size === 0) return [];
  return [...recordedTrials(run)].flatMap(({ trajectory, grades }): SearchTrial[] => {
    const { taskId, sample, steps, end } = trajectory;
    const condition = searching.get(trajectory.condition);
    if (condition === undefined) return [];
    const generations = steps.flatMap((step): Generation[] => {
      const search = searchStep.in(step);
      const outcome = grades.get(step.index)?.outcome.status;
      const isSolved = outcome === undefined || outcome === 'ungraded' ? undefined : outcome === 'solved';
      return search === undefined ? [] : [{ index: step.index, parent: step.parent, search, isSolved }];
    });
    return [{ condition, taskId, sample, generations, isCut: end.status !== 'submitted' }];
  });
}
