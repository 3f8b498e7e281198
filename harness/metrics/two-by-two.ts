import type { Interval } from '../statistics/intervals.ts';
import { differenceEstimate, type Estimate, resampleTasks } from '../statistics/task-bootstrap.ts';
import type { ConditionIdentity, Run } from '../types/record.ts';
import type { StudyArm } from '../types/study.ts';
import { type Column, columnAt } from './columns.ts';

const EXTRACTORS = ['published', 'default'] as const;

/** A published loop and its mended one, each under the published extractor and the default one: four arms of one run at one k. */
export interface TwoByTwo {
  readonly arm: string;
  readonly k: number;
  /** Tasks known in all four; the others are left out. */
  readonly tasks: number;
  readonly leftOut: number;
  /** Shares solved over these tasks: published loop and extractor, published loop with the default one, then the mended loop. */
  readonly shares: readonly [number, number, number, number];
  /** Default less published extractor, within each loop. */
  readonly ofPublishedLoop: Estimate;
  readonly ofMendedLoop: Estimate;
  /** The first less the second: how much more the extractor matters to the published loop. */
  readonly interaction: Estimate;
  readonly word:
    | 'the extractor matters more to the published loop'
    | 'the extractor matters more to the mended loop'
    | 'not distinguishable';
}

/**
 * The two by two of every arm of a study whose four conditions are in the run, at every k. Effects and interaction with 95 % intervals:
 * whole tasks drawn again, one drawing for all, so that pairing is kept; where nothing differs in any task, Tango's interval.
 */
export function twoByTwos({ manifest }: Run, columns: readonly Column[], arms: readonly StudyArm[]): TwoByTwo[] {
  const { k: ks, seed, conditions } = manifest.identity;
  return arms.flatMap(({ arm, condition, mended }) => {
    const four = [condition, mended].flatMap((name) =>
      EXTRACTORS.flatMap((extractor) =>
        name === undefined ? [] : (underExtractor(conditions, name, extractor) ?? []),
      ),
    );
    if (four.length < 4) return [];
    return ks
      .toSorted((a, b) => a - b)
      .flatMap((k, position) => {
        const cells = four.flatMap((name) => columnAt(columns, name, k) ?? []);
        // Arms of one answer show the same at every k.
        return cells.length < 4 || (position > 0 && !cells.some(hasLaterStep))
          ? []
          : measure(arm, k, cells, `${seed} two by two ${arm} ${k}`);
      });
  });
}

const hasLaterStep = ({ trials }: Column): boolean => trials.some(({ step = 0 }) => step > 0);

/** The arm that is this condition under this extractor: itself, or its variant. */
function underExtractor(
  conditions: readonly ConditionIdentity[],
  base: string,
  extractor: (typeof EXTRACTORS)[number],
): string | undefined {
  const names = [base, `${base}+extractor=${extractor}`];
  return conditions.find(({ name, extractor: own = 'default' }) => names.includes(name) && own === extractor)?.name;
}

function measure(arm: string, k: number, cells: readonly Column[], seed: string): TwoByTwo[] {
  const taskIds = [...new Set(cells[0]?.trials.map(({ taskId }) => taskId))];
  const vectors = taskIds.flatMap((taskId) => {
    const means = cells.flatMap((cell) => meanOf(cell, taskId) ?? []);
    return means.length === 4 ? [means] : [];
  });
  if (vectors.length === 0) return [];
  const [published, mended, both, ...shares] = resampleTasks(vectors, derive, seed);
  const interaction = differenceEstimate(both, vectors.length);
  const [a = 0, b = 0, c = 0, d = 0] = shares.map(({ value = 0 }) => value);
  return [
    {
      arm,
      k,
      tasks: vectors.length,
      leftOut: taskIds.length - vectors.length,
      shares: [a, b, c, d],
      ofPublishedLoop: differenceEstimate(published, vectors.length),
      ofMendedLoop: differenceEstimate(mended, vectors.length),
      interaction,
      word: wordOf(interaction.interval),
    },
  ];
}

/** The task's share solved in a cell; `undefined` where a sample of it is not known. */
function meanOf({ trials }: Column, taskId: string): number | undefined {
  const own = trials.filter((trial) => trial.taskId === taskId);
  if (own.some(({ outcome }) => outcome.status === 'ungraded')) return undefined;
  return own.filter(({ outcome }) => outcome.status === 'solved').length / own.length;
}

function derive([a = 0, b = 0, c = 0, d = 0]: readonly number[], tasks: number): number[] {
  return [b - a, d - c, b - a - (d - c), a, b, c, d].map((sum) => sum / tasks);
}

function wordOf(interval: Interval | undefined): TwoByTwo['word'] {
  if (interval === undefined || (interval.low <= 0 && interval.high >= 0)) return 'not distinguishable';
  return interval.low > 0
    ? 'the extractor matters more to the published loop'
    : 'the extractor matters more to the mended loop';
}
