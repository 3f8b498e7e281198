import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DataError, UsageError } from '../errors.ts';
import { type ProgressOutput, standardProgress } from '../progress.ts';
import { chooseSandbox } from '../sandbox/choose.ts';
import { defaultSlots } from '../sandbox/docker/spec.ts';
import type { Environment } from '../storage/cache-folder.ts';
import { asFileError } from '../storage/file-errors.ts';
import { sha256 } from '../storage/hash.ts';
import { readUtf8 } from '../storage/utf8.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import type { EnvironmentSpecification } from '../types/environment-specification.ts';
import type { Sandbox } from '../types/execution.ts';
import type { ContractProblem, Dataset, PatchProblem, Problem, TripleProblem } from '../types/task.ts';
import { isBuilt, readBuiltLines, toBuiltProblem } from './built-line.ts';
import { collect } from './collect.ts';
import { findData, readDataFile } from './data-files.ts';
import type {
  ContractDatasetDefinition,
  DatasetContext,
  DatasetDefinition,
  LoadedProblems,
  PatchDatasetDefinition,
  TripleDatasetDefinition,
} from './definition.ts';

type AnyDefinition = DatasetDefinition | PatchDatasetDefinition | ContractDatasetDefinition | TripleDatasetDefinition;

interface DatasetOptions {
  /** Where dataset files are; the repository's `datasets/` by default. */
  readonly folder?: string;
  /** Says where data files are: `LUCID_BENCH_DATA`, `XDG_CACHE_HOME`, `HOME`. */
  readonly environment: Environment;
  readonly progress?: ProgressOutput;
  /** Where expected answers are computed, when a dataset needs that and they are not stored yet. */
  readonly openSandbox?: () => Promise<Sandbox>;
}

/** Canonical solutions are known programs: any sandbox will do. */
const openDefaultSandbox = () => chooseSandbox('auto', { needsIsolation: false, slots: defaultSlots() });

const embeddedFolder = fileURLToPath(new URL('../../datasets/', import.meta.url));

/** The ids of all datasets, sorted: each `<id>.ts` and each `<id>/index.ts` in the folder. Nothing is registered. */
export function listDatasets(folder: string = embeddedFolder): string[] {
  const ids = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return existsSync(join(folder, entry.name, 'index.ts')) ? [entry.name] : [];
    return entry.name.endsWith('.ts') ? [entry.name.slice(0, -'.ts'.length)] : [];
  });
  return ids.sort();
}

/** Whether `--dataset` names a file of its user's own tasks: anybody may have written its solutions and tests. */
export function isTaskFile(dataset: string): boolean {
  return dataset.endsWith('.jsonl');
}

/**
 * A dataset's definition without its data: of a file in the folder, or of a file of tasks (`isTaskFile`). Throws `UsageError` listing the
 * known ids for an unknown one.
 */
export async function loadDefinition(id: string, folder: string = embeddedFolder): Promise<AnyDefinition> {
  if (isTaskFile(id)) return definitionOfFile(id);
  const known = listDatasets(folder);
  if (!known.includes(id)) {
    const meant = didYouMean(id, known);
    throw new UsageError(`unknown dataset "${id}"${meant}; known: ${known.join(', ')}, or a file of tasks, FILE.jsonl`);
  }
  const single = join(folder, `${id}.ts`);
  const path = existsSync(single) ? single : join(folder, id, 'index.ts');
  const module = (await import(pathToFileURL(path).href)) as { default?: AnyDefinition };
  if (typeof module.default?.load !== 'function') {
    throw new UsageError(`${path}: expected "export default defineDataset({ … })"`);
  }
  return module.default;
}

/** What reads the rows of a file of tasks; loaded by its path, as every dataset is. */
const OWN_TASKS = pathToFileURL(join(embeddedFolder, 'shared', 'own-tasks.ts')).href;

async function definitionOfFile(path: string): Promise<DatasetDefinition> {
  if (!existsSync(path)) throw new UsageError(`--dataset ${path}: expected a file of tasks, found none`);
  return {
    title: basename(path),
    source: 'a file of tasks, given with --dataset',
    async load() {
      const lines = await readUtf8(path).catch((error: unknown) => {
        throw asFileError(error, path);
      });
      if (isBuilt(lines)) return readBuilt(lines, path);
      const module = (await import(OWN_TASKS)) as { default(lines: string, origin: string): Problem[] };
      return { sha256: sha256(lines), problems: module.default(lines, path) };
    },
  };
}

/** A dataset that a build made, with the models whose tests grade in it. */
function readBuilt(lines: string, path: string): LoadedProblems {
  const rows = readBuiltLines(lines, path);
  const builtBy = [...new Set(rows.map(({ built }) => built.model))].join(', ');
  return { sha256: sha256(lines), problems: rows.map(toBuiltProblem), builtBy };
}

/** As records, tables and folders name a dataset. A file keeps its ending, so that none looks like a published dataset. */
function nameOf(id: string): string {
  if (!isTaskFile(id)) return id;
  const name = basename(id);
  if (/^\w[\w.-]{0,99}$/.test(name)) return name;
  throw new UsageError(
    `--dataset ${id}: expected a file name of at most 100 letters, digits, '.', '_' and '-', for it stands in tables; rename the file`,
  );
}

/**
 * Loads a dataset of functions by its id, data checked. Throws `UsageError` for an unknown id, missing data or a dataset of
 * patches, `DataError` for bad rows.
 */
export async function loadDataset(id: string, options: DatasetOptions): Promise<Dataset> {
  return loadDatasetOfKind(id, 'function', options);
}

/** As `loadDataset`, for a dataset of another kind whose problems are those of functions. */
export async function loadDatasetOfKind(id: string, kind: string, options: DatasetOptions): Promise<Dataset> {
  const definition = await loadDefinition(id, options.folder);
  if (isOfPatches(definition)) {
    throw new UsageError(`${id} asks for patches of a repository; this command works on functions only`);
  }
  if (isOfContracts(definition))
    throw new UsageError(`${id} asks for bodies under contracts; this command works on functions only`);
  if (isOfTriples(definition)) throw new UsageError(`${id} has triples; this command works on functions only`);
  const { kind: own = 'function' } = definition;
  if (own !== kind) throw new UsageError(`${id}: expected tasks of kind ${kind}, got ${own}`);
  return loadDefined(id, definition, options);
}

/** As `loadDataset`, for a dataset of patches. */
export async function loadPatchDataset(id: string, options: DatasetOptions): Promise<Dataset<PatchProblem>> {
  const definition = await loadDefinition(id, options.folder);
  if (!isOfPatches(definition)) throw new UsageError(`${id} asks for functions; expected a dataset of patches`);
  return loadDefined(id, definition, options);
}

/** What each repository of a dataset of patches needs for its tests to run. Throws `UsageError` for another dataset. */
export async function loadEnvironments(id: string, folder?: string): Promise<readonly EnvironmentSpecification[]> {
  const definition = await loadDefinition(id, folder);
  if (!isOfPatches(definition)) throw new UsageError(`${id} asks for functions; expected a dataset of patches`);
  return definition.environments;
}

/** As `loadDataset`, for a dataset of contracts; one that ensures nothing is a bad row. */
export async function loadContractDataset(id: string, options: DatasetOptions): Promise<Dataset<ContractProblem>> {
  const definition = await loadDefinition(id, options.folder);
  if (!isOfContracts(definition)) throw new UsageError(`${id}: expected a dataset of contracts`);
  const dataset = await loadDefined(id, definition, options);
  const empty = dataset.problems.find(
    ({ task }) => !task.contract.clauses.some((clause) => clause.startsWith('ensures ')),
  );
  if (empty === undefined) return dataset;
  throw new DataError(
    `${empty.task.id}: expected a contract that ensures something, got none: no body could be proved`,
  );
}

/** As `loadDataset`, for a dataset of triples. Throws `DataError` naming a triple that lacks what its checks work on. */
export async function loadTripleDataset(id: string, options: DatasetOptions): Promise<Dataset<TripleProblem>> {
  const definition = await loadDefinition(id, options.folder);
  if (!isOfTriples(definition)) throw new UsageError(`${id}: expected a dataset of triples`);
  const dataset = await loadDefined(id, definition, options);
  for (const problem of dataset.problems) {
    const lacking = lackingIn(problem);
    if (lacking !== undefined) throw new DataError(`${problem.task.id}: expected ${lacking}, got none`);
  }
  return dataset;
}

/** What of a triple is not there. A wrong one may ensure nothing: some are published so. */
function lackingIn({ task, set, inputs = [], calls = '' }: TripleProblem): string | undefined {
  if (task.docstring.trim() === '') return 'a docstring';
  const ensures = task.contract.clauses.some((clause) => clause.startsWith('ensures '));
  if (set === 'ground-truth' && !ensures) return 'an annotation that ensures something';
  if (inputs.length === 0 && calls.trim() === '') return 'inputs or calls to run its code on';
  return undefined;
}

function isOfTriples(definition: AnyDefinition): definition is TripleDatasetDefinition {
  return definition.kind === 'triple';
}

function isOfContracts(definition: AnyDefinition): definition is ContractDatasetDefinition {
  return definition.kind === 'contract';
}

function isOfPatches(definition: AnyDefinition): definition is PatchDatasetDefinition {
  return definition.kind === 'patch';
}

async function loadDefined<AnyProblem>(
  id: string,
  definition: DatasetDefinition<AnyProblem>,
  options: DatasetOptions,
): Promise<Dataset<AnyProblem>> {
  const { environment, progress = standardProgress, openSandbox = openDefaultSandbox } = options;
  const context: DatasetContext = {
    async readOfficial(file) {
      return (await readDataFile(id, file, environment)).toString('utf8');
    },
    readOfficialBytes: (file) => readDataFile(id, file, environment),
    async readOptional(name) {
      const found = await findData(id, name, environment);
      return found && { path: found.path, text: found.content.toString('utf8') };
    },
    collect: (jobs) => collect(id, jobs, { environment, progress, openSandbox }),
  };
  const { sha256, problems, knownDefects: found = [], builtBy } = await definition.load(context);
  const { title, source, knownDefects = [], tuningTasks = [] } = definition;
  const common = { id: nameOf(id), title, source, sha256, problems, tuningTasks };
  const defects = [...knownDefects, ...found];
  return { ...common, knownDefects: defects, ...(builtBy === undefined ? {} : { builtBy }) };
}
