import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The sample of the study's public result files, unpacked into a temporary folder; it is never in the repository. `undefined`, loudly,
 * when LUCID_BENCH_DATA does not lead to it.
 */
export function unpackSample(): string | undefined {
  const data = process.env.LUCID_BENCH_DATA;
  const archive = data === undefined ? undefined : join(data, 'published', 'lucid-results-sample.tgz');
  if (archive === undefined || !existsSync(archive)) {
    console.warn(
      'NOT TESTED: importing the sample of published result files: set LUCID_BENCH_DATA to a folder with published/lucid-results-sample.tgz',
    );
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'published-sample-'));
  execFileSync('tar', ['xzf', archive, '-C', folder]);
  return folder;
}
