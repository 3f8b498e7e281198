import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../../storage/cache-folder.ts';
import { locate } from '../runner/child.ts';
import type { RustFolders } from './provers.ts';

/** Where this machine has `rustup` and its toolchains: what `RUSTUP_HOME` and `CARGO_HOME` name, or their folders in the home folder. */
export function findRust({ RUSTUP_HOME, CARGO_HOME, HOME = '/' }: Environment): RustFolders {
  const rustup = RUSTUP_HOME ?? join(HOME, '.rustup');
  const onPath = locate('rustup');
  const cargo = onPath === 'rustup' ? join(CARGO_HOME ?? join(HOME, '.cargo'), 'bin') : dirname(onPath);
  return {
    ...(existsSync(join(rustup, 'toolchains')) ? { rustup } : {}),
    // What lies under /usr is seen in every job.
    ...(existsSync(join(cargo, 'rustup')) && !cargo.startsWith('/usr/') ? { cargo } : {}),
  };
}
