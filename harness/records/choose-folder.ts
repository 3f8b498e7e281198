import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import type { Manifest } from '../types/record.ts';
import { readManifest } from './run-folder.ts';

interface FolderOptions {
  readonly out?: string | undefined;
  readonly resume?: boolean | undefined;
}

/** A new folder for a new run; with --resume the given one, or the newest of the same identity. Throws `UsageError` for one in use. */
export async function chooseFolder(manifest: Manifest, { out, resume }: FolderOptions): Promise<string> {
  if (out !== undefined) {
    if (resume === true || (await readManifest(out)) === undefined) return out;
    throw new UsageError(`${out} holds a run already; add --resume to go on with it, or give another --out`);
  }
  const slug = manifest.identity.model.replaceAll(/[^\w.-]+/g, '-');
  const name = join('results', `${manifest.identity.dataset}-${slug}-${manifest.identitySha256.slice(0, 8)}`);
  let newest: string | undefined;
  for (let number = 1; ; number++) {
    const path = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(path)) return resume === true ? (newest ?? path) : path;
    newest = path;
  }
}
