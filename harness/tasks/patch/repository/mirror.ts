import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DataError, UsageError } from '../../../errors.ts';

/** Files of a repository at a commit, read from a bare copy of it; nothing is checked out. */
export interface Mirror {
  readonly repository: string;
  readonly path: string;
  /** Every file's path, sorted as git sorts. Throws `DataError` when the mirror does not have the commit. */
  listFiles(commit: string): Promise<readonly string[]>;
  /** The texts of files; a path that is no file at that commit, and a file that is not UTF-8 text, are not in the map. */
  readFiles(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const run = promisify(execFile);
const MANY_BYTES = 1 << 28;

/**
 * Opens a repository's bare mirror in a folder: `owner__name.git`, `owner__name`, `owner+name`, `owner/name.git`, `owner/name` or
 * `name.git`, bare, with a work tree, or with either in its folder `repo`. Throws `UsageError` with the command that makes one.
 */
export function openMirror(folder: string, repository: string): Mirror {
  const path = findMirror(folder, repository);
  const git = (...command: string[]): string[] => ['-c', 'safe.directory=*', `--git-dir=${path}`, ...command];
  return {
    repository,
    path,
    async listFiles(commit) {
      const listed = run('git', git('ls-tree', '-r', '-z', '--name-only', commit), { maxBuffer: MANY_BYTES });
      const { stdout } = await listed.catch((cause: Error) => {
        throw new DataError(`${path} does not have commit ${commit} of ${repository}: fetch it there`, { cause });
      });
      return stdout.split('\0').filter((name) => name !== '');
    },
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
    `--mirrors: no copy of ${repository} in ${folder}; make one: git clone --mirror https://github.com/${repository} ${target}`,
  );
}

/** Where the copy of a repository lies in a folder of mirrors; `undefined` when there is none. */
export function mirrorIn(folder: string, repository: string): string | undefined {
  const name = repository.slice(repository.indexOf('/') + 1);
  const names = [repository.replace('/', '__'), repository.replace('/', '+'), repository, name];
  const candidates = names.flatMap((each) => [`${each}.git`, each]).map((each) => join(folder, each));
  const folders = candidates.flatMap((path) => [path, join(path, 'repo')]);
  return folders.flatMap((path) => [join(path, '.git'), path]).find((path) => existsSync(join(path, 'HEAD')));
}

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
