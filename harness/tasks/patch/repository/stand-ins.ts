import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DataError } from '../../../errors.ts';
import { z } from '../../../storage/schema.ts';

/** The file in a folder of mirrors that names copies under other names: forks, or copies that lie elsewhere. */
export const STAND_INS_FILE = 'mirrors.json';

const standInsShape = z.record(
  z.string().regex(/^[^/\s]+\/[^/\s]+$/, 'expected a repository as owner/name'),
  z.string().min(1, 'expected the path of a clone'),
);

/**
 * The clone that stands for a repository, as `mirrors.json` of a folder of mirrors says: `{"owner/name": "path of any clone"}`, paths
 * from that folder on. `undefined` where the file, or the repository in it, is absent. A fork serves as well as the original: an
 * instance is read at a commit, and a commit's hash decides all of its files. Throws `DataError` naming file and key.
 */
export function standInFor(folder: string, repository: string): string | undefined {
  const path = join(folder, STAND_INS_FILE);
  if (!existsSync(path)) return undefined;
  const read = standInsShape.safeParse(parse(path));
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? '' : `, ${issue.path.join('.')}`;
    const what = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message;
    throw new DataError(`${path}${where}: ${what}; expected {"owner/name": "path of a clone", …}`);
  }
  const named = Object.entries(read.data).find(([name]) => name === repository)?.[1];
  return named === undefined ? undefined : resolve(folder, named);
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new DataError(`${path}: not JSON: ${(cause as Error).message}`, { cause });
  }
}
