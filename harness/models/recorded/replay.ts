import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SandboxRefusedError, UsageError } from '../../errors.ts';
import type { Sandbox } from '../../types/execution.ts';
import type { Identity } from '../../types/record.ts';
import { isIsolated, type Recording, readRecording } from './read-recording.ts';
import { POOLS_FILE, type RecordingManifest } from './recording-files.ts';
import { RECORDED_PREFIX, RECORDINGS } from './recording-folder.ts';

/** Whether a model id names a recording. */
export function isRecorded(modelId: string): boolean {
  return modelId.startsWith(RECORDED_PREFIX);
}

/** What a run's manifest says of the recording that answered; printed above its tables. */
export function recordingProvenance(
  {
    date,
    quantisation,
    engine,
    licence,
    note,
    evidence,
    drawnOf,
    tasksLeftOut,
    identity,
    sandboxes,
  }: RecordingManifest,
  conditions: readonly string[],
): Readonly<Record<string, string>> {
  const recorded = new Set(identity.conditions.map(({ name }) => name));
  const missing = conditions.filter((name) => !recorded.has(name));
  const { length } = identity.taskIds;
  const going = tasksLeftOut === 0 ? '' : '; the recording was packed before the run was finished';
  return {
    recordedOn: date,
    recordedIn: sandboxes.join(', '),
    evidence,
    ...(quantisation === undefined ? {} : { quantisation }),
    ...(engine === undefined ? {} : { engine }),
    ...(licence === undefined ? {} : { licence }),
    ...(note === undefined ? {} : { note }),
    ...(drawnOf === undefined
      ? {}
      : { recordedTasks: `${length} of ${drawnOf}, drawn by seed ${identity.seed}${going}` }),
    ...(missing.length === 0 ? {} : { leftOut: missing.join(', ') }),
  };
}

/** Lines for the person who waits. */
export function describeRecording({ path, manifest }: Recording, datasetSha256: string): string[] {
  const { dataset, datasetSha256: recorded } = manifest.identity;
  const changed = `NOTE: ${dataset} is not as it was recorded (sha256 ${recorded.slice(0, 12)}); arms that meet a changed task are not recorded`;
  const line = `recording ${path}: ${manifest.answers} answers of ${manifest.identity.model}, ${manifest.date}; nothing is sent`;
  return recorded === datasetSha256 ? [line] : [line, changed];
}

/**
 * `process` was taken because nothing safer works here: it then runs only what ran in isolation when it was recorded, by
 * hash. Anything else is refused, so that it has no grade and no verdict.
 */
export function onlyRecordedPrograms(sandbox: Sandbox, recording: Recording): Sandbox {
  return {
    ...sandbox,
    async execute(job) {
      if (recording.ranIsolated(job)) return sandbox.execute(job);
      throw new SandboxRefusedError(
        `a program of ${job.taskId} did not run in isolation when it was recorded, and no isolated sandbox works here; accept the risk with --sandbox process`,
      );
    },
  };
}

/**
 * Whether programs of a replay may run without isolation though nobody asked for that: only of a recording that is part of this repository,
 * as that lies on disk. What another one says of itself, whoever made it may have written.
 */
export function mayRunOutside(recording: Recording | undefined): boolean {
  return recording !== undefined && isOwn(recording) && isIsolated(recording.manifest);
}

/** Links are followed on both sides: a name in the folder of recordings that leads elsewhere is no recording of this repository. */
function isOwn({ path }: Recording): boolean {
  const home = fileURLToPath(new URL(`../../../${RECORDINGS}`, import.meta.url));
  try {
    return dirname(realpathSync(path)) === realpathSync(home);
  } catch {
    return false; // it is gone
  }
}

/** The flags that a recording answers for, by their names in `BenchOptions`. */
type Defaults = Partial<Identity> & {
  readonly verdictTimeout?: number;
  readonly tasks?: readonly string[];
  readonly limit?: number | undefined;
};

interface ReplayOptions {
  readonly model: string;
  readonly dataset: string;
  readonly tasks?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly k?: readonly number[];
  readonly samples?: number;
}

const SETTINGS = [
  'k',
  'samples',
  'samplesOf',
  'start',
  'protocol',
  'stop',
  'temperature',
  'maxOutputTokens',
  'maxClaims',
  'randomAcceptance',
  'extractor',
  'seed',
  'job',
  'topP',
  'topK',
  'modelSeed',
  'reasoningEffort',
] as const;

/**
 * Options of a run that replays (or completes) a recording: what no flag gave is as it was recorded, arms and tasks
 * included. Throws `UsageError` for another dataset.
 */
export function withRecordedDefaults<Options extends ReplayOptions>(
  options: Options,
  { path, manifest: { identity, study }, datasetFile = identity.dataset }: Recording,
  isGiven: (flag: string) => boolean,
): Options {
  if (isGiven('dataset') && ![identity.dataset, datasetFile].includes(options.dataset)) {
    throw new UsageError(`the recording ${study} is of ${identity.dataset}; leave out --dataset ${options.dataset}`);
  }
  const defaults: Record<string, unknown> = {
    dataset: datasetFile,
    conditions: identity.conditions.map(({ name }) => name),
    verdictTimeout: identity.limits.wallMs / 1000,
    ...identity.search,
    ...(identity.pools === undefined ? {} : { pools: join(path, POOLS_FILE) }),
  };
  for (const name of SETTINGS) if (identity[name] !== undefined) defaults[name] = identity[name];
  const kept = Object.fromEntries(Object.entries(defaults).filter(([name]) => !isGiven(name)));
  return { ...options, ...kept, ...recordedTasks(options, identity, isGiven) };
}

function recordedTasks({ limit }: ReplayOptions, { taskIds }: Identity, isGiven: (flag: string) => boolean): Defaults {
  if (isGiven('tasks') || isGiven('subset') || isGiven('excludeDefects')) return {};
  return { tasks: isGiven('limit') ? taskIds.slice(0, limit) : taskIds, limit: undefined };
}

/** What answers where the default recording is of another dataset than the one asked for, unless its kind of task names another. */
export const DEFAULT_SIMULATED = 'simulated:strong-2025';

/**
 * The options as given, or with the defaults of the recording that `--model` names. The default recording is of one dataset:
 * where another is asked for and no model is, `simulated` answers (and every table says so).
 */
export async function forReplay<Options extends ReplayOptions>(
  options: Options,
  isGiven: (flag: string) => boolean,
  simulated = DEFAULT_SIMULATED,
): Promise<Options> {
  if (!isRecorded(options.model)) return options;
  const recording = await readRecording(options.model);
  const isOfAnother = options.dataset !== recording.manifest.identity.dataset;
  if (!isGiven('model') && isGiven('dataset') && isOfAnother) return { ...options, model: simulated };
  const replayed = withRecordedDefaults(options, recording, isGiven);
  refuseBeyond(recording, replayed);
  return { ...replayed, isTimeoutGiven: isGiven('verdictTimeout') };
}

/** What was recorded for fewer rounds or samples says nothing of more: nothing is filled in. */
function refuseBeyond({ manifest: { identity, study } }: Recording, { k = [], samples = 1 }: ReplayOptions): void {
  const [rounds, most] = [Math.max(...identity.k), Math.max(...k, 0)];
  if (most > rounds) {
    throw new UsageError(
      `--k ${most}: the recording ${study} ends at k = ${rounds}; npm run record asks for more rounds`,
    );
  }
  if (samples > identity.samples) {
    throw new UsageError(
      `--samples ${samples}: the recording ${study} has ${identity.samples} of each task; npm run record asks for more`,
    );
  }
}
