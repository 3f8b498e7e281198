import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { LinePlace } from './line-index.ts';
import { createNumbers } from './numbers.ts';

/** Where the lines of a file stand that begin with a hash, as `{"sha256":"…"` or `{"key":"…"` do. */
export interface HashIndex {
  /** Every line that may be the hash's: whoever reads it compares. Nearly always one or none. */
  places(hash: string): LinePlace[];
}

/** As many hexadecimal digits as a number holds exactly. */
const DIGITS = 13;
const LONGEST_FIELD = 12;
const QUOTE = 0x22;
const NEW_LINE = 0x0a;
const BUFFER_BYTES = 4 << 20;

/**
 * Reads a file once, looking at the first bytes of each line. Holds two numbers a line, so that a file of a million lines takes sixteen
 * megabytes; a look-up runs through them, which takes less than a millisecond. A last line without an end is left out. No file is no lines.
 */
export async function indexHashes(path: string): Promise<HashIndex> {
  const prefixes = createNumbers();
  const starts = createNumbers();
  let position = 0;
  for await (const bytes of wholeLines(path)) {
    for (let start = 0; start < bytes.length; start = bytes.indexOf(NEW_LINE, start) + 1) {
      prefixes.add(prefixAt(bytes, start));
      starts.add(position + start);
    }
    position += bytes.length;
  }
  starts.add(position);
  const [prefixOf, startOf] = [prefixes.all(), starts.all()];
  return {
    places(hash) {
      const prefix = Number.parseInt(hash.slice(0, DIGITS), 16);
      const found: LinePlace[] = [];
      for (let line = prefixOf.indexOf(prefix); line >= 0; line = prefixOf.indexOf(prefix, line + 1)) {
        const offset = startOf[line] ?? 0;
        found.push({ offset, length: (startOf[line + 1] ?? position) - 1 - offset });
      }
      return found;
    },
  };
}

/** A file in pieces that end with a line's end, as much at a time as a reader's buffer holds; the same buffer every time. */
async function* wholeLines(path: string): AsyncGenerator<Buffer> {
  if (!existsSync(path)) return;
  const file = await open(path);
  try {
    let buffer = Buffer.allocUnsafe(BUFFER_BYTES);
    let filled = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled);
      if (bytesRead === 0) return;
      filled += bytesRead;
      const end = buffer.subarray(0, filled).lastIndexOf(NEW_LINE) + 1;
      if (end > 0) yield buffer.subarray(0, end);
      buffer.copyWithin(0, end, filled);
      filled -= end;
      // A line longer than the buffer.
      if (filled === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    }
  } finally {
    await file.close();
  }
}

/** The number that the digits of the line's hash begin with; -1 where it begins with none. */
function prefixAt(bytes: Buffer, start: number): number {
  // The hash begins after the third quotation mark.
  let at = start;
  for (let quotes = 0; quotes < 3; at++) {
    if (bytes[at] === QUOTE) quotes++;
    if (bytes[at] === NEW_LINE || at - start > LONGEST_FIELD) return -1;
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
