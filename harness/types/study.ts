/** A published study as far as a run that replicates it needs it; kept in the run's folder as `study.json`. */

/** What one published trial came out as: `a` is a failure made by the extractor, `n` an evaluation that never took place. */
export type PublishedOutcome = 'solved' | 'wrong' | 'artefact' | 'never-evaluated';

export interface StudyArm {
  /** Its name in the study. */
  readonly arm: string;
  /** The condition that repeats it. */
  readonly condition: string;
  /** What ends its loop, in words. */
  readonly stop: string;
  /** The condition that does the same without the study's faults. */
  readonly mended?: string;
}

export interface StudyCell {
  readonly arm: string;
  /** Solved at any of these k. */
  readonly k: readonly number[];
  /** As printed. */
  readonly percent?: number;
  readonly solved: number;
  readonly total: number;
}

export interface StudyLabel {
  readonly arm: string;
  readonly label: RowLabel;
  readonly printed: string;
}

/** A word for how a row of cells goes with k. */
export type RowLabel = (typeof ROW_LABELS)[number];

export const ROW_LABELS = [
  'plateaus',
  'regresses',
  'monotonic',
  'non-monotonic',
  'diverges',
  'converged at the smallest k',
  'slower than the full system',
  'the only monotonic one',
] as const;

export interface ReplicatedStudy {
  readonly id: string;
  readonly title: string;
  /** The published model. */
  readonly model: string;
  readonly sources: readonly string[];
  readonly dataset: string;
  readonly k: readonly number[];
  readonly protocol: 'nested' | 'independent';
  readonly maxOutputTokens: number;
  /** What of the solution stands in the prompts, where something does. */
  readonly leak?: string;
  readonly arms: readonly StudyArm[];
  readonly cells: readonly StudyCell[];
  readonly labels: readonly StudyLabel[];
  /** Published outcomes of this run's tasks, where they were given. */
  readonly records?: readonly {
    readonly arm: string;
    readonly k: number;
    readonly outcomes: Readonly<Record<string, PublishedOutcome>>;
  }[];
}
