import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Environment variables, passed in so that a test can have its own. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where `fetch-data` puts a dataset's files: `$XDG_CACHE_HOME/lucid-bench/<dataset>`, else `~/.cache/…`. */
export function cacheFolder(datasetId: string, environment: Environment): string {
  const configured = environment.XDG_CACHE_HOME;
  // The XDG specification: a relative path is invalid and must be ignored.
  const isUsable = configured !== undefined && isAbsolute(configured);
  const cache = isUsable ? configured : join(environment.HOME || homedir(), '.cache');
  return join(cache, 'lucid-bench', datasetId);
}
