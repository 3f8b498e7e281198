import { existsSync } from 'node:fs';
import { appendFile, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { parseJsonLines } from './json-lines.ts';
import type { z } from './schema.ts';

/** An append-only file of JSON lines. */
export interface LineFile<T> {
  readonly path: string;
  append(line: T): Promise<void>;
  /** Replaces the whole file atomically. */
  rewrite(lines: Iterable<T>): Promise<void>;
}

/**
 * Opens (or creates) a file of JSON lines and reads what it holds. A torn last line, left by a stop in the middle of a
 * write, is dropped; any other line that does not fit throws `DataError` with file, line and field.
 */
export async function openLineFile<T>(path: string, type: z.ZodType<T>): Promise<{ lines: T[]; file: LineFile<T> }> {
  if (existsSync(path)) await dropTornLine(path);
  const lines = await readLines(path, type);
  let queue: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };
  const file: LineFile<T> = {
    path,
    append: (line) => inTurn(() => appendFile(path, `${JSON.stringify(line)}\n`)),
    rewrite: (all) => inTurn(() => writeAtomically(path, [...all].map((line) => `${JSON.stringify(line)}\n`).join(''))),
  };
  return { lines, file };
}

/** Every line of a file, checked; none when there is no such file. A last line that is still being written is left out. */
export async function readLines<T>(path: string, type: z.ZodType<T>): Promise<T[]> {
  return existsSync(path) ? parseJsonLines(wholeLines(await readFile(path, 'utf8')), path, type, 'as written') : [];
}

/** Without a part of a line at the end: another process may be in the middle of it. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n') + 1;
  try {
    if (end < text.length) JSON.parse(text.slice(end));
    return text;
  } catch {
    return text.slice(0, end);
  }
}

/** Distinguishes writes of the same file that are under way at the same time. */
let writes = 0;

/** Writes beside the target and renames, so that a reader sees the old file or the new one, never a part; of several at once the last one stays. */
export async function writeAtomically(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}-${++writes}.part`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function dropTornLine(path: string): Promise<void> {
  const content = await readFile(path);
  const end = content.lastIndexOf(0x0a) + 1;
  if (end < content.length) await truncate(path, end);
}
