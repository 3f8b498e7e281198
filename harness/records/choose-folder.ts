import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { NOT_RECORDED_KIND, UsageError } from '../errors.ts';
import { readJsonRows } from '../storage/json-lines.ts';
import { shellWord } from '../text/shell-word.ts';
import { type Manifest, trajectoryShape } from '../types/record.ts';
import { readManifest, TRAJECTORIES_FILE } from './stored-run.ts';
import { createTrialIndex } from './trial-index.ts';

interface FolderOptions {
  readonly out?: string | undefined;
  readonly resume?: boolean | undefined;
}

/** Where run folders are when no flag says otherwise. */
const RESULTS = 'results';

/**
 * A new folder for a new run, named by its day; with --resume the given one, or the newest of the same identity. Throws `UsageError` for
 * one in use, and where the same run lies unfinished.
 */
export async function chooseFolder(
  manifest: Manifest,
  { out, resume }: FolderOptions,
  date: Date,
  results = RESULTS,
): Promise<string> {
  if (out !== undefined) {
    if (resume === true || (await readManifest(out)) === undefined) return out;
    const state = (await unfinished(out)) ?? 'finished';
    throw new UsageError(
      `${out} holds a run already (${state}); go on with --resume ${shellWord(out)}, or give another --out`,
    );
  }
  const newest = foldersOf(manifest.identitySha256, results)[0];
  if (resume === true && newest !== undefined) return newest;
  const state = newest === undefined ? undefined : await unfinished(newest);
  if (newest !== undefined && state !== undefined) {
    throw new UsageError(
      `${newest} is the same run, unfinished: ${state}; go on with: npm run bench -- --resume ${shellWord(newest)}; or begin another with --out FOLDER`,
    );
  }
  const name = join(results, `${date.toISOString().slice(0, 10)}-${shortName(manifest)}`);
  for (let number = 1; ; number++) {
    const path = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(path)) return path;
  }
}

/** Dataset, model and identity, each short: `kata-strong-2025-1a2b3c4d`. */
function shortName({ identity, identitySha256 }: Manifest): string {
  const model = identity.model
    .replace(/^[\w-]+:/, '')
    .replace(/^.*\//, '')
    .replaceAll(/[^\w.-]+/g, '-')
    .slice(0, 40);
  const named = model.startsWith(`${identity.dataset}-`) ? model : `${identity.dataset}-${model}`;
  return `${named}-${identitySha256.slice(0, 8)}`;
}

/** Folders whose name ends with the identity, the newest first. */
function foldersOf(identitySha256: string, results: string): string[] {
  const ending = new RegExp(`-${identitySha256.slice(0, 8)}(-\\d+)?$`);
  const names = existsSync(results) ? readdirSync(results).filter((name) => ending.test(name)) : [];
  const paths = names.map((name) => join(results, name)).filter((path) => existsSync(join(path, 'manifest.json')));
  const age = new Map(paths.map((path) => [path, statSync(join(path, 'manifest.json')).mtimeMs]));
  return paths.sort((a, b) => (age.get(b) ?? 0) - (age.get(a) ?? 0));
}

/** How much of a run is done, in words; `undefined` when all of it is. What a recording does not hold stays so. */
async function unfinished(path: string): Promise<string | undefined> {
  const manifest = await readManifest(path);
  if (manifest === undefined) return undefined;
  const { planned, position } = createTrialIndex(manifest.identity);
  const isDone = new Map<number, boolean>();
  for await (const { row } of readJsonRows(join(path, TRAJECTORIES_FILE), trajectoryShape)) {
    const [at, { end }] = [position(row), row];
    if (at !== undefined) isDone.set(at, end.status !== 'error' || end.kind === NOT_RECORDED_KIND);
  }
  const done = [...isDone.values()].filter(Boolean).length;
  const failed = isDone.size - done;
  if (done === planned && existsSync(join(path, 'report.html'))) return undefined;
  return `${done} of ${planned} trials are done${failed === 0 ? '' : `, ${failed} ended in an error`}`;
}
