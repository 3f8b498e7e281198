import { closeSync, createReadStream, existsSync, openSync, readSync } from 'node:fs';
import { FileError } from '../errors.ts';

/** Where a line stands in its file: bytes, without the line's end. */
export interface LinePlace {
  readonly offset: number;
  readonly length: number;
}

/** As much of a line's beginning as names are looked for in. */
const HEAD_BYTES = 384;
const NOTHING = Buffer.alloc(0);

/**
 * Goes through the lines of a file that may be larger than memory: `onLine` is given each one's first bytes, good for that call alone, and its
 * place. A last line without an end is left out, as it may be half written. No file is no lines. `from` goes on where an earlier call ended.
 */
export async function scanLines(
  path: string,
  onLine: (head: Buffer, place: LinePlace) => void,
  from = 0,
): Promise<{ readonly end: number }> {
  let [lineStart, position] = [from, from];
  if (!existsSync(path)) return { end: 0 };
  /** The beginning of a line that began in an earlier chunk. */
  let begun: Buffer = NOTHING;
  for await (const chunk of createReadStream(path, { start: from, highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let start = 0;
    const headTo = (end: number): Buffer => {
      const head = chunk.subarray(start, Math.min(end, start + HEAD_BYTES));
      return begun.length === 0 ? head : Buffer.concat([begun, head]).subarray(0, HEAD_BYTES);
    };
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      onLine(headTo(end), { offset: lineStart, length: position + end - lineStart });
      [start, lineStart, begun] = [end + 1, position + end + 1, NOTHING];
    }
    begun = Buffer.from(headTo(chunk.length));
    position += chunk.length;
  }
  return { end: lineStart };
}

/** Finds lines by a name that `nameOf` takes from their first characters. Of several lines of one name all are kept, in order. */
export async function indexLines(
  path: string,
  nameOf: (head: string) => string | undefined,
  from = 0,
): Promise<{ readonly lines: Map<string, LinePlace[]>; readonly end: number }> {
  const lines = new Map<string, LinePlace[]>();
  const onLine = (head: Buffer, place: LinePlace): void => {
    const name = nameOf(head.toString('latin1'));
    const known = name === undefined ? undefined : lines.get(name);
    if (known !== undefined) known.push(place);
    else if (name !== undefined) lines.set(name, [place]);
  };
  const { end } = await scanLines(path, onLine, from);
  return { lines, end };
}

/** As much is read at a time: lines are mostly asked for in the order in which they stand. */
const WINDOW_BYTES = 1 << 20;

/** Reads lines at their places, for as long as it is open. */
export interface LineReader {
  read(place: LinePlace): string;
  close(): void;
}

/** A file that is not there has no lines to be asked for. */
export function openLineReader(path: string): LineReader {
  let file: number | undefined;
  let window = Buffer.alloc(0);
  let start = 0;
  const fill = ({ offset, length }: LinePlace): void => {
    file ??= openSync(path, 'r');
    const bytes = Buffer.allocUnsafe(Math.max(length, WINDOW_BYTES));
    let filled = 0;
    while (filled < length) {
      const got = readSync(file, bytes, filled, bytes.length - filled, offset + filled);
      if (got === 0) throw new FileError(`${path}: it became shorter while it was read`);
      filled += got;
    }
    [window, start] = [bytes.subarray(0, filled), offset];
  };
  return {
    read(place) {
      const { offset, length } = place;
      if (offset < start || offset + length > start + window.length) fill(place);
      return window.toString('utf8', offset - start, offset - start + length);
    },
    close() {
      if (file !== undefined) closeSync(file);
    },
  };
}
