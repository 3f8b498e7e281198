import { DataError } from '../errors.ts';

const BLOCK = 512;
/** Where a header's fields are: POSIX ustar. */
const [NAME, SIZE, SUM, TYPE, PREFIX] = [0, 124, 148, 156, 345];

/** A file in a tar: its path, whether it is a plain file, and its bytes. */
interface TarEntry {
  readonly path: string;
  readonly isFile: boolean;
  readonly content: Buffer;
}

/** The entries of a tar, one after the other. Throws `DataError` naming the byte where it is not whole. */
export function* entriesOf(tar: Buffer, origin: string): Generator<TarEntry> {
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + BLOCK);
    const size = Number.parseInt(field(header, SIZE, 12), 8);
    const start = at + BLOCK;
    if (!hasItsSum(header) || !Number.isSafeInteger(size) || start + size > tar.length)
      throw new DataError(`${origin} is damaged at byte ${at}`);
    const path = [field(header, PREFIX, 155), field(header, NAME, 100)].filter((part) => part !== '').join('/');
    yield { path, isFile: isFile(header), content: tar.subarray(start, start + size) };
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/**
 * The text files of a published tar whose paths `wanted` captures, by what it captures, in that order. Throws `DataError` where it is not whole,
 * holds none of them, or one of them twice.
 */
export function textsInTar(tar: Buffer, wanted: RegExp): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { path, isFile, content } of entriesOf(tar, 'the archive')) {
    const name = isFile ? wanted.exec(path)?.[1] : undefined;
    if (name !== undefined && texts.has(name)) throw new DataError(`the archive holds ${name} twice`);
    if (name !== undefined) texts.set(name, content.toString());
  }
  if (texts.size === 0) throw new DataError(`the archive holds no file ${wanted.source}`);
  return new Map([...texts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isFile = (header: Buffer): boolean => header[TYPE] === 0 || header[TYPE] === '0'.charCodeAt(0);

/** A header's bytes add up to what it says, its own sum counted as spaces. */
function hasItsSum(header: Buffer): boolean {
  const sum = header.reduce((total, byte, place) => total + (place >= SUM && place < SUM + 8 ? 32 : byte), 0);
  return sum === Number.parseInt(field(header, SUM, 8), 8);
}

function field(header: Buffer, at: number, length: number): string {
  const bytes = header.subarray(at, at + length);
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? length : end).toString();
}
