import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { cacheFolder, type Environment } from '../storage/cache-folder.ts';
import { writeAtomically } from '../storage/line-file.ts';
import { type DataFile, dataFolders, inspectFolder, sumOf, type UnpinnedFile, uncompressed } from './data-files.ts';
import { loadDefinition } from './load-dataset.ts';

export interface FetchOptions {
  readonly environment: Environment;
  /** Another address for the same file: a mirror. The pinned sum must hold all the same. */
  readonly url?: string;
  /** The longest wait for the next byte. */
  readonly idleMs?: number;
  /** Where dataset files are, as in `loadDataset`. */
  readonly folder?: string;
  /** Gets progress, a line at a time. */
  report(line: string): void;
}

interface FetchedFile {
  readonly name: string;
  readonly path: string;
  readonly status: 'already-there' | 'downloaded';
}

const DEFAULT_IDLE_MS = 30_000;

/**
 * Makes a dataset's official files available: looks in `LUCID_BENCH_DATA` and the cache first, else downloads into the
 * cache, checks the sum of the uncompressed content and writes atomically. Returns no file for an embedded dataset.
 * Throws `UsageError` saying what was tried and what can be done by hand.
 */
export async function fetchData(datasetId: string, options: FetchOptions): Promise<FetchedFile[]> {
  const { downloads = [] } = await loadDefinition(datasetId, options.folder);
  if (options.url !== undefined && downloads.length !== 1) {
    throw new UsageError(`--url needs a dataset with exactly one file; ${datasetId} has ${downloads.length}`);
  }
  const fetched: FetchedFile[] = [];
  for (const file of downloads) fetched.push(await fetchFile(datasetId, file, options));
  return fetched;
}

async function fetchFile(
  datasetId: string,
  file: DataFile | UnpinnedFile,
  options: FetchOptions,
): Promise<FetchedFile> {
  const { name } = file;
  const there = await findGoodFile(datasetId, file, options);
  if (there !== undefined) return { name, path: there, status: 'already-there' };
  const url = options.url ?? file.url;
  const folder = cacheFolder(datasetId, options.environment);
  try {
    options.report(`${datasetId}: downloading ${url}`);
    const content = checked(await receive(file, options), file);
    const path = join(folder, name);
    await mkdir(folder, { recursive: true });
    await writeAtomically(path, content);
    const sum =
      file.sha256 === undefined
        ? `sha256 of its rows ${sumOf(content, file)}; none is pinned: compare it with another copy`
        : 'sha256 as pinned';
    options.report(`${datasetId}: ${content.length} bytes, ${sum}`);
    return { name, path, status: 'downloaded' };
  } catch (cause) {
    throw new UsageError(
      `dataset ${datasetId}: tried ${url}: ${reasonOf(cause)}. By hand: download ${file.url} and put it into ${folder} ` +
        `(plain or .gz${file.sha256 === undefined ? '' : `; sha256 of the uncompressed file ${file.sha256}`}), or set LUCID_BENCH_DATA to a folder that holds ` +
        `${datasetId}/${name}${proxyHint(options.environment)}`,
      { cause },
    );
  }
}

/** The path of the right file where it is there. A wrong one in the cache is replaced; in the user's own folder it is an error. */
async function findGoodFile(
  datasetId: string,
  file: DataFile | UnpinnedFile,
  options: FetchOptions,
): Promise<string | undefined> {
  const { environment, report } = options;
  const cache = cacheFolder(datasetId, environment);
  for (const folder of dataFolders(datasetId, environment, file)) {
    const state = await inspectFolder(folder, file);
    if (state.status === 'good') return state.path;
    if (state.status === 'missing') continue;
    const wrong = `dataset ${datasetId}: ${state.path} is not the ${file.sha256 === undefined ? 'official' : 'pinned'} file (${state.why})`;
    if (folder !== cache) throw new UsageError(`${wrong}; remove it from LUCID_BENCH_DATA`);
    report(`${wrong}; it is replaced`);
    await rm(state.path);
  }
  return undefined;
}

/** What the official address serves, its parts joined; what `--url` names is one whole file. */
async function receive(file: DataFile | UnpinnedFile, options: FetchOptions): Promise<Buffer> {
  if (options.url !== undefined || file.parts === undefined) return download(options.url ?? file.url, options);
  const parts: Buffer[] = [];
  for (const url of file.parts.urls) parts.push(await download(url, options));
  return file.parts.join(parts);
}

function checked(received: Buffer, file: DataFile | UnpinnedFile): Buffer {
  const content = uncompressed(received, `what the server sent (${received.length} bytes)`);
  const sum = sumOf(content, file);
  if (file.sha256 === undefined || sum === file.sha256) return content;
  throw new Error(`wrong content: expected sha256 ${file.sha256}, got ${sum} (${content.length} bytes)`);
}

async function download(url: string, { idleMs = DEFAULT_IDLE_MS, report }: FetchOptions): Promise<Buffer> {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new Error(`no byte for ${idleMs / 1000} s`));
  let timer = setTimeout(giveUp, idleMs);
  try {
    const response = await fetch(url, { signal: controller.signal });
    if (!response.ok || response.body === null)
      throw new Error(`the server answered ${response.status} ${response.statusText}`);
    const chunks: Uint8Array[] = [];
    let received = 0;
    let reported = 0;
    for await (const chunk of response.body) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, idleMs);
      chunks.push(chunk);
      received += chunk.length;
      if (received - reported < 1_000_000) continue;
      reported = received;
      report(`${(received / 1_000_000).toFixed(1)} MB`);
    }
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
  }
}

/** fetch says "fetch failed" or "terminated" and hides why (ENOTFOUND, ECONNREFUSED, ...) in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return error.message;
  const { cause } = error;
  const code = 'code' in cause ? String(cause.code) : '';
  return `${error.message} (${cause.message || code})`;
}

function proxyHint(environment: Environment): string {
  const hasProxy = Boolean(environment.HTTPS_PROXY || environment.https_proxy);
  return hasProxy && !environment.NODE_USE_ENV_PROXY
    ? '; HTTPS_PROXY is set: Node uses it only with NODE_USE_ENV_PROXY=1'
    : '';
}
