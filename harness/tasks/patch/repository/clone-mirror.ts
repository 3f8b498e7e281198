import { spawn } from 'node:child_process';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../../errors.ts';
import type { Environment } from '../../../storage/cache-folder.ts';
import { type Mirror, mirrorIn, openMirror } from './mirror.ts';

/** Where repositories are cloned from when there is no copy: an address of a service, to which `/<owner>/<name>.git` is added. */
const OFFICIAL_ADDRESS = 'https://github.com';

interface CloneParts {
  readonly environment: Environment;
  /** Milliseconds. */
  now(): number;
  say(line: string): void;
  readonly signal: AbortSignal;
}

/**
 * Opens a repository's mirror in a folder; when it is not there, it is cloned bare, saying how far it is. A clone that was broken off
 * leaves nothing that looks like one. Throws `UsageError` with git's own words.
 */
export async function cloneMirror(
  folder: string,
  repository: string,
  parts: CloneParts,
  address: string = OFFICIAL_ADDRESS,
): Promise<Mirror> {
  if (mirrorIn(folder, repository) !== undefined) return openMirror(folder, repository);
  const path = join(folder, `${repository.replace('/', '__')}.git`);
  const part = `${path}.part`;
  const url = `${address}/${repository}.git`;
  parts.say(`cloning ${url}`);
  await mkdir(folder, { recursive: true });
  await rm(part, { recursive: true, force: true });
  try {
    await cloneBare(url, part, parts);
    await rename(part, path);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
  return openMirror(folder, repository);
}

/** How often a line of git's progress is passed on. */
const EVERY_MS = 5_000;

function cloneBare(url: string, path: string, { environment, now, say, signal }: CloneParts): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['clone', '--bare', '--progress', url, path], {
      env: { ...environment, GIT_TERMINAL_PROMPT: '0' },
      signal,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    let shownAt = now();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-1_000);
      const line = text.split(/[\r\n]+/).findLast((each) => each.includes('%'));
      if (line === undefined || now() - shownAt < EVERY_MS) return;
      shownAt = now();
      say(`  ${line.trim()}`);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new UsageError(`${url} cannot be cloned: ${lastWords(said)}; name existing copies with --mirrors`));
    });
  });
}

const lastWords = (said: string): string =>
  said
    .split(/[\r\n]+/)
    .findLast((line) => line.startsWith('fatal:'))
    ?.trim() ?? 'git ended without a word';
