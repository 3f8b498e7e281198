import type { ConditionIdentity, Grade, RecordedTrial, Run, Step } from '../../types/record.ts';
import { BASELINE, columnKs } from '../columns.ts';
import { armOf, trialsOf, unrecordedArms } from '../trials/trials.ts';

/** A recorded step with what is known of its candidate. */
export interface GradedStep {
  readonly step: Step;
  readonly status: 'solved' | 'unsolved' | 'ungraded';
  readonly grade: Grade | undefined;
}

/** One trial of a loop: its steps in order. */
export interface LoopTrial {
  readonly taskId: string;
  readonly sample: number;
  /** The largest k this trial was run for: it may have stopped earlier. */
  readonly rounds: number;
  readonly steps: readonly GradedStep[];
  /** It broke off: what it would have shown after its last step is unknown. */
  readonly isBroken: boolean;
}

export interface Loop {
  readonly condition: ConditionIdentity;
  /** Read anew each time they are gone through. */
  readonly trials: Iterable<LoopTrial>;
  /** Every later candidate is an independent draw: nothing is repaired. */
  readonly isResampling: boolean;
}

/** A candidate and the one that replaced it. */
interface Transition {
  readonly taskId: string;
  readonly sample: number;
  readonly before: GradedStep;
  readonly after: GradedStep;
}

/** Every condition but the baseline (it has step 0 only) and the arms of a replay that are not recorded whole. */
export function readLoops(run: Run): Loop[] {
  const unrecorded = unrecordedArms(run);
  const largest = Math.max(...columnKs(run));
  return run.manifest.identity.conditions
    .filter(({ name }) => name !== BASELINE && !unrecorded.has(name))
    .map((condition) => {
      const own = trialsOf(run, condition.name);
      const trials = { [Symbol.iterator]: () => loopTrials(own, largest) };
      return { condition, trials, isResampling: armOf(run, condition.name).isResampling };
    });
}

function* loopTrials(trials: Iterable<RecordedTrial>, largest: number): Generator<LoopTrial> {
  for (const { trajectory, grades } of trials) {
    const { taskId, sample, kRun, steps, end } = trajectory;
    yield {
      taskId,
      sample,
      rounds: kRun ?? largest,
      steps: steps.map((step) => {
        const grade = grades.get(step.index);
        return { step, grade, status: grade?.outcome.status ?? 'ungraded' };
      }),
      isBroken: end.status === 'error',
    };
  }
}

/** Every replacement of a candidate by the next one. A loop that stopped replaced nothing any more. */
export function* readTransitions({ trials }: Pick<Loop, 'trials'>): Generator<Transition> {
  for (const { taskId, sample, steps } of trials) {
    for (const [position, after] of steps.slice(1).entries()) {
      const before = steps[position];
      if (before !== undefined) yield { taskId, sample, before, after };
    }
  }
}

/** Both candidates of a transition have a grade. */
export function isGradedTransition({ before, after }: Transition): boolean {
  return before.status !== 'ungraded' && after.status !== 'ungraded';
}

/** Texts without repetition, in the manifest's order of tasks. */
export function inTaskOrder(run: Run, taskIds: Iterable<string>): string[] {
  const named = new Set(taskIds);
  return run.manifest.identity.taskIds.filter((taskId) => named.has(taskId));
}
