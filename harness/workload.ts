import type { Examiner } from './examiner.ts';
import type { ExecutionStore } from './executor.ts';
import type { MadeModels } from './models/bind-model.ts';
import type { ReferenceTime } from './reference-times.ts';
import type { AnyProblem, Dataset, Identity, Manifest, Sandbox } from './types.ts';

/** Where candidates run, for the manifest and the person who waits. */
export type Place = Pick<Sandbox, 'kind' | 'description' | 'imageDigest'> & { readonly why: string };

/** What was found of the grader before a run. */
export interface Checked {
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
