import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { DataError } from '../errors.ts';
import { bytesText } from '../text/sizes.ts';

/** A text of outside is at most this long; V8 holds no string of twice as many characters. */
const MOST_BYTES = 256 << 20;
/** A line of a file that is read line by line: far beyond any answer of a model. */
const MOST_LINE_BYTES = 16 << 20;

/** A whole file as text. Throws `DataError` for one that is not UTF-8, naming line and byte, or too large. */
export async function readUtf8(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MOST_BYTES)
    throw new DataError(`${path}: expected at most ${bytesText(MOST_BYTES)}, got ${bytesText(size)}`);
  return decodeUtf8(await readFile(path), path);
}

/**
 * Bytes as text, without a byte order mark. Throws `DataError` naming line and byte of the first that is not UTF-8: text with
 * replacement characters would be another text.
 */
export function decodeUtf8(bytes: Uint8Array, origin: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DataError(`${origin}:${describeBad(bytes)}`, { cause });
  }
}

interface Utf8Line {
  readonly text: string;
  readonly number: number;
  /** In bytes, without the line's end. */
  readonly place: { readonly offset: number; readonly length: number };
}

/**
 * The lines of a file that may be larger than memory, each with its number from 1. Throws `DataError` as `decodeUtf8`, and for a line
 * longer than 16 MB before it is read whole.
 */
export async function* readUtf8Lines(path: string): AsyncGenerator<Utf8Line> {
  let parts: Uint8Array[] = [];
  let [length, number, offset] = [0, 1, 0];
  const finish = (last: Uint8Array): Utf8Line => {
    const whole = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    const place = { offset, length: whole.length };
    [parts, length, offset] = [[], 0, offset + whole.length + 1];
    return { text: decodeLine(whole, path, number), number: number++, place };
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      yield finish(chunk.subarray(start, end));
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    length += rest.length;
    if (length > MOST_LINE_BYTES) {
      throw new DataError(
        `${path}:${number}: expected a line of at most ${bytesText(MOST_LINE_BYTES)}, got a longer one`,
      );
    }
    if (rest.length > 0) parts.push(rest);
  }
  if (length > 0) yield finish(new Uint8Array(0));
}

/** The lines of bytes that may be more than one text can hold, one after the other; an empty last one is none. Throws `DataError` as `decodeUtf8`. */
export function* utf8Lines(bytes: Buffer, origin: string): Generator<string> {
  let number = 1;
  for (let start = 0; start < bytes.length; ) {
    const at = bytes.indexOf(0x0a, start);
    const end = at < 0 ? bytes.length : at;
    yield decodeLine(bytes.subarray(start, end), origin, number++);
    start = end + 1;
  }
}

function decodeLine(bytes: Uint8Array, path: string, number: number): string {
  try {
    // A byte order mark belongs to the file: later it is a character.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: number > 1 }).decode(bytes);
  } catch (cause) {
    throw new DataError(`${path}:${describeBad(bytes, number)}`, { cause });
  }
}

/** Line, byte within it, and what stands there; `first` is the number of the first line of these bytes. */
function describeBad(bytes: Uint8Array, first = 1): string {
  const [one, two] = bytes;
  const isUtf16 = (one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff);
  if (isUtf16) return `${first}: expected UTF-8, got UTF-16; write the file again as UTF-8`;
  const at = firstBadByte(bytes);
  const before = Buffer.from(bytes.buffer, bytes.byteOffset, at);
  const byte = (bytes[at] ?? 0).toString(16).padStart(2, '0');
  const column = at - (before.lastIndexOf(0x0a) + 1) + 1;
  return `${first + countLines(before) - 1}: expected UTF-8, got the byte 0x${byte} as byte ${column} of the line; write the file again as UTF-8`;
}

/** Where the bytes differ from what their text would be written as. */
function firstBadByte(bytes: Uint8Array): number {
  const again = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  const at = bytes.findIndex((byte, index) => byte !== again[index]);
  return at < 0 ? bytes.length - 1 : at;
}

function countLines(bytes: Uint8Array): number {
  let lines = 1;
  for (const byte of bytes) if (byte === 0x0a) lines++;
  return lines;
}
