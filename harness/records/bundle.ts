import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DataError, UsageError } from '../errors.ts';
import { type FolderStore, parseStoredCall, type StoredCall } from '../models/stored/response-store.ts';
import { sampleKey } from '../models/stored/sampling.ts';
import { type Files, MOST_UNPACKED_BYTES, packArchive, unpackArchive } from '../storage/archive.ts';
import { sha256, sha256OfFile } from '../storage/hash.ts';
import { writeAtomically } from '../storage/line-file.ts';
import { utf8Lines } from '../storage/utf8.ts';
import { bytesText } from '../text/sizes.ts';
import { quoted } from '../text/visible-text.ts';
import type { CallRecord, Identity, Trajectory, WholeRun } from '../types/record.ts';
import { identitySha256 } from './manifest-shape.ts';
import { REQUESTS_FILE } from './request-file.ts';
import { readManifest, readRun } from './stored-run.ts';
import { STUDY_FILE } from './study-file.ts';

/** The files of a run folder that a bundle carries; tables are made again from them. */
export const RECORD_FILES = [
  'manifest.json',
  'trajectories.jsonl',
  'grades.jsonl',
  'executions.jsonl',
  'responses.jsonl',
  'timings.jsonl',
] as const;

/** Only where an arm wrote checks; not in folders of earlier versions; only where a published study is replicated. */
export const OPTIONAL_FILES = ['checks.jsonl', REQUESTS_FILE, STUDY_FILE] as const;

/** Every stored call of the run, request and answer, by sample key. */
const CALLS = 'calls.jsonl';
/** What the tables must be. */
const TABLES = 'TABLES.sha256';

export interface Bundle {
  readonly files: Files;
  /** sha256 of each table by its name, as the run that was packed had them. */
  readonly tables: ReadonlyMap<string, string>;
  readonly calls: ReadonlyMap<string, StoredCall>;
}

/**
 * Packs a finished run with every answer it used into one file. The same run gives the same bytes. Throws `UsageError`
 * when the run is not finished or too large, `DataError` when an answer is not in the store.
 */
export async function writeBundle(
  runFolder: string,
  store: FolderStore,
  out: string,
): Promise<{ sha256: string; calls: number }> {
  const names = [...RECORD_FILES, ...OPTIONAL_FILES.filter((name) => existsSync(join(runFolder, name)))];
  await refuseTooLarge(runFolder, names);
  const run = await readRun(runFolder);
  const tables = await tableSums(runFolder);
  const calls = run.manifest.isSimulated ? [] : await callsOf(run, store);
  const files = new Map<string, Buffer>();
  for (const name of names) files.set(name, await readFile(join(runFolder, name)));
  files.set(CALLS, Buffer.concat(calls.map((call) => Buffer.from(`${JSON.stringify(call)}\n`))));
  files.set(TABLES, Buffer.from([...tables].map(([name, sum]) => `${sum}  ${name}\n`).join('')));
  const packed = packArchive(`lucid-bench-${run.manifest.identitySha256.slice(0, 8)}`, files);
  await writeAtomically(out, packed);
  return { sha256: sha256(packed), calls: calls.length };
}

/** A bundle is in memory as a whole: what could not be read again is not begun. A file that is missing is said by who reads it. */
async function refuseTooLarge(folder: string, names: readonly string[]): Promise<void> {
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => ({ size: 0 }))));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= MOST_UNPACKED_BYTES) return;
  throw new UsageError(
    `${folder}: expected records of at most ${bytesText(MOST_UNPACKED_BYTES)} for a bundle, got ${bytesText(bytes)}; pass the run folder on as it is`,
  );
}

/** Reads a bundle back. Throws `DataError` when a byte of it was altered or an answer is not the one per trial got. */
export async function readBundle(path: string): Promise<Bundle> {
  if (!existsSync(path)) throw new UsageError(`--from ${path}: expected a bundle, found no such file`);
  const files = await unpackArchive(path, new Set([...RECORD_FILES, ...OPTIONAL_FILES, CALLS, TABLES]));
  // The first line that is none ends it: what holds nothing but line ends is never a list of them.
  const lines = (name: string): Iterable<string> => utf8Lines(files.get(name) ?? Buffer.alloc(0), `${path}: ${name}`);
  const calls = Array.from(lines(CALLS), (line, index) => parseStoredCall(line, `${path}: ${CALLS}:${index + 1}`));
  return {
    files,
    tables: new Map(Array.from(lines(TABLES), (line, index) => parseTableSum(line, `${path}: ${TABLES}:${index + 1}`))),
    calls: new Map(calls.map((call) => [call.key, call])),
  };
}

function parseTableSum(line: string, origin: string): [name: string, sum: string] {
  const [, sum, name] = /^([0-9a-f]{64}) {2}(\w[\w.-]{0,99})$/.exec(line) ?? [];
  if (sum !== undefined && name !== undefined) return [name, sum];
  throw new DataError(`${origin}: expected a sha256 and the name of a table, got ${quoted(line)}`);
}

/**
 * Checks that every call a trial recorded is in the bundle, that its key is the key of the stored request and its text the
 * recorded text, and that grades say what the executions show. Throws `DataError` naming the first that does not.
 */
export function checkBundle(run: WholeRun, { calls }: Bundle, executions: ReadonlyMap<string, string>): void {
  const { identity, identitySha256: said } = run.manifest;
  const expected = identity.imported === undefined ? identitySha256(identity) : said;
  if (said !== expected) throw new DataError(`manifest.json: field identitySha256: expected ${expected}, got ${said}`);
  if (!run.manifest.isSimulated) {
    for (const trajectory of run.trajectories) {
      for (const call of callsIn(trajectory)) checkCall(call, trajectory, identity, calls);
    }
  }
  for (const { gradedSha256, outcome, taskId, condition, step } of run.grades) {
    const shown = gradedSha256 === undefined ? undefined : executions.get(gradedSha256);
    if (shown === undefined || outcome.status === 'ungraded' || shown === JSON.stringify(outcome)) continue;
    throw new DataError(
      `${taskId} ${condition} step ${step}: graded ${JSON.stringify(outcome)}, its execution shows ${shown}`,
    );
  }
}

function checkCall(
  { key, occurrence, responseSha256 }: CallRecord,
  { sample, kRun, taskId, condition }: Trajectory,
  { model, critic }: Pick<Identity, 'model' | 'critic'>,
  calls: Bundle['calls'],
): void {
  const label = `${taskId} #${sample} ${condition}`;
  const stored = calls.get(key);
  if (stored === undefined) throw new DataError(`${label}: the answer under ${key} is missing`);
  const request = { ...stored.request, temperature: stored.request.temperature };
  const draw = { sample, occurrence, ...(kRun === undefined ? {} : { kRun }) };
  const expected = sampleKey(model, request, draw);
  const isCritics = critic !== undefined && sampleKey(critic, request, draw) === key;
  if (expected !== key && !isCritics)
    throw new DataError(`${label}: the request stored under ${key} is another one (${expected})`);
  if (sha256(stored.response.text) === responseSha256) return;
  throw new DataError(`${label}: the answer stored under ${key} is not the one the trial got`);
}

const callsIn = ({ steps, unfinishedCalls }: Trajectory): CallRecord[] => [
  ...steps.flatMap((step) => step.calls ?? []),
  ...unfinishedCalls,
];

async function callsOf(run: WholeRun, store: FolderStore): Promise<StoredCall[]> {
  const keys = [...new Set(run.trajectories.flatMap(callsIn).map(({ key }) => key))].sort();
  const calls = await Promise.all(keys.map((key) => store.read(key)));
  const missing = keys.filter((_, index) => calls[index] === undefined);
  if (missing.length > 0) {
    throw new DataError(
      `${missing.length} of the run's ${keys.length} answers are not in ${store.path} (first: ${missing[0]}); give the folder it was run with by --cache`,
    );
  }
  return calls.filter((call) => call !== undefined);
}

/** Sums of the tables in a folder, in order of their names. Throws `UsageError` when there are none. */
export async function tableSums(folder: string): Promise<Map<string, string>> {
  if ((await readManifest(folder)) === undefined)
    throw new UsageError(`${folder}: expected a run folder, found no manifest.json`);
  const names = (await readdir(folder)).filter((name) => name === 'tables.md' || name.endsWith('.csv')).sort();
  if (!names.includes('tables.md')) {
    throw new UsageError(`${folder}: the run is not finished (no tables.md): go on with --resume first`);
  }
  return new Map(await Promise.all(names.map(async (name) => [name, await sha256OfFile(join(folder, name))] as const)));
}
