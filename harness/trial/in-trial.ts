import type { Evaluator } from '../types/evaluator.ts';
import type { FaultInjector } from '../verifiers/claims/faults.ts';
import type { Recorder } from './calls.ts';
import type { TrialParts, TrialSettings } from './settings.ts';
import type { SubjectTracker } from './subject.ts';

/** What everything behind a condition's context works with. */
export interface InTrial {
  readonly evaluator: Evaluator;
  readonly settings: TrialSettings;
  readonly parts: TrialParts;
  readonly recorder: Recorder;
  readonly subject: SubjectTracker;
  readonly random: (stream: string) => number;
  readonly faults: FaultInjector;
  /** Index of the step that is being made. */
  readonly step: () => number;
}
