import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { identitySha256 } from '../records/manifest-shape.ts';
import { sha256 } from '../storage/hash.ts';
import type { SandboxInfo } from '../types/evaluator.ts';
import type { Identity, Manifest } from '../types/record.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Identity decides whether two runs may be compared; provenance is printed and forbids nothing. */
export function createManifest(
  identity: Identity,
  isSimulated: boolean,
  sandbox: Omit<SandboxInfo, 'why'>,
  more: Manifest['provenance'] = {},
): Manifest {
  const provenance = {
    commit: git('rev-parse', 'HEAD') ?? 'unknown',
    isDirty: isDirty() ?? 'unknown',
    lockfileSha256: fileSha256('package-lock.json'),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    sandbox: sandbox.kind,
    sandboxDescription: sandbox.description,
    ...(sandbox.imageDigest === undefined ? {} : { imageDigest: sandbox.imageDigest }),
    ...more,
  };
  return { version: 1, identity, identitySha256: identitySha256(identity), provenance, isSimulated };
}

function git(...command: string[]): string | undefined {
  try {
    return execFileSync('git', command, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** Whether files differ from the commit; `undefined` where git cannot say. */
function isDirty(): boolean | undefined {
  const status = git('status', '--porcelain');
  return status === undefined ? undefined : status !== '';
}

function fileSha256(name: string): string {
  const path = `${ROOT}/${name}`;
  return existsSync(path) ? sha256(readFileSync(path)) : 'unknown';
}
