import { existsSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type LiveState, readLiveState } from '../records/live-state.ts';
import { readManifest } from '../records/stored-run.ts';
import { SUMMARY_TITLE } from '../report/summary/summary.ts';
import { asFileError } from '../storage/file-errors.ts';
import type { Manifest } from '../types/record.ts';

/** A run as the list shows it. */
export interface ListedRun {
  /** In addresses: the folder's name. */
  readonly name: string;
  readonly path: string;
  readonly manifest: Manifest;
  /** When it was begun, as its manifest says. */
  readonly startedAt: string;
  readonly state: 'running' | 'finished' | 'unfinished';
  readonly live: LiveState | undefined;
  /** The first sentence of its report. */
  readonly headline: string;
}

export interface RunList {
  readonly runs: readonly ListedRun[];
  /** Why further folders are not among them. */
  readonly unreadable: readonly string[];
}

interface Listed {
  readonly stamp: string;
  readonly manifest: Manifest;
  readonly headline: string;
}

/** The runs in a folder and in further ones that are named, the newest first. Reads manifests and beginnings of reports, never records. */
export function createRunList(results: string, further: readonly string[], now: () => Date) {
  const known = new Map<string, Listed>();
  const pathsNow = (): string[] => {
    const found = existsSync(results) ? readdirSync(results) : [];
    const paths = [...found.map((name) => join(results, name)), ...further].map((path) => resolve(path));
    return [...new Set(paths)].filter((path) => existsSync(join(path, 'manifest.json')));
  };
  const listed = async (path: string): Promise<Listed | undefined> => {
    const stamp = stampOf([join(path, 'manifest.json'), join(path, 'tables.md')]);
    const before = known.get(path);
    if (before?.stamp === stamp) return before;
    const manifest = await readManifest(path);
    if (manifest === undefined) return undefined;
    const one = { stamp, manifest, headline: await headlineOf(join(path, 'tables.md')) };
    known.set(path, one);
    return one;
  };
  return async (): Promise<RunList> => {
    const runs: ListedRun[] = [];
    const unreadable: string[] = [];
    const names = new Set<string>();
    for (const path of pathsNow()) {
      try {
        const one = await listed(path);
        if (one === undefined) continue;
        const live = await readLiveState(path, now());
        const state = live === undefined ? stateOf(path) : 'running';
        const startedAt = String(one.manifest.provenance.startedAt ?? '');
        // A run that goes on has the report of before.
        const headline = state === 'finished' ? one.headline : '';
        runs.push({ ...one, name: unused(basename(path), names), path, startedAt, live, state, headline });
      } catch (thrown) {
        const error = asFileError(thrown, join(path, 'manifest.json'));
        // Removed meanwhile: it is in no list.
        if (existsSync(path)) unreadable.push(error instanceof Error ? error.message : String(error));
      }
    }
    return { runs: runs.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)), unreadable };
  };
}

function unused(name: string, names: Set<string>): string {
  let free = name;
  for (let number = 2; names.has(free); number++) free = `${name}-${number}`;
  names.add(free);
  return free;
}

/** The report is written after the last record; a run that goes on writes records after its report. */
function stateOf(path: string): 'finished' | 'unfinished' {
  const [report, records] = [join(path, 'report.html'), join(path, 'trajectories.jsonl')];
  if (!existsSync(report)) return 'unfinished';
  if (!existsSync(records)) return 'finished';
  return statSync(report).mtimeMs >= statSync(records).mtimeMs ? 'finished' : 'unfinished';
}

/** Changes with the files. */
export function stampOf(paths: readonly string[]): string {
  return paths
    .map((path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat === undefined ? '' : `${stat.size} ${stat.mtimeMs}`;
    })
    .join(' ');
}

/** More of a report is not read for its first sentence. */
const HEAD_BYTES = 16_384;

async function headlineOf(tables: string): Promise<string> {
  if (!existsSync(tables)) return '';
  const file = await open(tables, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const [, said = ''] = buffer.toString('utf8', 0, bytesRead).split(`## ${SUMMARY_TITLE}\n`);
    const lines = said.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('**'));
    return (lines[0] ?? '').replaceAll('&lt;', '<').replaceAll('&#40;', '(');
  } finally {
    await file.close();
  }
}
