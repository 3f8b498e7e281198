import type { EnvironmentSpecification } from '../types/environment-specification.ts';
import type { ContractProblem, KnownDefect, PatchProblem, Problem, TripleProblem } from '../types/task.ts';
import type { CollectJob } from './collect.ts';
import type { DataFile, UnpinnedFile } from './data-files.ts';

/** What the harness offers a dataset while it loads. */
export interface DatasetContext {
  /** The uncompressed text of an official file, its checksum verified; throws `UsageError` when it is not there. */
  readOfficial(file: DataFile | UnpinnedFile): Promise<string>;
  /** As `readOfficial`, for a file that is no text. */
  readOfficialBytes(file: DataFile | UnpinnedFile): Promise<Buffer>;
  /** The uncompressed text of a file that may stand beside the official one; `undefined` when it does not. */
  readOptional(name: string): Promise<{ readonly path: string; readonly text: string } | undefined>;
  /**
   * What each job's suite gave to `keep` (sandbox/runner/python/suites.py), as JSON in the runner's own form, in the order of the jobs:
   * expected answers from canonical solutions. Computed in the sandbox on first use, then kept in the cache folder.
   */
  collect(jobs: readonly CollectJob[]): Promise<readonly string[]>;
}

export interface LoadedProblems<AnyProblem = Problem> {
  readonly sha256: string;
  readonly problems: readonly AnyProblem[];
  /** Found while loading; beside those of the definition. */
  readonly knownDefects?: readonly KnownDefect[];
  /** As in `Dataset`. */
  readonly builtBy?: string;
}

export interface DatasetDefinition<AnyProblem = Problem> {
  /** The kind of its tasks, as `harness/kinds/kinds.ts` names it; `function` when absent. */
  readonly kind?: string;
  /** A few words, shown in tables. */
  readonly title: string;
  /** Whose it is, where it comes from, under which licence. */
  readonly source: string;
  /** The official files `npm run fetch-data` downloads; none for an embedded dataset. */
  readonly downloads?: readonly (DataFile | UnpinnedFile)[];
  readonly knownDefects?: readonly KnownDefect[];
  /** Tasks on whose programs the wording of prompts was chosen: what such a prompt says is also counted without them. */
  readonly tuningTasks?: readonly string[];
  load(context: DatasetContext): Promise<LoadedProblems<AnyProblem>>;
}

/** A dataset whose candidates are patches of a repository. */
export interface PatchDatasetDefinition extends DatasetDefinition<PatchProblem> {
  readonly kind: 'patch';
  /** What each repository needs at each version for its tests to run. */
  readonly environments: readonly EnvironmentSpecification[];
}

/** A dataset whose candidates are bodies under contracts. */
export interface ContractDatasetDefinition extends DatasetDefinition<ContractProblem> {
  readonly kind: 'contract';
}

/** A dataset whose candidates are given, each with its words and its contract. */
export interface TripleDatasetDefinition extends DatasetDefinition<TripleProblem> {
  readonly kind: 'triple';
}
