import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DataError, UsageError } from '../../../errors.ts';
import { STAND_INS_FILE, standInFor } from './stand-ins.ts';

/** Files of a repository at a commit, read from a bare copy of it; nothing is checked out. */
export interface Mirror {
  readonly repository: string;
  readonly path: string;
  /** Throws `DataError` when the mirror does not have the commit with all of its files; a copy that was cut may have it without some. */
  check(commit: string): Promise<void>;
  /** Every file's path, sorted as git sorts. Throws `DataError` when the mirror does not have the commit. */
  listFiles(commit: string): Promise<readonly string[]>;
  /** The texts of files; a path that is no file at that commit, and a file that is not UTF-8 text, are not in the map. */
  readFiles(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const run = promisify(execFile);
const MANY_BYTES = 1 << 28;

/**
 * Opens a repository's mirror in a folder: the clone that `mirrors.json` names for it (stand-ins.ts), else `owner__name.git`,
 * `owner__name`, `owner+name`, `owner/name.git`, `owner/name` or `name.git`; bare, with a work tree, or with either in its folder
 * `repo`. Throws `UsageError` with the command that makes one.
 */
export function openMirror(folder: string, repository: string): Mirror {
  const path = findMirror(folder, repository);
  // A replacement that a clone brings along would show other files under the same commit.
  const settings = ['--no-replace-objects', '-c', 'safe.directory=*', `--git-dir=${path}`];
  const git = (...command: string[]): string[] => [...settings, ...command];
  const linesOf = async (end: string, commit: string, ...command: string[]): Promise<string[]> => {
    const listed = run('git', git(...command, commit), { maxBuffer: MANY_BYTES });
    const { stdout } = await listed.catch((cause: Error) => {
      throw new DataError(`${path} does not have commit ${commit} of ${repository}: fetch it there`, { cause });
    });
    return stdout.split(end).filter((line) => line !== '');
  };
  return {
    repository,
    path,
    async check(commit) {
      const objects = await linesOf('\n', commit, 'rev-list', '--objects', '--no-walk', '--missing=print');
      const missing = objects.filter((line) => line.startsWith('?')).length;
      if (missing === 0) return;
      const what = missing === 1 ? '1 file' : `${missing} files`;
      throw new DataError(`${path} does not have ${what} of commit ${commit} of ${repository}: fetch it there`);
    },
    listFiles: (commit) => linesOf('\0', commit, 'ls-tree', '-r', '-z', '--name-only'),
    async readFiles(commit, paths) {
      const readable = paths.filter((name) => !name.includes('\n'));
      const bytes = await piped(
        'git',
        git('cat-file', '--batch'),
        readable.map((name) => `${commit}:${name}\n`).join(''),
      );
      return readBatch(bytes, readable);
    },
  };
}

function findMirror(folder: string, repository: string): string {
  const found = mirrorIn(folder, repository);
  if (found !== undefined) return found;
  const target = join(folder, `${repository.replace('/', '__')}.git`);
  throw new UsageError(
    `--mirrors: no copy of ${repository} in ${folder}; make one: git clone --mirror https://github.com/${repository} ${target}, or name any clone that has its commits in ${join(folder, STAND_INS_FILE)}`,
  );
}

/**
 * Where the copy of a repository lies in a folder of mirrors; `undefined` when there is none. Throws `DataError` for a `mirrors.json` that
 * cannot be read, or names for this repository what is no clone.
 */
export function mirrorIn(folder: string, repository: string): string | undefined {
  const named = standInFor(folder, repository);
  if (named !== undefined) {
    const found = gitFolderIn(named);
    if (found !== undefined) return found;
    throw new DataError(`${join(folder, STAND_INS_FILE)}: ${repository}: ${named} is no clone of a git repository`);
  }
  const name = repository.slice(repository.indexOf('/') + 1);
  const names = [repository.replace('/', '__'), repository.replace('/', '+'), repository, name];
  const folders = names.flatMap((each) => [`${each}.git`, each]).map((each) => join(folder, each));
  return folders.map(gitFolderIn).find((path) => path !== undefined);
}

/** The git folder of a clone: itself, its `.git`, or either of its folder `repo`. */
const gitFolderIn = (clone: string): string | undefined =>
  [clone, join(clone, 'repo')]
    .flatMap((path) => [join(path, '.git'), path])
    .find((path) => existsSync(join(path, 'HEAD')));

function piped(program: string, command: readonly string[], input: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, command, { stdio: ['pipe', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(new DataError(`${program} ${command.join(' ')} ended with ${code}`));
    });
    child.stdin.end(input);
  });
}

/** `git cat-file --batch`: for each name `<sha> blob <size>`, the bytes and a line end; or `<name> missing`. */
function readBatch(bytes: Buffer, paths: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  let at = 0;
  for (const path of paths) {
    const end = bytes.indexOf(0x0a, at);
    const header = bytes.subarray(at, end).toString('utf8');
    at = end + 1;
    const [, kind, size] = /^[0-9a-f]{40,} (\w+) (\d+)$/.exec(header) ?? [];
    if (size === undefined) continue;
    const content = bytes.subarray(at, at + Number(size));
    at += Number(size) + 1;
    const text = kind === 'blob' ? asText(content) : undefined;
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

function asText(content: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
