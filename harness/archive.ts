import { gunzipSync, gzipSync } from 'node:zlib';
import { DataError } from './errors.ts';
import { sha256 } from './hash.ts';

/** Files by name; what an archive holds. */
export type Files = ReadonlyMap<string, Buffer>;

/** The list of sums inside an archive; `sha256sum -c SHA256SUMS` reads it. */
export const SUMS = 'SHA256SUMS';

const BLOCK = 512;
/** gzip without name and time, on an unknown system: the same bytes everywhere but for zlib's own version. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);

/** Packs files, with a list of their sums, into a gzipped tar (POSIX ustar) that holds no time and no owner. */
export function packArchive(folder: string, files: Files): Buffer {
  const sums = [...files].map(([name, content]) => `${sha256(content)}  ${name}\n`).join('');
  return compressed(tarOf(folder, new Map([...files, [SUMS, Buffer.from(sums)]])));
}

/** Gzipped without name, time and system: equal contents give equal bytes. */
export function compressed(content: Uint8Array): Buffer {
  const packed = gzipSync(content, { level: 9 });
  GZIP_HEADER.copy(packed);
  return packed;
}

/** Unpacks what `packArchive` packed. Throws `DataError` when any byte is not as it was written. */
export function unpackArchive(packed: Buffer, origin: string): Files {
  const tar = unzip(packed, origin);
  const { folder, files } = readTar(tar, origin);
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
    return gunzipSync(packed);
  } catch (cause) {
    throw altered(origin, (cause as Error).message);
  }
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

function readTar(tar: Buffer, origin: string): { folder: string; files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>();
  let folder = '';
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const path = text(tar, at, 100);
    const size = Number.parseInt(text(tar, at + 124, 12), 8);
    const start = at + BLOCK;
    if (!Number.isSafeInteger(size) || start + size > tar.length) throw altered(origin, 'a tar header does not fit');
    const slash = path.indexOf('/');
    folder = path.slice(0, slash);
    files.set(path.slice(slash + 1), tar.subarray(start, start + size));
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return { folder, files };
}

function text(bytes: Buffer, at: number, length: number): string {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString();
}
