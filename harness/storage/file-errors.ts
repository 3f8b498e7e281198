import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { FileError } from '../errors.ts';
import { bytesText } from '../text/sizes.ts';

/** What the system says of a path that a user can fix. Anything else is a bug and keeps its stack. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'this user has no right to it'],
  ['EPERM', 'this user has no right to it'],
  ['EROFS', 'its file system is read-only'],
  ['ENOTDIR', 'expected a folder, found a file on the way'],
  ['EEXIST', 'expected a folder, found a file'],
  ['EISDIR', 'expected a file, found a folder'],
  ['ENAMETOOLONG', 'its name is too long for this file system'],
  ['EFBIG', 'it is too large for this file system'],
  ['EMFILE', 'too many files are open; raise ulimit -n, or lower --concurrency'],
  ['ENFILE', 'too many files are open on this machine'],
  ['EIO', 'the disk answered with an error'],
  ['ELOOP', 'its links lead in a circle'],
]);

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/**
 * A system's error as one sentence: what, where, why, and how much was to be written where something was. Whatever is no system's
 * error, or none that a user can fix, comes back as it was.
 */
export function asFileError(error: unknown, path = pathOf(error), neededBytes?: number): unknown {
  if (error instanceof FileError || !(error instanceof Error) || path === undefined) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (FULL.has(code)) return new FileError(`${path}: ${fullDisk(code, path, neededBytes)}`, { cause: error });
  // Making a folder with those above it is answered so on a read-only file system, too.
  const isUnmade = code === 'ENOENT' && 'syscall' in error && error.syscall === 'mkdir';
  const isGone = code === 'ENOENT' && neededBytes !== undefined;
  const reason = isUnmade
    ? 'the folder cannot be made: read-only, or the one above it has gone'
    : isGone
      ? 'the folder it was in has gone'
      : REASONS.get(code);
  if (reason === undefined) return error;
  return new FileError(`${path}: ${reason} (${code})`, { cause: error });
}

function fullDisk(code: string, path: string, neededBytes: number | undefined): string {
  const needed = neededBytes === undefined ? '' : `, ${bytesText(neededBytes)} were to be written`;
  const free = freeBytes(path);
  const found = free === undefined ? '' : `, ${bytesText(free)} are free`;
  const what = code === 'ENOSPC' ? 'the disk is full' : 'the quota is used up';
  return `${what} (${code}${needed}${found}); what was written before is whole: make room and give the same command again, a run with --resume`;
}

function freeBytes(path: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

function pathOf(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;
}
