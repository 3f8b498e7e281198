import type { ConditionIdentity } from '../../types/record.ts';
import type { Generation, SearchTrial } from './searches.ts';

/** A program on the way to a solved one: with its messages and the final program a triple to learn from (AlphaVerus, Equation 3). */
export interface Repair {
  readonly condition: ConditionIdentity;
  readonly taskId: string;
  readonly sample: number;
  readonly step: number;
  readonly depth: number;
  readonly score: number | undefined;
  readonly finalStep: number;
  readonly finalDepth: number;
}

/** All ancestors of each solved generation, the nearest first; what was solved at once has none. */
export function repairsOf({ condition, taskId, sample, generations }: SearchTrial): readonly Repair[] {
  const byStep = new Map(generations.map((each) => [each.index, each]));
  return generations
    .filter(({ isSolved }) => isSolved === true)
    .flatMap((final) =>
      [...ancestorsOf(final, byStep)].map(
        ({ index, search }): Repair => ({
          ...{ condition, taskId, sample },
          ...{ step: index, depth: search.depth, score: search.score },
          ...{ finalStep: final.index, finalDepth: final.search.depth },
        }),
      ),
    );
}

/** A parent stands before its child, so that there is an end. */
function* ancestorsOf({ index, parent }: Generation, byStep: ReadonlyMap<number, Generation>): Generator<Generation> {
  const found = parent === undefined || parent >= index ? undefined : byStep.get(parent);
  if (found === undefined) return;
  yield found;
  yield* ancestorsOf(found, byStep);
}
