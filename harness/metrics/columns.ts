import { NOT_RECORDED_KIND } from '../errors.ts';
import type { Outcome, UngradedReason } from '../types/execution.ts';
import type { ConditionIdentity, Grade, Run, Trajectory, TrialId } from '../types/record.ts';

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
  const trials = indexTrials(run);
  const unrecorded = unrecordedArms(run);
  return run.manifest.identity.conditions.flatMap((condition) =>
    conditionKs(run, condition).map((k) => {
      const planned = plannedTrials(run);
      if (unrecorded.has(condition.name)) {
        return { condition, k, trials: planned.map((trial) => ({ ...trial, ...withoutStep('not-recorded') })) };
      }
      return { condition, k, trials: resultsAt(run, trials, planned, { condition: condition.name, k }) };
    }),
  );
}

/** Every sample of an arm's first generation, those included that it has more of than the others: a column of its own. */
export function firstGenerations(run: Run, condition: ConditionIdentity): Column {
  const planned = plannedTrials(run, samplesOf(run, condition.name));
  return { condition, k: 0, trials: resultsAt(run, indexTrials(run), planned, { condition: condition.name, k: 0 }) };
}

function resultsAt(
  run: Run,
  trials: ReadonlyMap<string, RecordedTrial>,
  planned: readonly { readonly taskId: string; readonly sample: number }[],
  { condition, k }: { readonly condition: string; readonly k: number },
): TrialResult[] {
  const kRun = kRunOfColumn(run, condition, k);
  const ofRun = { condition, ...(kRun === undefined ? {} : { kRun }) };
  return planned.map((one) => ({ ...one, ...resultAt(trials.get(trialKey({ ...ofRun, ...one })), k) }));
}

/** How many samples of each task an arm has. */
export function samplesOf({ manifest: { identity } }: Run, condition: string): number {
  return identity.samplesOf?.[condition] ?? identity.samples;
}

/**
 * Arms of a replay that asked for an answer the recording does not hold. None of their trials counts: those that need no
 * such answer are the ones that were right at once, and a rate over them alone would be far too high.
 */
export function unrecordedArms(run: Run): ReadonlySet<string> {
  const missing = run.trajectories.filter(({ end }) => end.status === 'error' && end.kind === NOT_RECORDED_KIND);
  return new Set(missing.map(({ condition }) => condition));
}

/** The outcome of one trial at k, by the rule in results/README.md. `undefined` stands for a planned trial that is not in the run. */
function resultAt(trial: RecordedTrial | undefined, k: number): Omit<TrialResult, 'taskId' | 'sample'> {
  if (trial === undefined) return withoutStep('not-run');
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

/** A trial's trajectory with its grades by step index. */
export interface RecordedTrial {
  readonly trajectory: Trajectory;
  readonly grades: ReadonlyMap<number, Grade>;
}

/** The run's trials by `trialKey`, in plan order. */
export function indexTrials(run: Run): Map<string, RecordedTrial> {
  const grades = new Map<string, Map<number, Grade>>();
  for (const grade of run.grades) {
    const key = trialKey(grade);
    const ofTrial = grades.get(key) ?? new Map<number, Grade>();
    grades.set(key, ofTrial.set(grade.step, grade));
  }
  return new Map(
    run.trajectories.map((trajectory) => {
      const key = trialKey(trajectory);
      return [key, { trajectory, grades: grades.get(key) ?? new Map<number, Grade>() }];
    }),
  );
}

/** One text for one trial. */
export function trialKey(trial: TrialId): string {
  return JSON.stringify([trial.condition, trial.taskId, trial.sample, trial.kRun ?? null]);
}

/** Tasks x samples, in the manifest's order: those that every arm has, so that arms are compared trial by trial. */
export function plannedTrials(
  { manifest: { identity } }: Run,
  samples = identity.samples,
): { taskId: string; sample: number }[] {
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
  return run.trajectories.reduce<number | undefined>(
    (smallest, trial) =>
      trial.condition === condition && trial.kRun !== undefined && trial.kRun < (smallest ?? Number.POSITIVE_INFINITY)
        ? trial.kRun
        : smallest,
    undefined,
  );
}

function withoutStep(reason: UngradedReason | 'not-run'): Omit<TrialResult, 'taskId' | 'sample'> {
  const outcome = { status: 'ungraded', reason } as const;
  return { outcome, step: undefined, isCutByLimit: false, published: outcome };
}
