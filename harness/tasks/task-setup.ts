import type { Recording } from '../models/recorded/read-recording.ts';
import type { SyntheticModels } from '../models/resolve-model.ts';
import type { ReferenceTime } from '../sandbox/reference-times.ts';
import type { Environment } from '../storage/cache-folder.ts';
import type { Evaluator, ExecutionStore, SandboxInfo, SuiteName } from '../types/evaluator.ts';
import type { Execution } from '../types/execution.ts';
import type { Identity, Manifest, WholeRun } from '../types/record.ts';
import type { AnyProblem, Dataset } from '../types/task.ts';

/** What was found of the grader before a run. */
interface Checked {
  /** What reference solutions took, where time limits are multiples of it. */
  readonly references: readonly ReferenceTime[];
  /** For the manifest. */
  readonly provenance?: Manifest['provenance'];
}

/** The chosen tasks of a run and what works on their kind: the one part of `bench` that a new kind of task replaces. */
export interface TaskSetup {
  readonly dataset: Dataset<AnyProblem>;
  /** What decides the numbers of this kind beside the flags of every study. */
  readonly settings: Pick<Identity, 'limits' | 'extractorVersion' | 'graderVersion' | 'patches' | 'job' | 'pools'>;
  /** The prompts of the condition whose trajectories its pools are of; absent without pools. */
  readonly poolsOf?: string;
  readonly sandbox: SandboxInfo;
  /** For the manifest: printed, never compared. */
  readonly provenance: Manifest['provenance'];
  /** Files for the run folder that say what the tasks showed, by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Models made from these tasks. */
  readonly synthetic: SyntheticModels;
  /** Where candidates are proved: the seconds of a core that a known program takes here, and the bound of one obligation; absent elsewhere, and where no prover is. */
  proofTime?(): Promise<{ readonly seconds: number; readonly boundSeconds: number } | undefined>;
  /** Throws `UsageError` when the grader cannot be trusted here. */
  check(): Promise<Checked>;
  /** One for each task, in the dataset's order. */
  evaluators(executions: ExecutionStore, references: readonly ReferenceTime[]): readonly Evaluator[];
  close(): Promise<void>;
}

/** Where a recording's packer finds what run folders do not hold. */
export interface RecordsParts {
  readonly environment: Environment;
  /** Where dataset files are, in place of the repository's; for tests. */
  readonly datasetsFolder?: string | undefined;
  /** Bare copies of repositories. */
  readonly mirrors?: string | undefined;
  /** The recording that the runs completed. */
  readonly previous?: Recording | undefined;
}

/** Reads the records of a kind's studies while a recording is packed. */
export interface RecordsReader {
  /** Of all tasks of the run's dataset; they execute nothing. */
  evaluators(identity: Identity, parts: RecordsParts): Promise<readonly Evaluator[]>;
  /** Opens what runs leave outside of their folders; absent where these hold everything. Throws `UsageError` where they do not belong together. */
  openKept?(runs: readonly WholeRun[], parts: RecordsParts): Promise<KeptRecords>;
}

/** What runs left outside of their folders. */
export interface KeptRecords {
  /** What a suite showed of a candidate; `undefined` where it was not run, or is not kept any more. */
  executionOf(taskId: string, candidate: string, suite: SuiteName): Promise<Execution | undefined>;
  /**
   * Further files of a recording of these tasks, by name, with what was asked for in them, and what whoever packs must know. Throws
   * `UsageError` where they cannot be made.
   */
  files(
    taskIds: ReadonlySet<string>,
  ): Promise<{ readonly files: ReadonlyMap<string, Buffer>; readonly remarks: readonly string[] }>;
}
