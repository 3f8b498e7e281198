import { posix } from 'node:path';
import { DataError } from '../../../errors.ts';
import type { Mirror } from '../repository/mirror.ts';

/** Names that were taken from the registry, and what stands in for them. */
const REPLACED: readonly (readonly [RegExp, string])[] = [[/^types-pkg_resources\b.*$/, 'types-setuptools']];

/** Lines about the repository itself, which is installed later, and remarks. */
const isLeftOut = (line: string): boolean => /^\s*(?:-e \.|#|\.\[test)/.test(line);

/**
 * The first of the files that the repository has at the commit, for pip; a file it includes (`-r other.txt`) stands in its place. What pip
 * cannot install is left out as the published images do. Throws `DataError` when the commit has none of them.
 */
export async function readRequirements(mirror: Mirror, commit: string, files: readonly string[]): Promise<string> {
  const texts = await mirror.readFiles(commit, files);
  const path = files.find((name) => texts.has(name));
  if (path === undefined) {
    throw new DataError(`${mirror.repository} has none of ${files.join(', ')} at ${commit.slice(0, 12)}`);
  }
  const lines: string[] = [];
  for (const line of (texts.get(path) ?? '').split('\n')) {
    const included = /^\s*(?:-r|--requirement)[ =]?\s*(\S+)/.exec(line)?.[1];
    if (included === undefined) lines.push(line);
    else lines.push(...(await readIncluded(mirror, commit, posix.join(posix.dirname(path), included))));
  }
  return `${lines
    .filter((line) => !isLeftOut(line))
    .map(replaced)
    .join('\n')}\n`;
}

async function readIncluded(mirror: Mirror, commit: string, path: string): Promise<string[]> {
  const text = (await mirror.readFiles(commit, [path])).get(path);
  return (text ?? '').split('\n').filter((line) => !/^\s*-r/.test(line));
}

const replaced = (line: string): string => REPLACED.reduce((text, [pattern, by]) => text.replace(pattern, by), line);
