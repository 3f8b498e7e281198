import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Removes a scratch folder with all that programs left in it, as far as that is allowed; never throws. It may be deeper than any path may
 * be long, where Node's own `rm` ends, and closed to its owner.
 */
export async function removeScratch(folder: string): Promise<void> {
  await run('rm', ['-rf', '--', folder]).catch(async () => {
    await run('chmod', ['-R', 'u+rwX', '--', folder]).catch(() => {});
    await run('rm', ['-rf', '--', folder]).catch(() => {});
  });
}
