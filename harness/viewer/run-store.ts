import { join } from 'node:path';
import { REQUESTS_FILE } from '../records/request-file.ts';
import type { RunTexts } from '../types/record.ts';
import { indexRun, type RunIndex } from './run-index.ts';
import { createRunList, type ListedRun, type RunList, stampOf } from './run-list.ts';
import { indexTexts, type TextIndex, withTexts } from './run-texts.ts';

/** As many runs are kept indexed as somebody looks at, at a time. */
const MOST_INDEXED = 4;

/** The runs of a viewer. Indexes hold places in files and no text; those that were not asked for last are dropped. */
export interface RunStore {
  list(): Promise<RunList>;
  run(name: string | undefined): Promise<ListedRun | undefined>;
  index(run: ListedRun): Promise<RunIndex>;
  texts<T>(run: ListedRun, use: (texts: RunTexts) => T | Promise<T>): Promise<T>;
  /** Begins to index a run whose pages may be asked for next; nobody waits for it, and what goes wrong is met again then. */
  prepare(run: ListedRun): void;
}

export function createRunStore(results: string, folders: readonly string[], now: () => Date): RunStore {
  const list = createRunList(results, folders, now);
  const indexes = createRecent<RunIndex>();
  const textIndexes = createRecent<TextIndex>();
  const index = ({ path, manifest }: ListedRun): Promise<RunIndex> =>
    indexes(path, stampOf(files(path, 'trajectories.jsonl', 'grades.jsonl')), () => indexRun(path, manifest));
  const textIndex = (path: string): Promise<TextIndex> =>
    textIndexes(path, stampOf(files(path, REQUESTS_FILE, 'responses.jsonl')), () => indexTexts(path));
  return {
    list,
    run: async (name) => (await list()).runs.find((one) => one.name === name),
    index,
    texts: async ({ path }, use) => withTexts(path, await textIndex(path), use),
    prepare(run) {
      Promise.all([index(run), textIndex(run.path)]).catch(() => undefined);
    },
  };
}

const files = (path: string, ...names: readonly string[]): string[] => names.map((name) => join(path, name));

/** What was made last, by name, for as long as its stamp holds. */
function createRecent<Value>() {
  const known = new Map<string, { readonly stamp: string; readonly value: Promise<Value> }>();
  return (name: string, stamp: string, make: () => Promise<Value>): Promise<Value> => {
    const before = known.get(name);
    known.delete(name);
    const now = before?.stamp === stamp ? before : { stamp, value: make() };
    known.set(name, now);
    now.value.catch(() => known.delete(name));
    for (const old of [...known.keys()].slice(0, -MOST_INDEXED)) known.delete(old);
    return now.value;
  };
}
