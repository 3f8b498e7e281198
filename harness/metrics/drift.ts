import { type NotRunReason, notRunReasonShape } from '../types/execution.ts';
import type { ConditionIdentity, Grade, Run, Step } from '../types/record.ts';
import { countReasons } from './count-reasons.ts';
import { trialsOf } from './trials/trials.ts';

/** How many steps of an arm came out otherwise here than when they were recorded. */
export interface ConditionDrift {
  readonly condition: ConditionIdentity;
  readonly steps: number;
  /** By the verifier of the loop, whose recorded verdict the loop was told all the same. */
  readonly verdicts: number;
  /** By the grading tests, of the candidate or of a draft that was discarded; tables count what came out here. */
  readonly grades: number;
  /** By either. */
  readonly either: number;
  /** Graded by the log of the recorded run: nothing was run here for them. */
  readonly ofRecordedLogs: number;
  /** Steps without drift of which something could not be compared, by the reason. */
  readonly notCompared: ReadonlyMap<NotCompared, number>;
}

/** Why a recorded result and the one here were not compared: it was not run here, or not when it was recorded. */
export type NotCompared = NotRunReason | 'not-graded' | 'not-recorded';

interface GradedStep {
  readonly step: Step;
  readonly grade: Grade | undefined;
}

/** Steps are executed again in a replay; whether this one had the recorded outcome. `undefined` where that could not be told. */
export function hasDrifted(run: Run, step: Step, grade: Grade | undefined): boolean | undefined {
  if (run.manifest.identity.recording === undefined) return undefined;
  if (isVerdictDrift(step) || isGradeDrift(grade)) return true;
  return whyNotCompared({ step, grade }) === undefined ? false : undefined;
}

/** Drift by condition; none when the run is no replay. */
export function drift(run: Run): ConditionDrift[] {
  if (run.manifest.identity.recording === undefined) return [];
  return run.manifest.identity.conditions.map((condition) => {
    const drifted: GradedStep[] = [];
    const reasons: NotCompared[] = [];
    let [steps, ofRecordedLogs] = [0, 0];
    for (const { trajectory, grades } of trialsOf(run, condition.name)) {
      for (const step of trajectory.steps) {
        const one = { step, grade: grades.get(step.index) };
        steps++;
        if (one.grade?.ofRecordedLog === true) ofRecordedLogs++;
        if (isVerdictDrift(step) || isGradeDrift(one.grade)) drifted.push(one);
        else reasons.push(...[whyNotCompared(one)].filter((reason) => reason !== undefined));
      }
    }
    return {
      condition,
      steps,
      verdicts: drifted.filter(({ step }) => isVerdictDrift(step)).length,
      grades: drifted.filter(({ grade }) => isGradeDrift(grade)).length,
      either: drifted.length,
      ofRecordedLogs,
      notCompared: countReasons(reasons),
    };
  });
}

const isVerdictDrift = ({ liveVerdict: live }: Step): boolean =>
  live === 'accept' || live === 'reject' || live === 'no-verdict';

/** Of the step's candidate, or of the draft that did not become it. */
const isGradeDrift = (grade: Grade | undefined): boolean =>
  [grade, grade?.draft].some((one) => one?.recordedOutcome === 'solved' || one?.recordedOutcome === 'unsolved');

function whyNotCompared({ step: { liveVerdict }, grade }: GradedStep): NotCompared | undefined {
  const notRun = asNotRunReason(liveVerdict);
  if (notRun !== undefined) return notRun;
  if (grade === undefined) return 'not-graded';
  const graded = [grade, ...(grade.draft === undefined ? [] : [grade.draft])];
  if (graded.some(({ recordedOutcome }) => recordedOutcome === 'none')) return 'not-recorded';
  for (const { outcome } of graded)
    if (outcome.status === 'ungraded') return asNotRunReason(outcome.reason) ?? 'not-graded';
  return undefined;
}

const asNotRunReason = (reason: string | undefined): NotRunReason | undefined =>
  notRunReasonShape.options.find((one) => one === reason);
