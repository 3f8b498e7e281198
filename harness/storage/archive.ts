import { readFile, stat } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DataError, messageOf, UsageError } from '../errors.ts';
import { bytesText } from '../text/sizes.ts';
import { quoted } from '../text/visible-text.ts';
import { sha256 } from './hash.ts';
import { entriesOf } from './tar.ts';

/** What an archive may be: all of it is in memory at once. */
const MOST_PACKED_BYTES = 256 << 20;
export const MOST_UNPACKED_BYTES = 1 << 30;
/** Records pack to a tenth or a twentieth. What claims to unpack to far more was made to fill the memory. */
const MOST_RATIO = 100;
const ALWAYS_ALLOWED_BYTES = 16 << 20;

/** Files by name; what an archive holds. */
export type Files = ReadonlyMap<string, Buffer>;

/** The list of sums inside an archive; `sha256sum -c SHA256SUMS` reads it. */
const SUMS = 'SHA256SUMS';

const BLOCK = 512;
/** gzip without name and time, on an unknown system: the same bytes everywhere but for zlib's own version. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);

/**
 * Packs files, with a list of their sums, into a gzipped tar (POSIX ustar) that holds no time and no owner. Throws `UsageError` for more
 * than could be unpacked again.
 */
export function packArchive(folder: string, files: Files): Buffer {
  const sums = [...files].map(([name, content]) => `${sha256(content)}  ${name}\n`).join('');
  const tar = tarOf(folder, new Map([...files, [SUMS, Buffer.from(sums)]]));
  const packed = compressed(tar);
  const most = Math.min(MOST_UNPACKED_BYTES, ALWAYS_ALLOWED_BYTES + MOST_RATIO * packed.length);
  if (packed.length <= MOST_PACKED_BYTES && tar.length <= most) return packed;
  throw new UsageError(
    `the bundle would have ${bytesText(packed.length)}, unpacked ${bytesText(tar.length)}; at most ${bytesText(MOST_PACKED_BYTES)} and ${bytesText(most)} can be read again`,
  );
}

/** Gzipped without name, time and system: equal contents give equal bytes. */
export function compressed(content: Uint8Array): Buffer {
  const packed = gzipSync(content, { level: 9 });
  GZIP_HEADER.copy(packed);
  return packed;
}

/**
 * Reads and unpacks what `packArchive` packed. Throws `DataError` when any byte is not as it was written, for a file whose name is not
 * among `names` or comes twice, and for one that is too large or would unpack to too much: before any of it is unpacked.
 */
export async function unpackArchive(path: string, names: ReadonlySet<string>): Promise<Files> {
  const { size } = await stat(path);
  if (size > MOST_PACKED_BYTES) {
    throw new DataError(`${path}: expected at most ${bytesText(MOST_PACKED_BYTES)}, got ${bytesText(size)}`);
  }
  const tar = unzip(await readFile(path), path);
  return readArchive(tar, path, names);
}

function readArchive(tar: Buffer, origin: string, names: ReadonlySet<string>): Files {
  const { folder, files } = readTar(tar, origin, names);
  const sums = files.get(SUMS);
  if (sums === undefined) throw new DataError(`${origin}: expected a ${SUMS} in it, found none`);
  const listed = new Map(sums.toString().split('\n').filter(Boolean).map(readSum));
  files.delete(SUMS);
  for (const [name, content] of files) {
    const [expected, got] = [listed.get(name), sha256(content)];
    if (expected !== got) {
      throw new DataError(
        `${origin}: ${name} was altered: its checksum is ${got}, ${SUMS} says ${expected ?? 'nothing'}`,
      );
    }
  }
  for (const name of listed.keys()) if (!files.has(name)) throw new DataError(`${origin}: ${name} is missing`);
  if (!tarOf(folder, new Map([...files, [SUMS, sums]])).equals(tar)) throw altered(origin, 'its tar headers differ');
  return files;
}

function unzip(packed: Buffer, origin: string): Buffer {
  if (!packed.subarray(0, GZIP_HEADER.length).equals(GZIP_HEADER)) {
    throw altered(origin, 'its gzip header is not the one bundles are written with');
  }
  try {
    return decompressed(packed, origin);
  } catch (error) {
    throw error instanceof DataError ? error : altered(origin, messageOf(error));
  }
}

/**
 * Unpacks gzip up to the size it says it has, if that is no more than a hundred times its own. Throws `DataError` naming both sizes
 * before anything is unpacked, zlib's error for what is not whole.
 */
export function decompressed(packed: Buffer, origin: string): Buffer {
  const most = Math.min(MOST_UNPACKED_BYTES, ALWAYS_ALLOWED_BYTES + MOST_RATIO * packed.length);
  const said = packed.length < 18 ? 0 : packed.readUInt32LE(packed.length - 4);
  if (said > most) {
    throw new DataError(
      `${origin}: expected at most ${bytesText(most)} unpacked from ${bytesText(packed.length)}, its last bytes say ${bytesText(said)}: it is cut off, damaged, or made to fill the memory`,
    );
  }
  return gunzipSync(packed, { maxOutputLength: Math.max(1, said) });
}

const altered = (origin: string, why: string): DataError =>
  new DataError(`${origin} was altered, or is no bundle of this program: the checksum fails (${why})`);

function readSum(line: string): [name: string, sum: string] {
  return [line.slice(66), line.slice(0, 64)];
}

function tarOf(folder: string, files: Files): Buffer {
  const blocks = [...files].flatMap(([name, content]) => [
    tarHeader(`${folder}/${name}`, content.length),
    content,
    Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

function tarHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`too long a name for an archive: ${name}`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, width: number): string => value.toString(8).padStart(width - 1, '0');
  header.write(name, 0);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 7)}\u0000 `, 148);
  return header;
}

function readTar(
  tar: Buffer,
  origin: string,
  names: ReadonlySet<string>,
): { folder: string; files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>();
  let folder = '';
  for (const { path, content } of entriesOf(tar, origin)) {
    const slash = path.indexOf('/');
    folder = path.slice(0, slash);
    const name = path.slice(slash + 1);
    if (name !== SUMS && !names.has(name)) throw new DataError(`${origin}: expected no file ${quoted(name)} in it`);
    if (files.has(name)) throw new DataError(`${origin}: expected ${name} once, found it twice`);
    files.set(name, content);
  }
  return { folder, files };
}
