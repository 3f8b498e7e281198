import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cacheFolder, type Environment } from './cache-folder.ts';

const KEY_BYTES = 32;

/**
 * A text's seal (hex HMAC-SHA256) with a key that only this user of this machine has, made when it is first asked for: tells what this
 * program wrote from what came with a folder of somebody else's. Undefined where no key can be kept.
 */
export async function ownSeal(text: string, environment: Environment): Promise<string | undefined> {
  const key = await ownKey(cacheFolder('own.key', environment));
  return key === undefined ? undefined : createHmac('sha256', key).update(text).digest('hex');
}

async function ownKey(path: string): Promise<Buffer | undefined> {
  const present = await readFile(path).catch(() => undefined);
  if (present !== undefined) return present.length === KEY_BYTES ? present : undefined;
  const own = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(own, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
    // A link is made once and whole: of two commands that begin at the same time, one gives the key.
    await link(own, path).catch(() => undefined);
    return await readFile(path);
  } catch {
    return undefined;
  } finally {
    await rm(own, { force: true }).catch(() => undefined);
  }
}
