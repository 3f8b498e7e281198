import { NOT_RECORDED_KIND } from '../../errors.ts';
import { createBits } from '../../storage/bits.ts';
import { createHashNumbers } from '../../storage/hash-numbers.ts';
import { createPackedRows } from '../../storage/packed-rows.ts';
import { claimsReport } from '../../types/claim-artifacts.ts';
import { codegradUpdate } from '../../types/codegrad.ts';
import type { Grade, RecordedTrial, Run, Trajectory, TrialId, WholeRun } from '../../types/record.ts';
import { searchStep } from '../../types/search.ts';
import { type AttributedTrial, attribute, attributeCalls } from './attributed-calls.ts';
import { withoutTexts } from './without-texts.ts';

/** The trials of a run, or of one task, with all that is recorded of them, in plan order. Of a run in its folder one at a time is in memory. */
export function recordedTrials(run: Run, taskId?: string): Iterable<RecordedTrial> {
  return 'trials' in run ? run.trials(taskId) : joined(run, taskId);
}

/** The same of triples; none of a run whose arms were not given what they judge. */
export function* labelledTrials(run: Run): Generator<RecordedTrial> {
  const { conditions } = run.manifest.identity;
  if (conditions.some(({ name }) => armOf(run, name).hasLabels)) yield* recordedTrials(run);
}

/** The run with other grades. */
export function withGrades(run: Run, change: (grade: Grade) => Grade): Run {
  const trials = function* (taskId?: string): Generator<RecordedTrial> {
    for (const { trajectory, grades } of recordedTrials(run, taskId)) {
      yield { trajectory, grades: new Map([...grades].map(([step, grade]) => [step, change(grade)])) };
    }
  };
  return { ...run, trials };
}

/**
 * The trials of one arm in plan order, as metrics need them: no text that a model wrote is in them, `key` is a short name that is equal where
 * the keys are, `responseSha256` one that is equal where two answers of the trial are. They are unpacked while they are gone through: whoever keeps them keeps an arm in memory.
 */
export function trialsOf(run: Run, condition: string): Iterable<AttributedTrial> {
  return factsOf(run).packed.get(condition) ?? [];
}

/** The run as one run for each of its arms, in the manifest's order. The trials of the arm at hand are in memory, those of others packed. */
export function* armByArm(run: Run): Generator<Run> {
  const { packed, ...facts } = factsOf(run);
  const { identity } = run.manifest;
  for (const condition of identity.conditions) {
    const arm = { ...run, manifest: { ...run.manifest, identity: { ...identity, conditions: [condition] } } };
    known.set(arm, { ...facts, packed: new Map([[condition.name, [...(packed.get(condition.name) ?? [])]]]) });
    yield arm;
  }
}

/** What is known of an arm without going through its trials. */
interface ArmFacts {
  /** How many it has in the run. */
  readonly trials: number;
  /** Under the independent protocol: the k they were run for. */
  readonly kRuns: ReadonlySet<number>;
  /** Some trial has a second step. */
  readonly hasRounds: boolean;
  /** Every later candidate is an independent draw: nothing is repaired. */
  readonly isResampling: boolean;
  /** Some step has claims decided one by one, or a fault that was put in. */
  readonly hasClaims: boolean;
  /** Some step says what a search counted of it. */
  readonly hasSearch: boolean;
  /** Some grade has a label: what was graded was given, as triples are. */
  readonly hasLabels: boolean;
  /** Some step came of a revision that is kept or discarded (CodeGrad). */
  readonly hasUpdates: boolean;
}

export function armOf(run: Run, condition: string): ArmFacts {
  return factsOf(run).arms.get(condition) ?? NO_ARM;
}

const NO_ARM: ArmFacts = {
  trials: 0,
  kRuns: new Set(),
  hasRounds: false,
  isResampling: false,
  hasClaims: false,
  hasSearch: false,
  hasLabels: false,
  hasUpdates: false,
};

interface TaskFacts {
  readonly trials: number;
  readonly attempts: number;
  /** The most hidden assertions that one of its grades tells apart; 0: none does. */
  readonly assertions: number;
}

/** Of each task that has trials. */
export function taskFacts(run: Run): ReadonlyMap<string, TaskFacts> {
  return factsOf(run).tasks;
}

/** All trials in plan order, with all that is recorded of them, each with its calls and what they share. */
export function* attributedTrials(run: Run): Generator<AttributedTrial> {
  const { firstInRun } = factsOf(run);
  let calls = 0;
  for (const trial of recordedTrials(run)) yield attribute(trial, () => firstInRun.at(calls++));
}

/**
 * Arms of a replay that asked for an answer the recording does not hold. None of their trials counts: those that need no
 * such answer are the ones that were right at once, and a rate over them alone would be far too high.
 */
export function unrecordedArms(run: Run): ReadonlySet<string> {
  return factsOf(run).unrecorded;
}

/** One text for one trial. */
export function trialKey(trial: TrialId): string {
  return JSON.stringify([trial.condition, trial.taskId, trial.sample, trial.kRun ?? null]);
}

function* joined({ trajectories, grades }: WholeRun, taskId?: string): Generator<RecordedTrial> {
  const isAsked = (one: TrialId): boolean => taskId === undefined || one.taskId === taskId;
  const byTrial = Map.groupBy(grades.filter(isAsked), trialKey);
  // Of several lines of one trial the last counts, at the place of the first.
  const own = trajectories.filter(isAsked).map((one) => [trialKey(one), one] as const);
  for (const trajectory of new Map(own).values()) {
    const own = byTrial.get(trialKey(trajectory)) ?? [];
    yield { trajectory, grades: new Map(own.map((grade) => [grade.step, grade])) };
  }
}

interface Facts {
  readonly arms: ReadonlyMap<string, ArmFacts>;
  readonly packed: ReadonlyMap<string, Iterable<AttributedTrial>>;
  readonly tasks: ReadonlyMap<string, TaskFacts>;
  readonly unrecorded: ReadonlySet<string>;
  /** Of each call, in the order of the plan. */
  readonly firstInRun: Pick<ReturnType<typeof createBits>, 'at'>;
}

const known = new WeakMap<Run, Facts>();

/** The records are read once for all metrics. */
function factsOf(run: Run): Facts {
  const facts = known.get(run) ?? readFacts(run);
  known.set(run, facts);
  return facts;
}

function readFacts(run: Run): Facts {
  const arms = new Map<string, ArmFacts>();
  const packs = new Map<string, ReturnType<typeof createPack>>();
  const tasks = new Map<string, TaskFacts>();
  const unrecorded = new Set<string>();
  const [keys, firstInRun] = [createHashNumbers(), createBits()];
  for (const trial of attributeCalls(recordedTrials(run), keys)) {
    const { condition, taskId, steps, end } = trial.trajectory;
    const pack = packs.get(condition) ?? createPack();
    packs.set(condition, pack);
    pack.add(trial, (key) => keys.of(key).toString(36));
    for (const { isFirstInRun } of trial.calls) firstInRun.add(isFirstInRun);
    arms.set(condition, withTrial(arms.get(condition) ?? { ...NO_ARM, kRuns: new Set() }, trial));
    const { trials, attempts, assertions } = tasks.get(taskId) ?? { trials: 0, attempts: 0, assertions: 0 };
    const told = Array.from(trial.grades.values(), (grade) => grade.assertions?.length ?? 0);
    const task = { trials: trials + 1, attempts: attempts + steps.length, assertions: Math.max(assertions, ...told) };
    tasks.set(taskId, task);
    if (end.status === 'error' && end.kind === NOT_RECORDED_KIND) unrecorded.add(condition);
  }
  return { arms, packed: packs, tasks, unrecorded, firstInRun };
}

function withTrial(arm: ArmFacts, { trajectory: { steps, kRun }, grades }: RecordedTrial): ArmFacts {
  const later = steps.slice(1);
  // Where revisions were discarded the first draw stays the candidate, and nothing was drawn again.
  const isDrawn = later.every((step) => step.proposedBy === 'generate' && codegradUpdate.in(step) === undefined);
  const hasClaims = steps.some((step) => claimsReport.in(step) !== undefined || step.faults !== undefined);
  return {
    trials: arm.trials + 1,
    kRuns: kRun === undefined || arm.kRuns.has(kRun) ? arm.kRuns : new Set([...arm.kRuns, kRun]),
    hasRounds: arm.hasRounds || later.length > 0,
    isResampling: isDrawn && (arm.isResampling || (!arm.hasRounds && later.length > 0)),
    hasClaims: arm.hasClaims || hasClaims,
    hasSearch: arm.hasSearch || steps.some((step) => searchStep.in(step) !== undefined),
    hasUpdates: arm.hasUpdates || steps.some((step) => codegradUpdate.in(step) !== undefined),
    hasLabels: arm.hasLabels || [...grades.values()].some(({ label }) => label !== undefined),
  };
}

/** A trial with whether each of its calls was the first of the run to use its answer. */
type Packed = readonly [trajectory: Trajectory, grades: readonly Grade[], firstInRun: readonly (0 | 1)[]];

/** Trials of an arm, packed: a million of them take a few hundred megabytes. */
function createPack() {
  const rows = createPackedRows<Packed>();
  return {
    add({ trajectory, grades, calls }: AttributedTrial, nameOf: (key: string) => string): void {
      const first = calls.map(({ isFirstInRun }) => (isFirstInRun ? 1 : 0));
      rows.add([...withoutTexts({ trajectory, grades }, nameOf), first]);
    },
    *[Symbol.iterator](): Generator<AttributedTrial> {
      for (const [trajectory, grades, first] of rows) {
        const trial = { trajectory, grades: new Map(grades.map((grade) => [grade.step, grade])) };
        yield attribute(trial, (_, index) => first[index] === 1);
      }
    },
  };
}
