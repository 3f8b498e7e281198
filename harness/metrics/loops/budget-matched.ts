import { differenceEstimate, type Estimate, resampleTasks } from '../../statistics/task-bootstrap.ts';
import type { ConditionIdentity, Run } from '../../types/record.ts';
import { type BudgetUnit, type LoopPoint, meanSpending, spent, type TrialSums } from './loop-points.ts';
import type { Loop } from './loop-trials.ts';
import { type ResamplingCurve, type ResamplingPoint, resamplingCurves } from './resampling-curve.ts';

/** A loop at one k against resampling for the same budget. */
export interface BudgetMatch {
  readonly condition: ConditionIdentity;
  readonly k: number;
  readonly budget: BudgetUnit;
  readonly source: ResamplingCurve['source'];
  /** Whose candidates the resampling side is made of. */
  readonly comparator: string;
  readonly selection: string;
  /** Loop and resampling are told the same about their candidates, so that the difference is the repair's. */
  readonly isSameInformation: boolean;
  readonly match: Match;
}

export type Match =
  | { readonly status: 'not-matched'; readonly reason: string }
  | {
      readonly status: 'matched';
      /** Tasks known on both sides; both rates are means over them. */
      readonly tasks: number;
      /** What a trial of the loop used on average; for candidates: how many it was allowed. */
      readonly loopSpent: number;
      readonly resamplingSpent: number;
      /** Candidates allowed to the resampling side; a fraction mixes the two whole numbers beside it. */
      readonly draws: number;
      /** The resampling side could spend as much; if not, its rate is a lower bound of what it would reach. */
      readonly isReached: boolean;
      readonly loopRate: number;
      readonly resamplingRate: number;
      /** loopRate - resamplingRate; 95 % by task-clustered bootstrap, the number of draws held fixed. */
      readonly difference: Estimate;
    };

const UNITS: readonly BudgetUnit[] = ['candidates', 'tokens', 'dollars'];

/**
 * Every loop at every k > 0 against every resampling curve of the run, at equal candidates (k + 1 allowed to both), equal mean
 * tokens and equal mean dollars per trial.
 */
export function budgetMatches(run: Run, loops: readonly Loop[], points: readonly LoopPoint[]): BudgetMatch[] {
  const curves = resamplingCurves(run, loops, points);
  const ladders = createLadders();
  const resampling = new Set(loops.filter(({ isResampling }) => isResampling).map(({ condition }) => condition.name));
  const seed = `${run.manifest.identity.seed} budget`;
  return points
    .filter(({ condition: { name }, k }) => k > 0 && !resampling.has(name))
    .flatMap((point) =>
      curves.flatMap((curve) => {
        const tasks = [...point.byTask].flatMap(([taskId, sums]) =>
          curve.points[0]?.byTask.has(taskId) ? [{ taskId, sums }] : [],
        );
        return UNITS.map((budget) => ({
          condition: point.condition,
          k: point.k,
          budget,
          source: curve.source,
          comparator: curve.condition,
          selection: curve.selection,
          isSameInformation: run.manifest.identity.stop === 'verdict' && curve.selection === point.condition.verifier,
          match: matchBudget({ k: point.k, tasks, ladder: ladders.of(curve, tasks, budget) }, budget, seed),
        }));
      }),
    );
}

interface ComparedTask {
  readonly taskId: string;
  readonly sums: TrialSums;
}

/** What is spent on average at each point of a curve, over some tasks. */
type Ladder = readonly { readonly rung: ResamplingPoint; readonly spent: number | undefined }[];

/** Curves have as many points as draws are stored, and loops mostly the same tasks: each ladder is made once. */
function createLadders() {
  const known = new Map<ResamplingCurve, Map<string, Ladder>>();
  return {
    of(curve: ResamplingCurve, tasks: readonly ComparedTask[], budget: BudgetUnit): Ladder {
      const own = known.get(curve) ?? new Map<string, Ladder>();
      known.set(curve, own);
      const name = JSON.stringify([budget, ...tasks.map(({ taskId }) => taskId)]);
      const ladder = own.get(name) ?? curve.points.map((rung) => ({ rung, spent: spentAt(rung, tasks, budget) }));
      own.set(name, ladder);
      return ladder;
    },
  };
}

interface Matched {
  readonly k: number;
  readonly tasks: readonly ComparedTask[];
  readonly ladder: Ladder;
}

function matchBudget({ k, tasks, ladder }: Matched, budget: BudgetUnit, seed: string): Match {
  if (tasks.length === 0) return { status: 'not-matched', reason: 'no task is known on both sides' };
  const loopSpent = budget === 'candidates' ? k + 1 : meanOverTasks(tasks, budget);
  if (loopSpent === undefined) return { status: 'not-matched', reason: `${budget} of the loop are unknown` };
  const position = findPosition(ladder, loopSpent);
  if (position === undefined) return { status: 'not-matched', reason: `${budget} of the candidates drawn are unknown` };
  if (budget === 'candidates' && !position.isReached) {
    return { status: 'not-matched', reason: `needs ${loopSpent} candidates, ${position.upper.draws} are stored` };
  }
  return { status: 'matched', loopSpent, ...position.at, ...compare(tasks, position, seed) };
}

interface LadderPosition {
  readonly lower: ResamplingPoint;
  readonly upper: ResamplingPoint;
  /** How much of `upper` is in the mix. */
  readonly weight: number;
  readonly isReached: boolean;
  readonly at: { readonly draws: number; readonly resamplingSpent: number; readonly isReached: boolean };
}

/** Where on the ladder the budget is spent: between two rungs, or at the last one when it is not. */
function findPosition(ladder: Ladder, target: number): LadderPosition | undefined {
  const known = ladder.flatMap(({ rung, spent: used }) => (used === undefined ? [] : [{ rung, used }]));
  if (known.length < ladder.length) return undefined;
  const next = known.findIndex(({ used }) => used >= target);
  const upper = known[next === -1 ? known.length - 1 : next];
  const lower = next > 0 ? known[next - 1] : upper;
  if (upper === undefined || lower === undefined) return undefined;
  const width = upper.used - lower.used;
  const weight = next === -1 || width === 0 ? 1 : (target - lower.used) / width;
  const mix = (low: number, high: number) => low + weight * (high - low);
  const isReached = next !== -1;
  return {
    lower: lower.rung,
    upper: upper.rung,
    weight,
    isReached,
    at: {
      draws: mix(lower.rung.draws, upper.rung.draws),
      resamplingSpent: mix(lower.used, upper.used),
      isReached,
    },
  };
}

function compare(tasks: readonly ComparedTask[], { lower, upper, weight }: LadderPosition, seed: string) {
  const vectors = tasks.map(({ taskId, sums }) => {
    const [low, high] = [lower, upper].map(({ byTask }) => byTask.get(taskId)?.solved ?? 0);
    return [sums.solved / sums.trials, (1 - weight) * (low ?? 0) + weight * (high ?? 0)];
  });
  const [difference] = resampleTasks(vectors, ([loop = 0, drawn = 0], count) => [(loop - drawn) / count], seed);
  const rateOf = (side: 0 | 1) => vectors.reduce((sum, vector) => sum + (vector[side] ?? 0), 0) / vectors.length;
  return {
    tasks: tasks.length,
    loopRate: rateOf(0),
    resamplingRate: rateOf(1),
    difference: differenceEstimate(difference, tasks.length),
  };
}

/** Tasks count alike, however many of their trials are graded. */
function meanOverTasks(tasks: readonly ComparedTask[], unit: BudgetUnit): number | undefined {
  return mean(tasks.map(({ sums }) => meanSpending(sums, unit)));
}

function spentAt({ draws, byTask }: ResamplingPoint, tasks: readonly ComparedTask[], unit: BudgetUnit) {
  if (unit === 'candidates') return draws;
  return mean(
    tasks.map(({ taskId }) => {
      const task = byTask.get(taskId);
      return task && spent(task.spending, unit);
    }),
  );
}

function mean(parts: readonly (number | undefined)[]): number | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? undefined : known.reduce((sum, part) => sum + part, 0) / known.length;
}
