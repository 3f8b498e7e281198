import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataError, UsageError } from '../../errors.ts';
import { sha256 } from '../../storage/hash.ts';
import { writeAtomically } from '../../storage/line-file.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { SUMS_FILE, sumsOf } from './recording-files.ts';

/** Where recordings lie that are named by their study alone. */
export const RECORDINGS = join('results', 'recorded');

export const RECORDED_PREFIX = 'recorded:';

/** A recording is committed: the repository stays small. */
const MOST_BYTES = 3_000_000;

/** What is recorded: each has a manifest of its own name, and a command that replays it. */
const KINDS = {
  study: { manifest: 'manifest.json', command: 'bench' },
  build: { manifest: 'build-manifest.json', command: 'build-dataset' },
} as const;
type RecordedKind = keyof typeof KINDS;

/** The file by which a recorded build is told from a recorded study. */
export const BUILD_MANIFEST_FILE = KINDS.build.manifest;

/**
 * The folder of `recorded:<study>`, or of `recorded:<folder>` where it holds a slash. Throws `UsageError` when there is none of this kind,
 * listing those there are, or naming the command that replays it.
 */
export function findRecording(modelId: string, kind: RecordedKind): string {
  const name = modelId.slice(RECORDED_PREFIX.length);
  const path = name.includes('/') ? name : pathOf(name);
  const other = kind === 'build' ? 'study' : 'build';
  if (isRecording(path, other))
    throw new UsageError(
      `model '${modelId}': expected a recorded ${kind}, found a recorded ${other}; npm run ${KINDS[other].command} -- --model ${modelId} replays it`,
    );
  if (name !== '' && existsSync(join(path, SUMS_FILE))) return path;
  const known = listed(kind);
  const meant = didYouMean(name, known).replace(/ (\S+\?)$/, ` ${RECORDED_PREFIX}$1`);
  throw new UsageError(
    `model '${modelId}': expected a recording in ${path}, found none${meant}; recorded are: ${known.join(', ') || 'none'}`,
  );
}

/** The recordings that come with the package, where this is another folder's study. */
const OWN_RECORDINGS = fileURLToPath(new URL('../../../results/recorded', import.meta.url));

function pathOf(study: string): string {
  const [here, own] = [join(RECORDINGS, study), join(OWN_RECORDINGS, study)];
  return study !== '' && !existsSync(here) && existsSync(own) ? own : here;
}

const isRecording = (path: string, kind: RecordedKind): boolean =>
  existsSync(join(path, SUMS_FILE)) && existsSync(join(path, KINDS[kind].manifest));

function listed(kind: RecordedKind): string[] {
  const names = [RECORDINGS, OWN_RECORDINGS].flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
  return [...new Set(names)].sort().filter((name) => isRecording(pathOf(name), kind));
}

/** Files of a recording as its list of sums has them. */
interface CheckedFiles {
  readonly files: ReadonlyMap<string, Buffer>;
  /** Of the list of sums. */
  readonly contentSha256: string;
}

/**
 * Reads a recording's files: these, and all others that the list of sums names. Throws `DataError` when one is missing or a byte was
 * altered.
 */
export async function readCheckedFiles(path: string, names: readonly string[]): Promise<CheckedFiles> {
  const list = await readFile(join(path, SUMS_FILE), 'utf8');
  const sums = new Map(list.split('\n').map((line) => [line.slice(66), line.slice(0, 64)]));
  const files = new Map<string, Buffer>();
  for (const name of new Set([...names, ...[...sums.keys()].filter(isFileName)])) {
    const file = join(path, name);
    if (!existsSync(file)) throw new DataError(`${file} is missing: the recording is not whole`);
    const content = await readFile(file);
    const [expected, got] = [sums.get(name) ?? 'nothing', sha256(content)];
    if (expected !== got) {
      throw new DataError(`${file} was altered: its checksum is ${got}, ${SUMS_FILE} says ${expected}`);
    }
    files.set(name, content);
  }
  return { files, contentSha256: sha256(list) };
}

/** A list of sums may name what it likes: nothing outside the folder is read. */
const isFileName = (name: string): boolean => /^\w[\w.-]*$/.test(name);

/** Throws `UsageError` for a name that is no folder's. */
export function checkStudyName(study: string): void {
  if (/^[\w.-]+$/.test(study)) return;
  throw new UsageError(`--study ${study}: expected a name of letters, digits, '.', '_' and '-'`);
}

/** Writes a recording's files and their sums; gives their bytes. Throws `UsageError` when it would be larger than 3 MB. */
export async function writeCheckedFiles(path: string, files: ReadonlyMap<string, Uint8Array>): Promise<number> {
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  if (bytes > MOST_BYTES) {
    throw new UsageError(`the recording would have ${bytes} bytes, at most ${MOST_BYTES} are allowed; record fewer`);
  }
  await mkdir(path, { recursive: true });
  for (const [name, content] of [...files, [SUMS_FILE, sumsOf(files)] as const]) {
    await writeAtomically(join(path, name), content);
  }
  return bytes;
}
