import { existsSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asFileError } from './file-errors.ts';
import { readJsonLines, readJsonRows } from './json-lines.ts';
import type { LinePlace } from './line-index.ts';
import type { z } from './schema.ts';

/** An append-only file of JSON lines. */
export interface LineFile<T> {
  readonly path: string;
  /** Gives where the line stands. Throws `FileError` when it cannot be written; the file then ends where it ended before. */
  append(line: T): Promise<LinePlace>;
  /** Replaces the whole file atomically. */
  rewrite(lines: Iterable<T>): Promise<void>;
  /** The same by lines as they are to stand there. */
  rewriteTexts(lines: Iterable<string>): Promise<void>;
}

/**
 * Opens (or creates) a file of JSON lines; `onLine` is given each that it holds. A torn last line, left by a stop in the middle of a
 * write, is dropped; any other line that does not fit throws `DataError` with file, line and field.
 */
export async function openLines<T>(
  path: string,
  type: z.ZodType<T>,
  onLine: (line: T, place: LinePlace) => void,
): Promise<LineFile<T>> {
  if (existsSync(path)) await dropTornLine(path);
  for await (const { row, place } of readJsonRows(path, type)) onLine(row, place);
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };
  const rewriteTexts = (lines: Iterable<string>): Promise<void> => inTurn(() => writeLines(path, lines));
  return {
    path,
    append: (line) => inTurn(() => appendWhole(path, `${JSON.stringify(line)}\n`)),
    rewrite: (lines) => rewriteTexts(textsOf(lines)),
    rewriteTexts,
  };
}

/** The same with the lines it holds in memory. */
export async function openLineFile<T>(path: string, type: z.ZodType<T>): Promise<{ lines: T[]; file: LineFile<T> }> {
  const lines: T[] = [];
  const file = await openLines(path, type, (line) => lines.push(line));
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
export async function writeAtomically(path: string, content: string | Uint8Array | Iterable<string>): Promise<void> {
  await writeBeside(path, content, (file) => file.sync());
  await syncFolder(dirname(path));
}

/** The same without waiting for the disk: for what can be made again from records, such as tables and pages. */
export async function writeRemade(path: string, content: string | Uint8Array | Iterable<string>): Promise<void> {
  await writeBeside(path, content);
}

/**
 * Several files from one iteration that gives their parts, each with the path of its file. As `writeRemade`; all get their names when all
 * are whole.
 */
export async function writeRemadeTogether(parts: Iterable<readonly [path: string, text: string]>): Promise<void> {
  const files = new Map<string, FileBeside>();
  let last: FileBeside | undefined;
  try {
    for (const [path, text] of parts) {
      last = files.get(path) ?? createBeside(path);
      files.set(path, last);
      await last.write(text);
    }
    for (const file of files.values()) {
      last = file;
      await file.finish();
    }
  } catch (error) {
    for (const file of files.values()) await file.drop();
    throw last?.explain(error) ?? error;
  }
}

async function writeBeside(
  path: string,
  content: string | Uint8Array | Iterable<string>,
  settle?: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = createBeside(path);
  try {
    for (const part of typeof content === 'string' || content instanceof Uint8Array ? [content] : content) {
      await file.write(part);
    }
    await file.finish(settle);
  } catch (error) {
    await file.drop();
    throw file.explain(error);
  }
}

/** Distinguishes writes of the same file that are under way at the same time. */
let writes = 0;

/** A file that has another name until it is whole. */
type FileBeside = ReturnType<typeof createBeside>;

function createBeside(path: string) {
  const temporary = `${path}.${process.pid}-${++writes}.part`;
  let file: FileHandle | undefined;
  let bytes = 0;
  const opened = async (): Promise<FileHandle> => {
    file ??= await open(temporary, 'w');
    return file;
  };
  return {
    async write(part: string | Uint8Array): Promise<void> {
      bytes += Buffer.byteLength(part);
      await (await opened()).writeFile(part);
    },
    async finish(settle?: (file: FileHandle) => Promise<void>): Promise<void> {
      const whole = await opened();
      await settle?.(whole);
      await whole.close();
      await rename(temporary, path);
    },
    /** Leaves nothing of it. */
    async drop(): Promise<void> {
      await file?.close().catch(() => undefined);
      await rm(temporary, { force: true }).catch(() => undefined);
    },
    /** What the system refused, as `FileError` with the file's own name. */
    explain: (error: unknown): unknown => asFileError(error, path, bytes),
  };
}

/** The same line by line, for a file that may be larger than memory. */
export async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  await writeAtomically(path, batched(lines));
}

const BATCH_CHARACTERS = 1 << 18;

function* batched(lines: Iterable<string>): Generator<string> {
  let batch = '';
  for (const line of lines) {
    batch += `${line}\n`;
    if (batch.length < BATCH_CHARACTERS) continue;
    yield batch;
    batch = '';
  }
  yield batch;
}

/** Adds lines at the end, all or none, and gives where they stand. Throws `FileError`. */
export async function appendLines(path: string, lines: readonly string[]): Promise<LinePlace[]> {
  if (lines.length === 0) return [];
  let { offset } = await appendWhole(path, lines.map((line) => `${line}\n`).join(''));
  return lines.map((line) => {
    const place = { offset, length: Buffer.byteLength(line) };
    offset += place.length + 1;
    return place;
  });
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
async function appendWhole(path: string, line: string): Promise<LinePlace> {
  try {
    const file = await open(path, 'a');
    try {
      const { size } = await file.stat();
      await file.writeFile(line).catch(async (error: unknown) => {
        await file.truncate(size).catch(() => undefined);
        if (size === 0) await rm(path, { force: true }).catch(() => undefined);
        throw error;
      });
      return { offset: size, length: Buffer.byteLength(line) - 1 };
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
