import type { ConditionIdentity, Grade, Run, Step } from '../../types/record.ts';
import { BASELINE, columnKs, indexTrials, unrecordedArms } from '../columns.ts';

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
  readonly trials: readonly LoopTrial[];
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
  const trials = [...indexTrials(run).values()];
  const unrecorded = unrecordedArms(run);
  const largest = Math.max(...columnKs(run));
  return run.manifest.identity.conditions
    .filter(({ name }) => name !== BASELINE && !unrecorded.has(name))
    .map((condition) => {
      const own = trials.filter(({ trajectory }) => trajectory.condition === condition.name);
      const later = own.flatMap(({ trajectory }) => trajectory.steps.slice(1));
      return {
        condition,
        trials: own.map(({ trajectory: { taskId, sample, kRun, steps, end }, grades }) => ({
          taskId,
          sample,
          rounds: kRun ?? largest,
          steps: steps.map((step) => {
            const grade = grades.get(step.index);
            return { step, grade, status: grade?.outcome.status ?? 'ungraded' };
          }),
          isBroken: end.status === 'error',
        })),
        isResampling: later.length > 0 && later.every(({ proposedBy }) => proposedBy === 'generate'),
      };
    });
}

/** Every replacement of a candidate by the next one. A loop that stopped replaced nothing any more. */
export function readTransitions({ trials }: Pick<Loop, 'trials'>): Transition[] {
  return trials.flatMap(({ taskId, sample, steps }) =>
    steps.slice(1).flatMap((after, position) => {
      const before = steps[position];
      return before === undefined ? [] : [{ taskId, sample, before, after }];
    }),
  );
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
