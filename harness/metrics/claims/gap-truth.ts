import type { Interval } from '../../statistics/intervals.ts';
import { type Estimate, percentileInterval, resampleTasks } from '../../statistics/task-bootstrap.ts';
import { claimsReport } from '../../types/claim-artifacts.ts';
import type { ConditionIdentity, RecordedTrial, Run } from '../../types/record.ts';
import { armOf, trialsOf, unrecordedArms } from '../trials/trials.ts';

/** The gap a loop measured beside the share of hidden assertions that failed on the same candidate. */
export interface GapPoint {
  readonly condition: string;
  readonly taskId: string;
  readonly sample: number;
  readonly step: number;
  readonly gap: number;
  readonly weighted: number;
  readonly truth: number;
}

interface GapBin {
  /** `gap` lies above `from` and at most at `to`; the first bin is 0 alone. */
  readonly from: number;
  readonly to: number;
  readonly candidates: number;
  readonly meanGap: number;
  readonly meanTruth: number;
  /** Solved by the hidden tests. */
  readonly solved: number;
}

export interface GapTruth {
  readonly condition: ConditionIdentity;
  readonly candidates: number;
  /** Pearson's r of the weighted gap and of the gap with the truth; 95 % by drawing tasks again. */
  readonly weightedCorrelation: Estimate;
  readonly correlation: Estimate;
  /** Mean of (weighted gap - truth): above 0 it reports more failing than there is. */
  readonly bias: Estimate;
  readonly bins: readonly GapBin[];
}

const BOUNDS = [0, 1 / 3, 2 / 3, 1] as const;

/** By condition, over all steps with an applicable claim and a grade that counts assertions. */
export function gapTruths(run: Run): GapTruth[] {
  const unrecorded = unrecordedArms(run);
  const seed = `${run.manifest.identity.seed} gap truth`;
  return run.manifest.identity.conditions.flatMap((condition) => {
    if (unrecorded.has(condition.name) || !armOf(run, condition.name).hasClaims) return [];
    const own = [...gapPoints(trialsOf(run, condition.name))];
    return own.length === 0 ? [] : [truthOf(condition, own, seed)];
  });
}

/** The points behind `gapTruths`, in the order of the trials. A candidate that never reached an assertion fails all of them. */
export function* gapPoints(trials: Iterable<RecordedTrial>): Generator<GapPoint> {
  for (const { trajectory, grades } of trials) {
    const { condition, taskId, sample, steps } = trajectory;
    for (const step of steps) {
      const { index } = step;
      const [grade, report] = [grades.get(index), claimsReport.in(step)];
      if (report?.gaps === undefined || grade === undefined || grade.outcome.status === 'ungraded') continue;
      const { assertions = '' } = grade;
      const held = [...assertions].filter((letter) => letter === 'p').length;
      const truth = grade.outcome.status === 'solved' ? 0 : assertions === '' ? 1 : 1 - held / assertions.length;
      yield { condition, taskId, sample, step: index, ...report.gaps, truth };
    }
  }
}

function truthOf(condition: ConditionIdentity, own: readonly GapPoint[], seed: string): GapTruth {
  const byTask = [...Map.groupBy(own, ({ taskId }) => taskId).values()];
  const estimate = (
    sums: (point: GapPoint) => readonly number[],
    derive: (sums: readonly number[]) => number | undefined,
  ) => {
    const vectors = byTask.map((points) =>
      points.map(sums).reduce((a, b) => a.map((value, index) => value + (b[index] ?? 0))),
    );
    const [resampled] = resampleTasks(vectors, (added) => [derive(added)], seed);
    const isVaried = resampled !== undefined && resampled.draws.length > 0 && byTask.length > 1;
    const interval: Interval | undefined = isVaried ? percentileInterval(resampled) : undefined;
    return { value: resampled?.value, interval };
  };
  const moments = (read: (point: GapPoint) => number) => (point: GapPoint) => {
    const [x, y] = [read(point), point.truth];
    return [1, x, y, x * x, y * y, x * y];
  };
  return {
    condition,
    candidates: own.length,
    weightedCorrelation: estimate(
      moments(({ weighted }) => weighted),
      pearson,
    ),
    correlation: estimate(
      moments(({ gap }) => gap),
      pearson,
    ),
    bias: estimate(
      ({ weighted, truth }) => [1, weighted - truth],
      ([n = 0, sum = 0]) => (n === 0 ? undefined : sum / n),
    ),
    bins: binsOf(own),
  };
}

/** From sums of 1, x, y, xx, yy, xy; `undefined` where one of the two does not vary. */
function pearson([n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0]: readonly number[]): number | undefined {
  const [varianceX, varianceY] = [n * xx - x * x, n * yy - y * y];
  // What rounding leaves of no variance at all.
  if (varianceX < 1e-9 || varianceY < 1e-9) return undefined;
  return (n * xy - x * y) / Math.sqrt(varianceX * varianceY);
}

function binsOf(own: readonly GapPoint[]): GapBin[] {
  return BOUNDS.flatMap((to, index): GapBin[] => {
    const from = BOUNDS[index - 1] ?? 0;
    const inside = own.filter(({ weighted }) => (index === 0 ? weighted === 0 : weighted > from && weighted <= to));
    if (inside.length === 0) return [];
    const mean = (read: (point: GapPoint) => number) =>
      inside.reduce((sum, point) => sum + read(point), 0) / inside.length;
    return [
      {
        from,
        to,
        candidates: inside.length,
        meanGap: mean(({ weighted }) => weighted),
        meanTruth: mean(({ truth }) => truth),
        solved: inside.filter(({ truth }) => truth === 0).length,
      },
    ];
  });
}
