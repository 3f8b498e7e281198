import { createReadStream, existsSync } from 'node:fs';
import type { LinePlace } from './line-index.ts';

/** Where the lines of a file stand that begin with a hash, as `{"sha256":"…"` or `{"key":"…"` do. */
export interface HashIndex {
  /** Every line that may be the hash's: whoever reads it compares. Nearly always one or none. */
  places(hash: string): LinePlace[];
}

/** As many hexadecimal digits as a number holds exactly. */
const DIGITS = 13;
const LONGEST_FIELD = 12;
const QUOTE = 0x22;

/**
 * Reads a file once, looking at the first bytes of each line. Holds two numbers a line, so that a file of a million lines takes some ten
 * megabytes. A last line without an end is left out. No file is no lines.
 */
export async function indexHashes(path: string): Promise<HashIndex> {
  const lines = new Map<number, number>();
  const more = new Map<number, number[]>();
  let starts = new Float64Array(1024);
  let [count, position] = [0, 0];
  const note = (start: number, prefix: number): void => {
    if (count + 1 >= starts.length) {
      const grown = new Float64Array(starts.length * 2);
      grown.set(starts);
      starts = grown;
    }
    if (lines.has(prefix)) more.set(prefix, [...(more.get(prefix) ?? []), count]);
    else lines.set(prefix, count);
    starts[count++] = start;
  };
  let rest: Buffer = Buffer.alloc(0);
  const chunks = existsSync(path) ? createReadStream(path, { highWaterMark: 4 << 20 }) : [];
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
      note(position + start, prefixAt(bytes, start));
      start = end + 1;
    }
    rest = bytes.subarray(start);
    position += start;
  }
  starts[count] = position;
  return {
    places(hash) {
      const prefix = Number.parseInt(hash.slice(0, DIGITS), 16);
      const first = lines.get(prefix);
      const found = first === undefined ? [] : [first, ...(more.get(prefix) ?? [])];
      return found.map((line) => {
        const offset = starts[line] ?? 0;
        return { offset, length: (starts[line + 1] ?? position) - 1 - offset };
      });
    },
  };
}

/** The number that the digits of the line's hash begin with; -1 where it begins with none. */
function prefixAt(bytes: Buffer, start: number): number {
  // The hash begins after the third quotation mark.
  let at = start;
  for (let quotes = 0; quotes < 3; at++) {
    if (bytes[at] === QUOTE) quotes++;
    if (at - start > LONGEST_FIELD) return -1;
  }
  let prefix = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const value = hexOf(bytes[at + digit] ?? 0);
    if (value < 0) return -1;
    prefix = prefix * 16 + value;
  }
  return prefix;
}

function hexOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  return byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : -1;
}
