/** What an audit of imported records can find. */
export type FindingKind =
  | 'extractor-artefact'
  | 'never-evaluated'
  | 'foreign-verdict'
  | 'redrawn'
  | 'unparsed-verdict'
  | 'mixed-directories'
  | 'oracle-stopping'
  | 'unequal-budget';

/** One thing the records show, with the evidence; the fields are absent where it is about no single k or task. */
export interface Finding {
  readonly kind: FindingKind;
  readonly condition: string;
  readonly k?: number;
  readonly taskId?: string;
  /** The step it is about; absent where it is about the trial or the cell. */
  readonly step?: number;
  /** It is about the step the tables count, the trial's last. */
  readonly isCounted?: boolean;
  /** What in the records shows it. */
  readonly evidence: string;
}
