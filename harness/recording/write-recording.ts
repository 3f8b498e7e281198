import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { kindOf } from '../kinds/kinds.ts';
import { inDrawnOrder } from '../loading/select.ts';
import {
  DATASET_FILE,
  POOLS_FILE,
  packLines,
  type RecordingFacts,
  type RecordingManifest,
} from '../models/recorded/recording-files.ts';
import { writeCheckedFiles } from '../models/recorded/recording-folder.ts';
import { planTrials, trialName } from '../records/plan.ts';
import { readRun } from '../records/stored-run.ts';
import { sha256 } from '../storage/hash.ts';
import type { RecordsParts } from '../tasks/task-setup.ts';
import type { Evaluator } from '../types/evaluator.ts';
import type { Outcome, Sandbox } from '../types/execution.ts';
import type { WholeRun } from '../types/record.ts';
import { gatherPieces, type Pieces } from './gather-pieces.ts';

interface WriteOptions extends RecordsParts {
  readonly study: string;
  /** The folder that holds recordings. */
  readonly into: string;
  /** Run folders of one model and dataset; the first gives a replay its defaults. */
  readonly runs: readonly string[];
  readonly facts: RecordingFacts;
  /** The built dataset of the runs, which the recording will hold. */
  readonly datasetFile?: string;
  /** The pools that the runs' prompts drew from, which the recording will hold. */
  readonly poolsFile?: string;
}

export interface WrittenRecording {
  readonly path: string;
  readonly bytes: number;
  readonly manifest: RecordingManifest;
  /** What whoever packs must know. */
  readonly remarks: readonly string[];
}

/**
 * Packs runs, finished or not, into a recording. Of each run come the tasks before the first one that is not complete in every arm: of
 * a run in drawn order these are a random sample, whenever it is packed. Equal runs give equal bytes. Throws `UsageError` when no
 * task is complete, runs do not belong together, or it would be larger than 3 MB.
 */
export async function writeRecording(options: WriteOptions): Promise<WrittenRecording> {
  const runs = await Promise.all(options.runs.map(readRun));
  const [first] = runs;
  if (first === undefined) throw new UsageError('expected a run folder to pack');
  const pieces: Pieces = { answers: new Map(), verdicts: new Map() };
  const dataset = await datasetOf(first, options);
  const pools = await poolsOf(first, options);
  const { evaluators, openKept } = await openRecords(first, options);
  const complete = runs.map((run) => completeTasks(sameStudy(run, first)));
  const kept = await openKept?.(runs, options);
  for (const [index, run] of runs.entries()) {
    const { previous } = options;
    await gatherPieces(
      run,
      { folder: options.runs[index] ?? '', complete: new Set(complete[index]), evaluators, previous, kept },
      pieces,
    );
  }
  if (pieces.answers.size === 0)
    throw new UsageError(`${options.runs.join(', ')}: no task is complete in every arm; go on recording`);
  refuseWithoutGrades(options, runs, evaluators, pieces, kept !== undefined);
  const further = await kept?.files(new Set(complete.flat()));
  const manifest = manifestOf(options, runs, complete, drawnOf(first, complete[0] ?? [], evaluators), pieces);
  const files = new Map<string, Buffer>([
    ['manifest.json', Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)],
    ['responses.jsonl.gz', packLines(sorted(pieces.answers))],
    ['verdicts.jsonl.gz', packLines(sorted(pieces.verdicts))],
    ...(dataset === undefined ? [] : [[DATASET_FILE, dataset] as const]),
    ...(pools === undefined ? [] : [[POOLS_FILE, pools] as const]),
    ...(further?.files ?? []),
  ]);
  const path = join(options.into, options.study);
  const bytes = await writeCheckedFiles(path, files);
  return { path, bytes, manifest, remarks: further?.remarks ?? [] };
}

/** Executions are found by keys that hold the grader's version: another one finds none, and a replay would have nothing to be compared with. */
function refuseWithoutGrades(
  options: WriteOptions,
  runs: readonly WholeRun[],
  evaluators: readonly Evaluator[],
  { verdicts }: Pieces,
  isKept: boolean,
): void {
  const isGraded = runs.some(({ grades }) => grades.some(({ outcome }) => wasRun(outcome)));
  const isFound = [...verdicts.values()].some(({ suite }) => suite === 'grading');
  if (!isGraded || isFound || evaluators.every(({ programSha256 }) => programSha256 === undefined)) return;
  throw new UsageError(
    isKept
      ? `${options.runs.join(', ')}: graded on another machine, or by another version of lucid-bench: no evaluation of it is kept here; pack it there`
      : `${options.runs.join(', ')}: graded by another version of lucid-bench, whose verdicts this one does not find; pack it with that version`,
  );
}

/** An empty candidate is graded without being run. */
const wasRun = (outcome: Outcome): boolean =>
  outcome.status === 'solved' || (outcome.status === 'unsolved' && outcome.reason !== 'empty');

const sorted = <T>(pieces: ReadonlyMap<string, T & object>): (T & object)[] =>
  [...pieces].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, piece]) => piece);

function sameStudy(run: WholeRun, first: WholeRun): WholeRun {
  const { identity, isSimulated } = run.manifest;
  if (isSimulated || identity.recording !== undefined) {
    throw new UsageError('expected a run of a real model: a recording holds real answers only');
  }
  for (const field of ['model', 'critic', 'dataset', 'datasetSha256', 'job', 'pools'] as const) {
    if (identity[field] === first.manifest.identity[field]) continue;
    throw new UsageError(`runs of one study have one ${field}: ${identity[field]}, ${first.manifest.identity[field]}`);
  }
  return run;
}

/** The run's tasks before the first one with a trial that is missing or ended in an error. */
function completeTasks({ manifest: { identity }, trajectories }: WholeRun): readonly string[] {
  const done = new Set(trajectories.filter(({ end }) => end.status !== 'error').map(trialName));
  const open = planTrials(identity).find(({ id }) => !done.has(trialName(id)));
  return open === undefined ? identity.taskIds : identity.taskIds.slice(0, identity.taskIds.indexOf(open.id.taskId));
}

/** Of how many tasks these are the first that the run's seed draws; `undefined` where they were chosen otherwise. */
function drawnOf(
  { manifest: { identity } }: WholeRun,
  taskIds: readonly string[],
  evaluators: readonly Evaluator[],
): number | undefined {
  const drawn = inDrawnOrder(evaluators, identity.seed).slice(0, taskIds.length);
  return drawn.every(({ task }, position) => task.id === taskIds[position]) ? evaluators.length : undefined;
}

/** What reads the records of a run's kind of task. Throws `UsageError` where no recording can be made of it. */
async function openRecords({ manifest: { identity } }: WholeRun, options: WriteOptions) {
  const { datasetFile = identity.dataset } = options;
  const { recording } = await kindOf(datasetFile, options.datasetsFolder);
  if ('whyNot' in recording) throw new UsageError(`${datasetFile} ${recording.whyNot}`);
  const evaluators = await recording.evaluators({ ...identity, dataset: datasetFile }, options);
  return { evaluators, openKept: recording.openKept };
}

/** The bytes of the pools. Throws `UsageError` where they are not those that the run drew from. */
async function poolsOf(
  { manifest: { identity } }: WholeRun,
  { poolsFile, previous }: WriteOptions,
): Promise<Buffer | undefined> {
  if (identity.pools === undefined) return undefined;
  const path = poolsFile ?? (previous && join(previous.path, POOLS_FILE));
  if (path === undefined) throw new UsageError('--pools: expected the file of pools that the run drew from, got none');
  const content = await readFile(path);
  if (sha256(content) === identity.pools) return content;
  throw new UsageError(
    `--pools ${path}: expected the pools that the run drew from (sha256 ${identity.pools.slice(0, 12)}), found others (sha256 ${sha256(content).slice(0, 12)})`,
  );
}

/** A built dataset's bytes. Throws `UsageError` where they are not those that the run is of, or its file has another name than a replay's. */
async function datasetOf(
  { manifest: { identity } }: WholeRun,
  { datasetFile }: WriteOptions,
): Promise<Buffer | undefined> {
  if (datasetFile === undefined) return undefined;
  const content = await readFile(datasetFile);
  if (identity.dataset === DATASET_FILE && identity.datasetSha256 === sha256(content)) return content;
  throw new UsageError(
    `--dataset ${datasetFile}: expected the ${DATASET_FILE} that the run is of (${identity.dataset}, sha256 ${identity.datasetSha256?.slice(0, 12)}), found another (sha256 ${sha256(content).slice(0, 12)})`,
  );
}

function manifestOf(
  { study, facts }: WriteOptions,
  runs: readonly WholeRun[],
  complete: readonly (readonly string[])[],
  drawnFrom: number | undefined,
  { answers, verdicts }: Pieces,
): RecordingManifest {
  const [first, ...others] = runs.map(({ manifest }) => manifest);
  if (first === undefined) throw new Error('a recording has a run');
  const kinds = runs.map(({ manifest }) => manifest.provenance.sandbox as Sandbox['kind']);
  const taskIds = complete[0] ?? [];
  return {
    version: 1,
    study,
    date: String(first.provenance.startedAt ?? '').slice(0, 10),
    ...facts,
    identity: { ...first.identity, taskIds },
    ...(drawnFrom === undefined ? {} : { drawnOf: drawnFrom }),
    also: others.map(({ identity: { conditions, samples } }, index) => ({
      conditions: conditions.map(({ name }) => name),
      samples,
      tasks: complete[index + 1]?.length ?? 0,
    })),
    tasksLeftOut: first.identity.taskIds.length - taskIds.length,
    answers: answers.size,
    programs: verdicts.size,
    sandboxes: [...new Set(kinds)].sort(),
  };
}
