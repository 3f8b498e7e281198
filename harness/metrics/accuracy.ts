import { clopperPearsonInterval } from '../statistics/clopper-pearson.ts';
import { clusteredProportion } from '../statistics/clustered-proportion.ts';
import { type Interval, wilsonInterval } from '../statistics/intervals.ts';
import type { ConditionIdentity, Run } from '../types/record.ts';
import { type Column, type ColumnOutcome, columnKs, inPlan, plannedTrials, type TrialResult } from './columns.ts';
import { trialsOf, unrecordedArms } from './trials/trials.ts';

/**
 * How many trials were solved. The one denominator is `planned`; the rate is over `graded`, and the bounds say what `ungraded` could
 * change.
 */
export interface SolvedRate {
  /** Tasks x samples of the manifest. */
  readonly planned: number;
  readonly graded: number;
  readonly solved: number;
  readonly ungraded: number;
  /** solved / graded; `undefined` when nothing was graded. */
  readonly rate: number | undefined;
  /** Wilson with one sample per task; with more the task-clustered bootstrap, or Wilson over the tasks where all or none are solved. */
  readonly interval: Interval | undefined;
  /** Clopper-Pearson, with one sample per task only. */
  readonly exact: Interval | undefined;
  /** solved / planned: every ungraded trial unsolved. */
  readonly worst: number;
  /** (solved + ungraded) / planned: every ungraded trial solved. */
  readonly best: number;
}

/** One cell of the accuracy table. */
export interface AccuracyCell extends SolvedRate {
  readonly condition: ConditionIdentity;
  readonly k: number;
  /** Trials whose last finished step stands here because a limit was met. */
  readonly cutByLimit: number;
  /** The same steps under the published extractor; `undefined` unless it is known for every step shown. */
  readonly published: SolvedRate | undefined;
}

/** Solved at any step up to the largest k: a number nobody could have had without knowing the grades. */
export interface BestOfK extends SolvedRate {
  readonly condition: ConditionIdentity;
}

/** Which interval stands beside the rates of this run. */
export function intervalKind(run: Run): 'wilson' | 'bootstrap' {
  return run.manifest.identity.samples === 1 ? 'wilson' : 'bootstrap';
}

/** Accuracy by condition and k, in the order of the columns. */
export function accuracy(run: Run, columns: readonly Column[]): AccuracyCell[] {
  return columns.map(({ condition, k, trials }) => ({
    condition,
    k,
    ...solvedRate(run, trials),
    cutByLimit: trials.filter((trial) => trial.isCutByLimit).length,
    published: publishedRate(run, trials),
  }));
}

/**
 * Solved at any k: nested runs count every step up to the largest k, independent ones every k's run. A trial with no
 * solved step and some step of unknown outcome is ungraded.
 */
export function bestOfK(run: Run, columns: readonly Column[]): BestOfK[] {
  const planned = plannedTrials(run);
  const largest = Math.max(...columnKs(run));
  const unrecorded = unrecordedArms(run);
  return run.manifest.identity.conditions.map((condition) => {
    const own = columns.filter((column) => column.condition.name === condition.name);
    const atColumns = (position: number) => own.flatMap((column) => column.trials[position]?.outcome ?? []);
    const results = planned.map(({ taskId }, position) => ({ taskId, outcome: bestOutcome(atColumns(position)) }));
    const recorded = unrecorded.has(condition.name) ? [] : trialsOf(run, condition.name);
    for (const { position, id, trial } of inPlan(planned, recorded)) {
      if (trial.trajectory.kRun !== undefined) continue;
      const grades = [...trial.grades.values()].filter(({ step }) => step <= largest);
      const outcomes = [...atColumns(position), ...grades.map(({ outcome }) => outcome)];
      results[position] = { taskId: id.taskId, outcome: bestOutcome(outcomes) };
    }
    return { condition, ...solvedRate(run, results) };
  });
}

function bestOutcome(outcomes: readonly ColumnOutcome[]): ColumnOutcome {
  return (
    outcomes.find(({ status }) => status === 'solved') ??
    outcomes.find(({ status }) => status === 'ungraded') ??
    outcomes[0] ?? { status: 'ungraded', reason: 'not-run' }
  );
}

function publishedRate(run: Run, trials: readonly TrialResult[]): SolvedRate | undefined {
  const results = trials.flatMap(({ taskId, published }) =>
    published === undefined ? [] : [{ taskId, outcome: published }],
  );
  const isKnown = results.length === trials.length && results.some(({ outcome }) => outcome.status !== 'ungraded');
  return isKnown ? solvedRate(run, results) : undefined;
}

function solvedRate(run: Run, results: readonly { taskId: string; outcome: ColumnOutcome }[]): SolvedRate {
  const planned = results.length;
  const solved = results.filter(({ outcome }) => outcome.status === 'solved').length;
  const ungraded = results.filter(({ outcome }) => outcome.status === 'ungraded').length;
  const graded = planned - ungraded;
  const isSingle = run.manifest.identity.samples === 1;
  return {
    planned,
    graded,
    solved,
    ungraded,
    rate: graded === 0 ? undefined : solved / graded,
    interval: isSingle ? wilsonInterval(solved, graded) : intervalByTask(run, results),
    exact: isSingle ? clopperPearsonInterval(solved, graded) : undefined,
    worst: planned === 0 ? 0 : solved / planned,
    best: planned === 0 ? 1 : (solved + ungraded) / planned,
  };
}

/** One seed for all cells: equal results have equal intervals. */
function intervalByTask(
  run: Run,
  results: readonly { taskId: string; outcome: ColumnOutcome }[],
): Interval | undefined {
  const graded = results.filter(({ outcome }) => outcome.status !== 'ungraded');
  const observations = graded.map(({ taskId, outcome }) => ({ taskId, isCounted: outcome.status === 'solved' }));
  return clusteredProportion(observations, `${run.manifest.identity.seed} accuracy`).interval;
}
