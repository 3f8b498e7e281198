import { clusteredProportion, type Proportion } from '../../statistics/clustered-proportion.ts';
import type { Interval } from '../../statistics/intervals.ts';
import {
  type Estimate,
  percentileInterval,
  proportionEstimate,
  type Resampled,
  resampleTasks,
} from '../../statistics/task-bootstrap.ts';
import type { ConditionIdentity, Run } from '../../types/record.ts';
import { columnKs } from '../columns.ts';
import {
  CONTRACTION_SUMS,
  type Contraction,
  constants,
  contractionSums,
  predictedGaps,
  toContraction,
} from './contraction.ts';
import {
  type GapChange,
  gapChange,
  type LabelledConvergence,
  LEAST_TASKS_FOR_RATIO,
  labelConvergence,
} from './convergence-label.ts';
import { assertionCounts, type Round, readRounds } from './gap.ts';
import { inTaskOrder, type Loop } from './loop-trials.ts';

/** The mean gap after t rounds: as it is, and as gamma and beta have it. */
export interface CurvePoint {
  readonly t: number;
  readonly observed: Estimate;
  /** From gap(0) with the constants of the loop as it ran. */
  readonly predicted: Estimate;
  /** observed - predicted; an interval without 0 says that the constants are none. */
  readonly misfit: { readonly value: number; readonly interval: Interval | undefined } | undefined;
  /** (gamma + beta)^t gap(0), which the patent claims the gap never exceeds. */
  readonly patentBound: number | undefined;
}

/** One task's rounds in which the candidate was replaced. */
interface TaskConvergence {
  readonly taskId: string;
  /** Mean over its trials. */
  readonly firstGap: number;
  readonly lastGap: number;
  readonly rounds: number;
  readonly gamma: number | undefined;
  readonly beta: number | undefined;
  /** C1 is violated: the gap rose in some round. */
  readonly didRise: boolean;
}

/** The patent's conditions C1 to C3 (`Contraction`) as measured on one condition. */
export interface Convergence {
  readonly condition: ConditionIdentity;
  readonly isResampling: boolean;
  readonly rounds: number;
  readonly trials: number;
  readonly tasks: number;
  /** Trials in which some gap is unknown: in none of these numbers. */
  readonly leftOut: number;
  /** Tasks without results by assertion: their gap is 0 or 1, by the outcome. */
  readonly outcomeOnlyTasks: number;
  /** C1: rounds in which the gap rose, among those in which the candidate was replaced. */
  readonly rises: Proportion;
  readonly risingTasks: readonly string[];
  /** Rounds that broke an assertion which held, whatever they repaired beside it. */
  readonly breaks: Proportion;
  /** C2 and C3 over the rounds in which the candidate was replaced: what remediation and regeneration do. */
  readonly ofReplacements: Contraction;
  /** Over all rounds; where the loop had stopped the candidate stays as it is. Predictions use these constants. */
  readonly asRun: Contraction;
  readonly curve: readonly CurvePoint[];
  readonly total: GapChange;
  readonly late: GapChange;
  readonly result: LabelledConvergence;
  readonly byTask: readonly TaskConvergence[];
}

/** Which of the patent's conditions the measurement bears out; `undefined` where no candidate was replaced or none failed. */
interface ConditionsShown {
  /** No round raised the gap. One that did refutes it. */
  readonly c1: boolean | undefined;
  /**
   * The interval of gamma is below 1, over twenty tasks or more. An average: that every failing assertion gets closer is more than this.
   */
  readonly c2: boolean | undefined;
  /** The interval of gamma + beta is below 1, likewise. */
  readonly c3: boolean | undefined;
}

/** C1 to C3 over the rounds in which the candidate was replaced. */
export function conditionsShown({ rises, ofReplacements }: Convergence): ConditionsShown {
  // Resampled intervals of fewer tasks are too narrow to be believed.
  const isEnough = ofReplacements.tasks >= LEAST_TASKS_FOR_RATIO;
  const isBelowOne = ({ value, interval }: Estimate) =>
    value === undefined ? undefined : isEnough && interval !== undefined && interval.high < 1;
  return {
    c1: rises.total === 0 ? undefined : rises.count === 0,
    c2: isBelowOne(ofReplacements.gamma),
    c3: isBelowOne(ofReplacements.gammaPlusBeta),
  };
}

interface TaskRounds {
  readonly taskId: string;
  /** One list a trial. */
  readonly trials: readonly (readonly Round[])[];
}

/**
 * Convergence of every loop, from the hidden assertions of its candidates. Under the independent protocol the runs for the
 * largest k are used. No entry for a loop without a trial whose gaps are known.
 */
export function convergence(run: Run, loops: readonly Loop[]): Convergence[] {
  const counts = assertionCounts(run);
  const rounds = Math.max(...columnKs(run));
  return loops.flatMap((loop) => {
    const known: { readonly taskId: string; readonly rounds: readonly Round[] }[] = [];
    let leftOut = 0;
    for (const trial of loop.trials) {
      if (trial.rounds !== rounds) continue;
      const read = readRounds(trial, counts);
      if (read === undefined || read.length === 0) leftOut++;
      else known.push({ taskId: trial.taskId, rounds: read });
    }
    if (known.length === 0) return [];
    const byTask = Map.groupBy(known, ({ taskId }) => taskId);
    const tasks = inTaskOrder(run, byTask.keys()).map((taskId) => ({
      taskId,
      trials: (byTask.get(taskId) ?? []).map((trial) => trial.rounds),
    }));
    const seed = `${run.manifest.identity.seed} convergence`;
    return [
      {
        ...measure(tasks, rounds, seed),
        condition: loop.condition,
        isResampling: loop.isResampling,
        leftOut,
        outcomeOnlyTasks: tasks.filter(({ taskId }) => !counts.has(taskId)).length,
      },
    ];
  });
}

function measure(
  tasks: readonly TaskRounds[],
  rounds: number,
  seed: string,
): Omit<Convergence, 'condition' | 'isResampling' | 'leftOut' | 'outcomeOnlyTasks'> {
  const half = Math.floor(rounds / 2);
  const replaced = tasks.flatMap((task) => replacements(task).map((round) => ({ ...round, taskId: task.taskId })));
  const resampled = resampleTasks(tasks.map(taskSums), (sums) => derive(sums, rounds, half), seed);
  const part = (start: number, length: number) => resampled.slice(start, start + length);
  const all = tasks.flatMap(({ trials }) => trials.flat());
  const curve = toCurve(part(8, 3 * (rounds + 1)), part(0, 4), tasks.length);
  const changed = (from: number) => tasks.filter((task) => meanGap(task, from) !== meanGap(task, rounds)).length;
  const [totalChange, lateChange] = part(8 + 3 * (rounds + 1), 2);
  const total = gapChange(totalChange ?? NOTHING, tasks.length, changed(0));
  const late = gapChange(lateChange ?? NOTHING, tasks.length, changed(half));
  const lastGap = curve.at(-1)?.observed.value ?? 0;
  return {
    rounds,
    trials: tasks.reduce((count, { trials }) => count + trials.length, 0),
    tasks: tasks.length,
    rises: clusteredProportion(
      replaced.map(({ taskId, before, after }) => ({ taskId, isCounted: isRise(before, after) })),
      seed,
    ),
    risingTasks: tasks.filter((task) => didRise(task)).map(({ taskId }) => taskId),
    breaks: clusteredProportion(
      replaced.map(({ taskId, introduced }) => ({ taskId, isCounted: introduced > 0 })),
      seed,
    ),
    asRun: toContraction(part(0, 4), all.length, tasks.length),
    ofReplacements: toContraction(part(4, 4), replaced.length, new Set(replaced.map(({ taskId }) => taskId)).size),
    curve,
    total,
    late,
    result: labelConvergence(total, late, { rounds, tasks: tasks.length, lastGap }),
    byTask: tasks.map((task) => taskConvergence(task, rounds)),
  };
}

const NOTHING: Resampled = { value: undefined, draws: [] };

/** The summands of one task: constants over all rounds, over replacements, the gap at every t, how many trials. */
function taskSums(task: TaskRounds): number[] {
  const length = task.trials[0]?.length ?? 0;
  return [
    ...contractionSums(task.trials.flat()),
    ...contractionSums(replacements(task)),
    task.trials.length,
    ...Array.from({ length: length + 1 }, (_, t) => meanGap(task, t) * task.trials.length),
  ];
}

/** Everything that needs an interval, from the sums: constants twice, then the curve, then the two changes. */
function derive(sums: readonly number[], rounds: number, half: number): (number | undefined)[] {
  const asRun = constants(sums.slice(0, CONTRACTION_SUMS));
  const ofReplacements = constants(sums.slice(CONTRACTION_SUMS, 2 * CONTRACTION_SUMS));
  const [trials = 0, ...gapSums] = sums.slice(2 * CONTRACTION_SUMS);
  const observed = gapSums.map((sum) => sum / trials);
  const [gamma = 1, beta = 0] = asRun;
  const first = observed[0] ?? 0;
  const predicted = predictedGaps(first, gamma, beta, rounds);
  const curve = observed.flatMap((gap, t) => [gap, predicted[t], gap - (predicted[t] ?? 0)]);
  const last = observed[rounds] ?? 0;
  return [...asRun, ...ofReplacements, ...curve, last - first, last - (observed[half] ?? 0)];
}

function toCurve(resampled: readonly Resampled[], asRun: readonly Resampled[], tasks: number): CurvePoint[] {
  const start = resampled[0]?.value ?? 0;
  const gammaPlusBeta = asRun[2]?.value;
  return Array.from({ length: resampled.length / 3 }, (_, t) => {
    const [observed = NOTHING, predicted = NOTHING, misfit = NOTHING] = resampled.slice(3 * t, 3 * t + 3);
    return {
      t,
      observed: proportionEstimate(observed, tasks),
      predicted: { value: predicted.value, interval: percentileInterval(predicted) },
      misfit: misfit.value === undefined ? undefined : { value: misfit.value, interval: percentileInterval(misfit) },
      patentBound: gammaPlusBeta === undefined ? undefined : gammaPlusBeta ** t * start,
    };
  });
}

function taskConvergence(task: TaskRounds, rounds: number): TaskConvergence {
  const own = replacements(task);
  const [gamma, beta] = constants(contractionSums(own));
  return {
    taskId: task.taskId,
    firstGap: meanGap(task, 0),
    lastGap: meanGap(task, rounds),
    rounds: own.length,
    gamma,
    beta,
    didRise: didRise(task),
  };
}

function replacements({ trials }: TaskRounds): Round[] {
  return trials.flat().filter(({ isReplaced }) => isReplaced);
}

function didRise(task: TaskRounds): boolean {
  return replacements(task).some(({ before, after }) => isRise(before, after));
}

/** Shares of equally many assertions differ by at least one of them or not at all. */
function isRise(before: number, after: number): boolean {
  return after > before;
}

/** The mean over the task's trials of the gap after t rounds. */
function meanGap({ trials }: TaskRounds, t: number): number {
  const gaps = trials.map((rounds) => (t === 0 ? rounds[0]?.before : rounds[t - 1]?.after) ?? 0);
  return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
}
