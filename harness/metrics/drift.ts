import type { ConditionIdentity, Grade, Run, Step } from '../types.ts';
import { indexTrials } from './columns.ts';

/** How many steps of an arm came out otherwise here than when they were recorded. */
export interface ConditionDrift {
  readonly condition: ConditionIdentity;
  readonly steps: number;
  /** By the tests of the loop, whose recorded verdict the loop was told all the same. */
  readonly verdicts: number;
  /** By the grading tests; tables count what came out here. */
  readonly grades: number;
  /** By either. */
  readonly either: number;
}

/** Steps are executed again in a replay; whether this one came out as recorded. `undefined` where nothing was recorded. */
export function hasDrifted(run: Run, step: Step, grade: Grade | undefined): boolean | undefined {
  if (run.manifest.identity.recording === undefined) return undefined;
  return step.liveVerdict !== undefined || grade?.recordedOutcome !== undefined;
}

/** Drift by condition; none when the run is no replay. */
export function drift(run: Run): ConditionDrift[] {
  if (run.manifest.identity.recording === undefined) return [];
  const trials = [...indexTrials(run).values()];
  return run.manifest.identity.conditions.map((condition) => {
    const own = trials.filter(({ trajectory }) => trajectory.condition === condition.name);
    const steps = own.flatMap(({ trajectory, grades }) =>
      trajectory.steps.map((step) => ({ step, grade: grades.get(step.index) })),
    );
    return {
      condition,
      steps: steps.length,
      verdicts: steps.filter(({ step }) => step.liveVerdict !== undefined).length,
      grades: steps.filter(({ grade }) => grade?.recordedOutcome !== undefined).length,
      either: steps.filter(({ step, grade }) => hasDrifted(run, step, grade) === true).length,
    };
  });
}
