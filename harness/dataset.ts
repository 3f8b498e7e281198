import type {
  ContractDatasetDefinition,
  DatasetDefinition,
  PatchDatasetDefinition,
  TripleDatasetDefinition,
} from './loading/definition.ts';

export { DataError } from './errors.ts';
export type { DataFile, UnpinnedFile } from './loading/data-files.ts';
/** The only door for dataset files; a condition never imports it, or it could reach the hidden tests. */
export type {
  DatasetContext,
  DatasetDefinition,
  LoadedProblems,
  PatchDatasetDefinition,
} from './loading/definition.ts';
export { suiteOfDataset } from './sandbox/trusted-suite.ts';
export { sha256 } from './storage/hash.ts';
export { parseJsonLines, parseJsonRows, parseJsonText } from './storage/json-lines.ts';
export { z } from './storage/schema.ts';
export { textsInTar } from './storage/tar.ts';
export { dedent } from './tasks/function/extraction/response-blocks.ts';
export { parsePrompt } from './tasks/function/prompt/prompt.ts';
export type { EnvironmentSpecification, SharedCommit, SharedRepository } from './types/environment-specification.ts';
export type {
  Contract,
  ContractProblem,
  KnownDefect,
  PatchProblem,
  PoolCandidate,
  Problem,
  Task,
  TripleProblem,
  TripleSet,
} from './types/task.ts';
export { type DafnyDeclaration, dafnyDeclarations } from './verifiers/prover/dafny/declarations.ts';
export { splitDafny, splitDafnyMethod } from './verifiers/prover/dafny/split.ts';
export { dafnyTokens } from './verifiers/prover/dafny/tokens.ts';
export { splitVerus } from './verifiers/prover/verus/split.ts';

/** A dataset's file (`datasets/<id>.ts` or `datasets/<id>/index.ts`) exports this as default; its id is its file name. */
export function defineDataset(definition: DatasetDefinition): DatasetDefinition {
  return definition;
}

/** As `defineDataset`, for a dataset whose candidates are patches (decisions/patches.md). */
export function definePatchDataset(definition: PatchDatasetDefinition): PatchDatasetDefinition {
  return definition;
}

/** As `defineDataset`, for a dataset whose candidates are bodies under contracts (decisions/provers.md). */
export function defineContractDataset(definition: ContractDatasetDefinition): ContractDatasetDefinition {
  return definition;
}

/** As `defineDataset`, for a dataset whose candidates are given (decisions/clover.md). */
export function defineTripleDataset(definition: TripleDatasetDefinition): TripleDatasetDefinition {
  return definition;
}
