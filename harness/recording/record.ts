import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ModelStoppedError, UsageError } from '../errors.ts';
import { withKindDefaults } from '../kinds/kind-defaults.ts';
import { kindOf } from '../kinds/kinds.ts';
import { isBuilt } from '../loading/built-line.ts';
import { isTaskFile } from '../loading/load-dataset.ts';
import { type Recording, readRecordingFolder } from '../models/recorded/read-recording.ts';
import { DATASET_FILE, type RecordingFacts, SUMS_FILE } from '../models/recorded/recording-files.ts';
import { checkStudyName } from '../models/recorded/recording-folder.ts';
import { isRecorded, withRecordedDefaults } from '../models/recorded/replay.ts';
import { type BenchOptions, type BenchParts, bench } from '../run/bench.ts';
import { readUtf8 } from '../storage/utf8.ts';
import { type WrittenRecording, writeRecording } from './write-recording.ts';

/** What a model that is small enough to be recorded here is evidence for; `--evidence` says something else. */
const SMALL_MODEL_EVIDENCE =
  'a small model shows how these loops behave when writer and judge are weak, on these tasks; it is no evidence about the paper, whose models are far larger.';

export interface RecordOptions {
  readonly study: string;
  /** The folder that holds recordings. */
  readonly into: string;
  /** Asks only for what the study's recording does not hold: its prompts are built from the recorded verifier texts. */
  readonly stale?: boolean | undefined;
  /** Packs this run folder, finished or not, and asks nothing. */
  readonly packOnly?: string | undefined;
  /** Further run folders of the same model and dataset. */
  readonly also?: readonly string[] | undefined;
  readonly quantisation?: string | undefined;
  readonly engine?: string | undefined;
  readonly note?: string | undefined;
  readonly licence?: string | undefined;
  readonly evidence?: string | undefined;
}

/**
 * Runs bench with a real model and packs what was answered into a recording. The same flags go on with a run that was
 * stopped; with `--stale` only what is missing is asked for. Throws `UsageError` when the model is not a real one.
 */
export async function record(
  recordOptions: RecordOptions,
  options: BenchOptions,
  isGiven: (flag: string) => boolean,
  parts: BenchParts,
): Promise<{ screen: string; written: WrittenRecording }> {
  checkStudyName(recordOptions.study);
  if (isTaskFile(options.dataset) && !(await isBuiltDataset(options.dataset))) {
    throw new UsageError(
      `--dataset ${options.dataset}: a recording is of a dataset in datasets/, for it is replayed by its name, or of a built dataset.jsonl, which it holds`,
    );
  }
  const { recording } = await kindOf(options.dataset, parts.datasetsFolder);
  if ('whyNot' in recording) throw new UsageError(`${options.dataset} ${recording.whyNot}`);
  if (isTaskFile(options.dataset) && basename(options.dataset) !== DATASET_FILE)
    throw new UsageError(
      `--dataset ${options.dataset}: expected a file called ${DATASET_FILE}, the name by which a replay finds it; rename it`,
    );
  const previous = await previousRecording(recordOptions);
  const folder = recordOptions.packOnly;
  if (folder !== undefined) return { screen: '', written: await pack(recordOptions, folder, previous, options, parts) };
  for (const [flag, id = ''] of [
    ['--model', options.model],
    ['--critic', options.critic],
  ] as const) {
    if (!id.startsWith('simulated:') && !isRecorded(id)) continue;
    throw new UsageError(`${flag} ${id}: expected a real model, a recording holds real answers only`);
  }
  const own = await withKindDefaults(options, isGiven, parts.datasetsFolder);
  const study = previous === undefined ? own : withRecordedDefaults(own, previous, isGiven);
  const recorded = previous === undefined ? {} : { recording: previous };
  try {
    const done = await bench({ ...study, resume: true, plan: false }, { ...parts, ...recorded });
    if (done.folder === undefined) throw new Error('a run that was made has a folder');
    return {
      screen: done.screen,
      written: await pack(recordOptions, done.folder, previous, study, parts),
    };
  } catch (error) {
    if (error instanceof ModelStoppedError || parts.signal.aborted) {
      parts.say('nothing was packed: --pack-only RUN_FOLDER packs the tasks that are complete in every arm');
    }
    throw error;
  }
}

async function previousRecording({ study, into, stale, packOnly }: RecordOptions): Promise<Recording | undefined> {
  const path = join(into, study);
  const exists = existsSync(join(path, SUMS_FILE));
  if (stale === true && !exists) throw new UsageError(`--stale: ${path} holds no recording yet; leave it out`);
  if (stale !== true && packOnly === undefined && exists) {
    throw new UsageError(
      `${path} is recorded already; add --stale to ask for what is missing, or name another --study`,
    );
  }
  return stale === true ? readRecordingFolder(path) : undefined;
}

async function pack(
  options: RecordOptions,
  run: string,
  previous: Recording | undefined,
  { dataset, pools, mirrors }: Pick<BenchOptions, 'dataset' | 'pools' | 'mirrors'>,
  { environment, datasetsFolder }: Pick<BenchParts, 'environment' | 'datasetsFolder'>,
): Promise<WrittenRecording> {
  const { study, into, also = [] } = options;
  return writeRecording({
    environment,
    datasetsFolder,
    mirrors,
    study,
    into,
    runs: [run, ...also],
    facts: factsOf(options, previous),
    ...(previous === undefined ? {} : { previous }),
    ...(isTaskFile(dataset) ? { datasetFile: dataset } : {}),
    ...(pools === undefined ? {} : { poolsFile: pools }),
  });
}

const isBuiltDataset = async (path: string): Promise<boolean> => existsSync(path) && isBuilt(await readUtf8(path));

/** What a flag does not say again is as it was said before. */
function factsOf(options: RecordOptions, previous: Recording | undefined): RecordingFacts {
  const before = previous?.manifest;
  const quantisation = options.quantisation ?? before?.quantisation;
  const engine = options.engine ?? before?.engine;
  const note = options.note ?? before?.note;
  const licence = options.licence ?? before?.licence;
  return {
    ...(quantisation === undefined ? {} : { quantisation }),
    ...(engine === undefined ? {} : { engine }),
    ...(note === undefined ? {} : { note }),
    ...(licence === undefined ? {} : { licence }),
    evidence: options.evidence ?? before?.evidence ?? SMALL_MODEL_EVIDENCE,
  };
}
