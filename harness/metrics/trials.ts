import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { NOT_RECORDED_KIND } from '../errors.ts';
import { createHashNumbers } from '../storage/hash-numbers.ts';
import type { Grade, RecordedTrial, Run, Trajectory, TrialId } from '../types/record.ts';
import { type AttributedTrial, attribute, attributeCalls } from './attributed-calls.ts';
import { withoutTexts } from './without-texts.ts';

/** Every trial of a run with all that is recorded of it, in plan order. Of a run in its folder one at a time is in memory. */
export function recordedTrials(run: Run): Iterable<RecordedTrial> {
  return 'trials' in run ? run.trials : joined(run.trajectories, run.grades);
}

/** The run with other grades. */
export function withGrades(run: Run, change: (grade: Grade) => Grade): Run {
  const trials = {
    *[Symbol.iterator](): Generator<RecordedTrial> {
      for (const { trajectory, grades } of recordedTrials(run)) {
        yield { trajectory, grades: new Map([...grades].map(([step, grade]) => [step, change(grade)])) };
      }
    },
  };
  return { ...run, trials };
}

/**
 * The trials of one arm in plan order, as metrics need them: no text that a model wrote is in them, `key` and `responseSha256` are short names
 * that are equal where the hashes are. They are unpacked while they are gone through: whoever keeps them keeps an arm in memory.
 */
export function trialsOf(run: Run, condition: string): Iterable<AttributedTrial> {
  return factsOf(run).arms.get(condition)?.trials ?? [];
}

/** Of one arm: how many trials it has in the run, and, under the independent protocol, the k they were run for. */
export function armOf(run: Run, condition: string): { readonly trials: number; readonly kRuns: ReadonlySet<number> } {
  const { count = 0, kRuns = new Set<number>() } = factsOf(run).arms.get(condition) ?? {};
  return { trials: count, kRuns };
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

function* joined(trajectories: readonly Trajectory[], grades: readonly Grade[]): Generator<RecordedTrial> {
  const byTrial = Map.groupBy(grades, trialKey);
  // Of several lines of one trial the last counts, at the place of the first.
  for (const trajectory of new Map(trajectories.map((one) => [trialKey(one), one])).values()) {
    const own = byTrial.get(trialKey(trajectory)) ?? [];
    yield { trajectory, grades: new Map(own.map((grade) => [grade.step, grade])) };
  }
}

interface Arm {
  readonly trials: Iterable<AttributedTrial>;
  readonly kRuns: ReadonlySet<number>;
  readonly count: number;
}

interface Facts {
  readonly arms: ReadonlyMap<string, Arm>;
  readonly unrecorded: ReadonlySet<string>;
}

const known = new WeakMap<Run, Facts>();

/** The records are read once for all metrics. */
function factsOf(run: Run): Facts {
  const facts = known.get(run) ?? readFacts(run);
  known.set(run, facts);
  return facts;
}

function readFacts(run: Run): Facts {
  const arms = new Map<string, ReturnType<typeof createArm>>();
  const unrecorded = new Set<string>();
  const numbers = createHashNumbers();
  for (const trial of attributeCalls(recordedTrials(run))) {
    const { condition, end } = trial.trajectory;
    const arm = arms.get(condition) ?? createArm();
    arms.set(condition, arm);
    arm.add(trial, (hash) => numbers.of(hash).toString(36));
    if (end.status === 'error' && end.kind === NOT_RECORDED_KIND) unrecorded.add(condition);
  }
  return { arms, unrecorded };
}

/** A trial as text, with whether each of its calls was the first of the run to use its answer. */
type Packed = readonly [trajectory: Trajectory, grades: readonly Grade[], firstInRun: readonly (0 | 1)[]];

/** So many characters are packed together. */
const BLOCK = 1 << 18;

/** Trials of an arm, packed: a million of them take a few hundred megabytes. */
function createArm() {
  const blocks: Buffer[] = [];
  const kRuns = new Set<number>();
  let open: string[] = [];
  let [length, count] = [0, 0];
  const texts = function* (): Generator<string> {
    for (const block of blocks) yield inflateRawSync(block).toString();
    yield `[${open.join(',')}]`;
  };
  return {
    kRuns,
    get count() {
      return count;
    },
    add({ trajectory, grades, calls }: AttributedTrial, nameOf: (hash: string) => string): void {
      const first = calls.map(({ isFirstInRun }) => (isFirstInRun ? 1 : 0));
      const text = JSON.stringify([...withoutTexts({ trajectory, grades }, nameOf), first] satisfies Packed);
      open.push(text);
      length += text.length;
      count++;
      if (trajectory.kRun !== undefined) kRuns.add(trajectory.kRun);
      if (length < BLOCK) return;
      blocks.push(deflateRawSync(`[${open.join(',')}]`, { level: 1 }));
      [open, length] = [[], 0];
    },
    trials: {
      *[Symbol.iterator](): Generator<AttributedTrial> {
        for (const text of texts()) {
          for (const [trajectory, grades, first] of JSON.parse(text) as readonly Packed[]) {
            const trial = { trajectory, grades: new Map(grades.map((grade) => [grade.step, grade])) };
            yield attribute(trial, (_, index) => first[index] === 1);
          }
        }
      },
    },
  };
}
