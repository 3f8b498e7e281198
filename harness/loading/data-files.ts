import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { messageOf, UsageError } from '../errors.ts';
import { cacheFolder, type Environment } from '../storage/cache-folder.ts';
import { sha256 } from '../storage/hash.ts';

/** An official file of a dataset. It is never in the repository: found, checked, or downloaded. */
export interface DataFile {
  /** As its publisher calls it, without `.gz`. */
  readonly name: string;
  /** The official address; what it serves may be gzipped. */
  readonly url: string;
  /** Of the uncompressed content. */
  readonly sha256: string;
  /** Another folder of LUCID_BENCH_DATA it may be in than the one called as the dataset. */
  readonly folder?: string;
  /** Other names the same content has been published under, without `.gz`. */
  readonly otherNames?: readonly string[];
  /** The form the sum is taken of, where the same rows are published as several files; throws for another content. */
  normalise?(content: Buffer): string;
  /** Where what the official address serves comes in parts: all their addresses, and how they become one content. */
  readonly parts?: { readonly urls: readonly string[]; join(parts: readonly Buffer[]): Buffer };
}

/** A file of which no sum could be established: what its rows are is checked, its own sum stands in every manifest, and any other file is another dataset. */
export interface UnpinnedFile extends Omit<DataFile, 'sha256'> {
  readonly sha256?: undefined;
  normalise(content: Buffer): string;
}

/** What a folder holds of an official file; `content` is uncompressed. */
type FileState =
  | { readonly status: 'missing' }
  | { readonly status: 'good'; readonly path: string; readonly content: Buffer }
  /** Not the pinned file; `why` says what was expected and what was got. */
  | { readonly status: 'wrong'; readonly path: string; readonly why: string };

/**
 * The folders a dataset's files are looked for in, in this order: `LUCID_BENCH_DATA/<dataset>`, the official file's other
 * folder there, then the cache.
 */
export function dataFolders(datasetId: string, environment: Environment, file?: DataFile | UnpinnedFile): string[] {
  const given = environment.LUCID_BENCH_DATA;
  const names = [datasetId, ...(file?.folder === undefined ? [] : [file.folder])];
  return [...(given ? names.map((name) => join(given, name)) : []), cacheFolder(datasetId, environment)];
}

/** The first of the dataset's folders that holds `name` or `name.gz`, uncompressed; `undefined` when none does. */
export async function findData(
  datasetId: string,
  name: string,
  environment: Environment,
): Promise<{ readonly path: string; readonly content: Buffer } | undefined> {
  for (const folder of dataFolders(datasetId, environment)) {
    const found = await readPlainOrGzipped(folder, name);
    if (found !== undefined) return { path: found.path, content: uncompressed(found.bytes, found.path) };
  }
  return undefined;
}

/** Looks for an official file in one folder and checks its sum. */
export async function inspectFolder(folder: string, file: DataFile | UnpinnedFile): Promise<FileState> {
  let found: { path: string; bytes: Buffer } | undefined;
  for (const name of [file.name, ...(file.otherNames ?? [])]) found ??= await readPlainOrGzipped(folder, name);
  if (found === undefined) return { status: 'missing' };
  const { path, bytes } = found;
  try {
    const content = uncompressed(bytes, path);
    const sum = sumOf(content, file);
    if (file.sha256 === undefined || sum === file.sha256) return { status: 'good', path, content };
    return { status: 'wrong', path, why: `expected sha256 ${file.sha256}, got ${sum}` };
  } catch (error) {
    return { status: 'wrong', path, why: messageOf(error) };
  }
}

/** The sum to compare with the pinned one. */
export function sumOf(content: Buffer, file: DataFile | UnpinnedFile): string {
  return sha256(file.normalise?.(content) ?? content);
}

/** An official file's content, its sum checked. Throws `UsageError` when it is missing or another file than the pinned one. */
export async function readDataFile(
  datasetId: string,
  file: DataFile | UnpinnedFile,
  environment: Environment,
): Promise<Buffer> {
  const folders = dataFolders(datasetId, environment, file);
  for (const folder of folders) {
    const state = await inspectFolder(folder, file);
    if (state.status === 'good') return state.content;
    if (state.status === 'missing') continue;
    throw new UsageError(
      `dataset ${datasetId}: ${state.path} is not the ${file.sha256 === undefined ? 'official' : 'pinned'} file (${state.why}); ` +
        `remove it and run "npm run fetch-data -- ${datasetId}"`,
    );
  }
  const packed = file.name.endsWith('gz') ? '' : ` (or ${file.name}.gz)`;
  throw new UsageError(
    `dataset ${datasetId}: expected ${file.name}${packed} in ${folders.join(' or ')} and did not find it; ` +
      `run "npm run fetch-data -- ${datasetId}", or set LUCID_BENCH_DATA to a folder that holds ${datasetId}/${file.name}`,
  );
}

/** gzip is told by its first two bytes, not by the file's name: servers rename. Throws `UsageError` for half a file. */
export function uncompressed(bytes: Buffer, origin: string): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes);
  } catch (cause) {
    throw new UsageError(`${origin} is not a complete gzip file (${messageOf(cause)})`, { cause });
  }
}

async function readPlainOrGzipped(folder: string, name: string): Promise<{ path: string; bytes: Buffer } | undefined> {
  for (const path of [join(folder, name), join(folder, `${name}.gz`)]) {
    const bytes = await readIfThere(path);
    if (bytes !== undefined) return { path, bytes };
  }
  return undefined;
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`${path} cannot be read (${messageOf(cause)})`, { cause });
  }
}
