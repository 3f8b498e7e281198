import type { MadeModels } from '../models/bind-model.ts';
import type { ReferenceTime } from '../sandbox/reference-times.ts';
import type { Examiner, ExecutionStore, Place } from '../types/evaluator.ts';
import type { Identity, Manifest } from '../types/record.ts';
import type { AnyProblem, Dataset } from '../types/task.ts';

/** What was found of the grader before a run. */
interface Checked {
  /** What reference solutions took, where time limits are multiples of it. */
  readonly references: readonly ReferenceTime[];
  /** For the manifest. */
  readonly provenance?: Manifest['provenance'];
}

/** The chosen tasks of a run and what works on their kind: the one part of `bench` that a new kind of task replaces. */
export interface Workload {
  readonly dataset: Dataset<AnyProblem>;
  /** What decides the numbers of this kind beside the flags of every study. */
  readonly settings: Pick<Identity, 'limits' | 'extractorVersion' | 'graderVersion' | 'patches'>;
  readonly place: Place;
  /** For the manifest: printed, never compared. */
  readonly provenance: Manifest['provenance'];
  /** Files for the run folder that say what the tasks showed, by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Models made from these tasks. */
  readonly made: MadeModels;
  /** Throws `UsageError` when the grader cannot be trusted here. */
  check(): Promise<Checked>;
  /** One for each task, in the dataset's order. */
  examiners(executions: ExecutionStore, references: readonly ReferenceTime[]): readonly Examiner[];
  close(): Promise<void>;
}
