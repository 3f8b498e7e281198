import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
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
export function packCheckout(
  mirror: Mirror,
  commit: string,
  name: string,
  tarPath: string,
  options: CheckoutOptions,
  environment: Environment,
): Promise<string> {
  return inScratch(mirror, name, environment, async (scratch) => {
    const { inside, folder } = scratch;
    const tag = await scratch.tagOf(commit, options.otherTag);
    await scratch.fetch(commit);
    await inside('-c', 'advice.detachedHead=false', 'checkout', '--quiet', '-B', 'main', commit);
    await inside('tag', tag, commit);
    await rm(join(folder, '.git', 'FETCH_HEAD'), { force: true });
    // A copy of the tree has other inodes: git would read every file again at the first commit there, and touch the pack for it, which then
    // stands in the image twice. Evaluations unset it again: a file that keeps its size and time would hide from git.
    await inside('config', 'core.checkStat', 'minimal');
    await inside('config', 'core.trustctime', 'false');
    // An instance that adds to this commit looks for sources that are gone (layer-scripts.ts): one that was moved is.
    await inside('config', 'diff.renames', 'false');
    await inside('read-tree', 'HEAD');
    await inside('update-index', '-q', '--refresh');
    // A file of the index's own second would be read again too.
    const index = join(folder, '.git', 'index');
    const later = (await stat(index)).mtimeMs / 1000 + 2;
    await utimes(index, later, later);
    await scratch.pack(tarPath, options.tester, [name]);
    return tag;
  });
}

/** Where packing takes place, and whom its files belong to in the image. */
interface CheckoutOptions {
  /** The name of a commit that has no tag before it. */
  readonly otherTag: string;
  /** User and group. */
  readonly tester: string;
}

/**
 * Packs what a repository has to be given so that a commit can be checked out there, if it was made by `packCheckout` of the commit below: one
 * pack of git's. Throws `DataError` when the mirror does not have one of both, or when the one below is later than the other: an image
 * must not hold what came after its instance. Returns the tag, which is not in the pack.
 */
export function packDifference(
  mirror: Mirror,
  { below, commit }: { readonly below: string; readonly commit: string },
  name: string,
  tarPath: string,
  options: CheckoutOptions,
  environment: Environment,
): Promise<string> {
  return inScratch(mirror, name, environment, async (scratch) => {
    const { inside, folder } = scratch;
    const packs = join('.git', 'objects', 'pack');
    await scratch.fetch(below);
    // A name is what tells the mirror that this is here already.
    await inside('update-ref', 'refs/heads/below', below);
    const earlier = new Set(await readdir(join(folder, packs)));
    await scratch.fetch(commit);
    const [belowTime, time] = await Promise.all(
      [below, commit].map((each) => inside('show', '--no-patch', '--format=%ct', each)),
    );
    if (Number(belowTime) > Number(time))
      throw new DataError(
        `${below} of ${mirror.repository} is later than ${commit}: the shared commit has to be no later than any of its instances`,
      );
    const added = (await readdir(join(folder, packs))).filter((file) => !earlier.has(file));
    // Of the same commit there is nothing to bring; an archive of nothing is none.
    const files = added.length === 0 ? [packs] : added.map((file) => join(packs, file));
    if (added.length === 0) await Promise.all([...earlier].map((file) => rm(join(folder, packs, file))));
    await scratch.pack(
      tarPath,
      options.tester,
      files.map((file) => join(name, file)),
    );
    return scratch.tagOf(commit, options.otherTag);
  });
}

interface Scratch {
  /** A new repository. */
  readonly folder: string;
  /** Runs git there; returns what it prints. */
  inside(...words: string[]): Promise<string>;
  /** One commit, without its history; what the repository has already is not fetched again. Throws `DataError`. */
  fetch(commit: string): Promise<void>;
  /** The newest tag before a commit, in the mirror. */
  tagOf(commit: string, otherTag: string): Promise<string>;
  /** These files, by their paths from the folder's own name on. */
  pack(tarPath: string, tester: string, files: readonly string[]): Promise<void>;
}

async function inScratch<T>(
  mirror: Mirror,
  name: string,
  { PATH }: Environment,
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), 'lucid-bench-checkout-'));
  try {
    const settings = join(scratch, 'gitconfig');
    await writeFile(settings, SETTINGS);
    const environment = { PATH, GIT_CONFIG_GLOBAL: settings, GIT_CONFIG_NOSYSTEM: '1' };
    const git = (...words: string[]) =>
      run('git', words, { env: environment, maxBuffer: 1 << 26 }).then(({ stdout }) => stdout.trim());
    const folder = join(scratch, name);
    await mkdir(folder);
    const inside = (...words: string[]) => git('-C', folder, ...words);
    await inside('init', '--quiet');
    return await work({
      folder,
      inside,
      tagOf: (commit, otherTag) =>
        git(`--git-dir=${mirror.path}`, 'describe', '--tags', '--abbrev=0', commit).catch(() => otherTag),
      async fetch(commit) {
        const words = ['fetch', '--quiet', '--depth=1', '--no-tags', `file://${mirror.path}`, commit];
        await inside('-c', 'fetch.unpackLimit=1', ...words).catch((cause: Error) => {
          throw notFetched(mirror, commit, cause);
        });
      },
      async pack(tarPath, tester, files) {
        const [user, group] = tester.split(':');
        const owner = [`--owner=${user}`, `--group=${group}`, '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];
        await run('tar', ['-cf', tarPath, '-C', scratch, ...owner, ...files]);
      },
    });
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
