import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DataError } from '../../../errors.ts';
import type { Environment } from '../../../storage/cache-folder.ts';
import type { Mirror } from './mirror.ts';

const run = promisify(execFile);

/** Nothing of the user's own settings; local copies of other users may be read, by the id of any commit. */
const SETTINGS = '[safe]\n\tdirectory = *\n[uploadpack]\n\tallowAnySHA1InWant = true\n[init]\n\tdefaultBranch = main\n';

/**
 * Packs a work tree at a commit with a history of that one commit: nothing later can be reached from it, nothing earlier either. The
 * commit carries the name of the newest tag before it (else `otherTag`), since builds read a version from there. All of it belongs to
 * `tester` (user and group), who runs the tests: a file that changes hands in a container is copied there. Throws
 * `DataError` when the mirror does not have the commit. Returns the tag.
 */
export async function packCheckout(
  mirror: Mirror,
  commit: string,
  name: string,
  tarPath: string,
  { otherTag, tester }: { readonly otherTag: string; readonly tester: string },
  { PATH }: Environment,
): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'lucid-bench-checkout-'));
  try {
    const settings = join(scratch, 'gitconfig');
    await writeFile(settings, SETTINGS);
    const environment = { PATH, GIT_CONFIG_GLOBAL: settings, GIT_CONFIG_NOSYSTEM: '1' };
    const git = (...words: string[]) =>
      run('git', words, { env: environment, maxBuffer: 1 << 26 }).then(({ stdout }) => stdout.trim());
    const tag = await git(`--git-dir=${mirror.path}`, 'describe', '--tags', '--abbrev=0', commit).catch(() => otherTag);
    const folder = join(scratch, name);
    await mkdir(folder);
    const inside = (...words: string[]) => git('-C', folder, ...words);
    await inside('init', '--quiet');
    await inside('fetch', '--quiet', '--depth=1', '--no-tags', `file://${mirror.path}`, commit).catch(
      (cause: Error) => {
        throw notFetched(mirror, commit, cause);
      },
    );
    await inside('-c', 'advice.detachedHead=false', 'checkout', '--quiet', '-B', 'main', commit);
    await inside('tag', tag, commit);
    await rm(join(folder, '.git', 'FETCH_HEAD'), { force: true });
    // A copy of the tree has other inodes: git would read every file again at the first commit there, and touch the pack for it, which then
    // stands in the image twice. Evaluations unset it again: a file that keeps its size and time would hide from git.
    await inside('config', 'core.checkStat', 'minimal');
    await inside('config', 'core.trustctime', 'false');
    await inside('read-tree', 'HEAD');
    await inside('update-index', '-q', '--refresh');
    // A file of the index's own second would be read again too.
    const index = join(folder, '.git', 'index');
    const later = (await stat(index)).mtimeMs / 1000 + 2;
    await utimes(index, later, later);
    const [user, group] = tester.split(':');
    const owner = [`--owner=${user}`, `--group=${group}`, '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];
    await run('tar', ['-cf', tarPath, '-C', scratch, ...owner, name]);
    return tag;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A copy that lacks the commit, or holds it without some of its files, as cut copies do. */
function notFetched({ path, repository }: Mirror, commit: string, cause: Error): DataError {
  const words = /(?:remote: )?fatal: (?:unable|bad|could not|cannot|not a) .*/.exec(cause.message)?.[0].trim();
  const isAbsent = words === undefined || /not our ref|couldn't find remote ref/.test(cause.message);
  const what = isAbsent ? `does not have commit ${commit}` : `does not have all files of commit ${commit} (${words})`;
  return new DataError(`${path} ${what} of ${repository}: fetch it there`, { cause });
}
