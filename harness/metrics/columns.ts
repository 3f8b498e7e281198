import type { Outcome, UngradedReason } from '../types/execution.ts';
import type { ConditionIdentity, RecordedTrial, Run } from '../types/record.ts';
import { armOf, trialsOf, unrecordedArms } from './trials/trials.ts';

/** An outcome, or why a planned trial has none in this run: it was not run yet, or its step was not graded yet. */
export type ColumnOutcome =
  | Exclude<Outcome, { status: 'ungraded' }>
  | { readonly status: 'ungraded'; readonly reason: UngradedReason | 'not-run' | 'not-graded' };

/** What one trial shows at one k. */
export interface TrialResult {
  readonly taskId: string;
  readonly sample: number;
  readonly outcome: ColumnOutcome;
  /** Index of the step shown; `undefined` when no step counts at this k. */
  readonly step: number | undefined;
  /** The trial met a limit before it could make this step: its last finished step is shown. */
  readonly isCutByLimit: boolean;
  /** The same step under the published extractor; `undefined` where that cannot be known. */
  readonly published: ColumnOutcome | undefined;
}

/** One condition at one k: every planned trial, task by task and sample by sample, in the manifest's order. */
export interface Column {
  readonly condition: ConditionIdentity;
  readonly k: number;
  readonly trials: readonly TrialResult[];
}

/** What a condition is compared with that declares nothing else. */
export const BASELINE = 'baseline';

/** The columns of every table: 0 (the first generation), then the run's k in ascending order. */
export function columnKs(run: Run): number[] {
  return [...new Set([0, ...run.manifest.identity.k])].sort((a, b) => a - b);
}

/** The columns of one condition: all of `columnKs`, or 0 alone where it has no later step. */
function conditionKs(run: Run, { answersOnce }: ConditionIdentity): number[] {
  return answersOnce === true ? [0] : columnKs(run);
}

/** A condition's column at k; the one answer of a condition without rounds stands at every k, as published tables have it. */
export function columnAt(columns: readonly Column[], condition: string, k: number): Column | undefined {
  return columns.find(
    ({ condition: { name, answersOnce }, k: at }) => name === condition && at === (answersOnce === true ? 0 : k),
  );
}

/** Every condition at each of its k, in the manifest's order of conditions, tasks and samples. */
export function readColumns(run: Run): Column[] {
  const planned = plannedTrials(run);
  return run.manifest.identity.conditions.flatMap((condition) =>
    columnsOf(run, condition, conditionKs(run, condition), planned),
  );
}

/** Every sample of an arm's first generation, those included that it has more of than the others: a column of its own. */
export function firstGenerations(run: Run, condition: ConditionIdentity): Column {
  const [column] = columnsOf(run, condition, [0], plannedTrials(run, samplesOf(run, condition.name)));
  return column ?? { condition, k: 0, trials: [] };
}

interface PlannedId {
  readonly taskId: string;
  readonly sample: number;
}

/** An arm's columns in one pass over its trials. What a trial shows at two k alike is one object. */
function columnsOf(
  run: Run,
  condition: ConditionIdentity,
  ks: readonly number[],
  planned: readonly PlannedId[],
): Column[] {
  const isUnrecorded = unrecordedArms(run).has(condition.name);
  const trials = isUnrecorded ? [] : trialsOf(run, condition.name);
  const placed = inPlan(planned, trials);
  const kRuns = ks.map((k) => kRunOfColumn(run, condition.name, k));
  const columns = ks.map(() => new Array<TrialResult | undefined>(planned.length).fill(undefined));
  const shared = createOutcomes();
  for (const { position, id, trial } of placed) {
    let last: TrialResult | undefined;
    for (const [index, k] of ks.entries()) {
      const column = columns[index];
      if (column === undefined || kRuns[index] !== trial.trajectory.kRun) continue;
      const { outcome, step, isCutByLimit, published } = resultAt(trial, k);
      // One by one: these are kept of every trial, and an object made by spreading takes twice the memory.
      const result: TrialResult = {
        taskId: id.taskId,
        sample: id.sample,
        outcome: shared(outcome),
        step,
        isCutByLimit,
        published: published && shared(published),
      };
      last = last !== undefined && isAlike(last, result) ? last : result;
      column[position] = last;
    }
  }
  const missing = planned.map((id) => ({ ...id, ...withoutStep(isUnrecorded ? 'not-recorded' : 'not-run') }));
  return columns.map((column, index) => ({
    condition,
    k: ks[index] ?? 0,
    trials: column.map((result, position) => result ?? missing[position]).filter((result) => result !== undefined),
  }));
}

/** Trials of one arm, each with its place among the planned ones; those that are not planned are left out. */
export function* inPlan<Trial extends RecordedTrial>(
  planned: readonly PlannedId[],
  trials: Iterable<Trial>,
): Generator<{ readonly position: number; readonly id: PlannedId; readonly trial: Trial }> {
  const samples = planned.findLastIndex(({ taskId }) => taskId === planned[0]?.taskId) + 1;
  const tasks = new Map<string, number>();
  for (let start = 0; start < planned.length; start += samples) tasks.set(planned[start]?.taskId ?? '', start);
  for (const trial of trials) {
    const { taskId, sample } = trial.trajectory;
    const start = tasks.get(taskId);
    const position = (start ?? 0) + sample;
    const id = planned[position];
    if (start !== undefined && sample < samples && id !== undefined) yield { position, id, trial };
  }
}

/** Gives one object for all outcomes that are the same. */
function createOutcomes(): (outcome: ColumnOutcome) => ColumnOutcome {
  const known = new Map<string, ColumnOutcome>();
  return (outcome) => {
    const name = `${outcome.status} ${reasonOf(outcome) ?? ''}`;
    const first = known.get(name) ?? outcome;
    known.set(name, first);
    return first;
  };
}

function isAlike(one: TrialResult, other: TrialResult): boolean {
  return (
    one.step === other.step &&
    one.isCutByLimit === other.isCutByLimit &&
    isSame(one.outcome, other.outcome) &&
    isSame(one.published, other.published)
  );
}

const isSame = (one: ColumnOutcome | undefined, other: ColumnOutcome | undefined): boolean =>
  one?.status === other?.status && reasonOf(one) === reasonOf(other);

const reasonOf = (outcome: ColumnOutcome | undefined) => (outcome && 'reason' in outcome ? outcome.reason : undefined);

/** How many samples of each task an arm has. */
export function samplesOf({ manifest: { identity } }: Run, condition: string): number {
  return identity.samplesOf?.[condition] ?? identity.samples;
}

/** The outcome of one trial at k, by the rule in results/README.md. */
function resultAt(trial: RecordedTrial, k: number): Omit<TrialResult, 'taskId' | 'sample'> {
  const { steps, end } = trial.trajectory;
  const isCut = k >= steps.length;
  if (end.status === 'error' && isCut) return withoutStep('trial-error');
  const step = steps.findLast(({ index }) => index <= k);
  const isCutByLimit = end.status === 'limit' && isCut;
  if (step === undefined) return { ...withoutStep('no-attempt'), isCutByLimit };
  const grade = trial.grades.get(step.index);
  const outcome: ColumnOutcome = grade?.outcome ?? { status: 'ungraded', reason: 'not-graded' };
  const published = grade?.published?.outcome ?? (outcome.status === 'ungraded' ? outcome : undefined);
  return { outcome, step: step.index, isCutByLimit, published };
}

/** Tasks x samples, in the manifest's order: those that every arm has, so that arms are compared trial by trial. */
export function plannedTrials({ manifest: { identity } }: Run, samples = identity.samples): PlannedId[] {
  const { taskIds } = identity;
  return taskIds.flatMap((taskId) => Array.from({ length: samples }, (_, sample) => ({ taskId, sample })));
}

/**
 * Under the independent protocol column k is the run made for k. No run is made for k = 0: that column is step 0 of the
 * condition's run for the smallest k.
 */
export function kRunOfColumn(run: Run, condition: string, k: number): number | undefined {
  if (run.manifest.identity.protocol === 'nested') return undefined;
  if (k > 0) return k;
  const { kRuns } = armOf(run, condition);
  return kRuns.size === 0 ? undefined : Math.min(...kRuns);
}

function withoutStep(reason: UngradedReason | 'not-run'): Omit<TrialResult, 'taskId' | 'sample'> {
  const outcome = { status: 'ungraded', reason } as const;
  return { outcome, step: undefined, isCutByLimit: false, published: outcome };
}
