import { existsSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asFileError } from './file-errors.ts';
import { readJsonLines } from './json-lines.ts';
import type { z } from './schema.ts';

/** An append-only file of JSON lines. */
export interface LineFile<T> {
  readonly path: string;
  /** Throws `FileError` when the line cannot be written; the file then ends where it ended before. */
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
    append: (line) => inTurn(() => appendWhole(path, `${JSON.stringify(line)}\n`)),
    rewrite: (all) => inTurn(() => writeLines(path, textsOf(all))),
  };
  return { lines, file };
}

/** The lines of values, each made when it is written. */
export function* textsOf(values: Iterable<unknown>): Generator<string> {
  for (const value of values) yield JSON.stringify(value);
}

/** Every line of a file, checked; none when there is no such file. */
export async function readLines<T>(path: string, type: z.ZodType<T>): Promise<T[]> {
  return existsSync(path) ? readJsonLines(path, type, 'as written') : [];
}

/**
 * Writes beside the target and renames, so that a reader sees the old file or the new one, never a part; of several at once the last one
 * stays. It is on the disk when this returns, power cut or not. Throws `FileError` saying where, why and how much was to be written.
 */
export async function writeAtomically(path: string, content: string | Uint8Array): Promise<void> {
  await writeBeside(path, content, (file) => file.sync());
  await syncFolder(dirname(path));
}

/** The same without waiting for the disk: for what can be made again from records, such as tables and pages. */
export async function writeRemade(path: string, content: string | Uint8Array): Promise<void> {
  await writeBeside(path, content, async () => undefined);
}

/** Distinguishes writes of the same file that are under way at the same time. */
let writes = 0;

async function writeBeside(
  path: string,
  content: string | Uint8Array,
  settle: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${process.pid}-${++writes}.part`;
  try {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(content);
      await settle(file);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw asFileError(error, path, Buffer.byteLength(content));
  }
}

/** The same line by line, for a file that may be larger than memory. */
export async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const temporary = `${path}.${process.pid}-${++writes}.part`;
  let bytes = 0;
  try {
    const batches = batched(lines, (batch) => {
      bytes += Buffer.byteLength(batch);
    });
    await writeFile(temporary, batches, { flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw asFileError(error, path, bytes);
  }
  await syncFolder(dirname(path));
}

const BATCH_CHARACTERS = 1 << 18;

function* batched(lines: Iterable<string>, onBatch: (batch: string) => void): Generator<string> {
  let batch = '';
  for (const line of lines) {
    batch += `${line}\n`;
    if (batch.length < BATCH_CHARACTERS) continue;
    onBatch(batch);
    yield batch;
    batch = '';
  }
  onBatch(batch);
  yield batch;
}

/** Adds lines at the end, all or none. Throws `FileError`. */
export async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await appendWhole(path, lines.map((line) => `${line}\n`).join(''));
}

/** Removes what writes left below a folder when they were stopped in the middle. Nobody else may be writing there. */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((one) => /\.\d+-\d+\.part$/.test(one))) await rm(join(folder, name), { force: true });
}

/** A name lasts when its folder is on the disk. Systems that cannot do that for a folder keep names in order by themselves. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await folder.close();
  }
}

/** A line that did not fit on the disk leaves nothing behind: the next one would be glued to it, and a file without a line looks like a record. */
async function appendWhole(path: string, line: string): Promise<void> {
  try {
    const file = await open(path, 'a');
    try {
      const { size } = await file.stat();
      await file.writeFile(line).catch(async (error: unknown) => {
        await file.truncate(size).catch(() => undefined);
        if (size === 0) await rm(path, { force: true }).catch(() => undefined);
        throw error;
      });
    } finally {
      await file.close();
    }
  } catch (error) {
    throw asFileError(error, path, Buffer.byteLength(line));
  }
}

/** Cuts off a last line without an end, left by a stop in the middle of a write. */
export async function dropTornLine(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const end = await endOfLastLine(file, size);
    if (end < size) await file.truncate(end);
  } finally {
    await file.close();
  }
}

/** Looked for from the end: a torn line is short, the file may be larger than memory. */
async function endOfLastLine(file: FileHandle, size: number): Promise<number> {
  const block = Buffer.alloc(1 << 16);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - block.length);
    await file.read(block, 0, end - start, start);
    const at = block.subarray(0, end - start).lastIndexOf(0x0a);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}
