import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { proverFilesHere } from '../../sandbox/tools/provers.ts';
import type { ToolSandbox } from '../../sandbox/tools/sandbox.ts';
import { cacheFolder, type Environment } from '../../storage/cache-folder.ts';
import { canonicalJson, sha256 } from '../../storage/hash.ts';
import { writeAtomically } from '../../storage/line-file.ts';
import type { ConformanceCase } from '../../verifiers/prover/conformance-case.ts';
import type { Prover } from '../../verifiers/prover/prover.ts';
import { createProofRunner, PROOF_BOUNDS, readVersions } from '../../verifiers/prover/run.ts';

/** Remembers on this machine which tools passed which conformance set: the same ones need not pass it before every run. */
export interface KeptConformance {
  /** Whether exactly these tools passed exactly these cases in a sandbox of this kind. Asks the tools their versions. Throws `SandboxLostError`. */
  hasPassed(prover: Prover, cases: readonly ConformanceCase[], sandbox: ToolSandbox): Promise<boolean>;
  passed(prover: Prover, cases: readonly ConformanceCase[], sandbox: ToolSandbox): Promise<void>;
}

export function keptConformance(environment: Environment): KeptConformance {
  const folder = join(cacheFolder('provers', environment), 'conformance');
  const fileOf = (...asked: Parameters<typeof keyOf>): string => join(folder, `${keyOf(...asked)}.json`);
  return {
    async hasPassed(prover, cases, sandbox) {
      if (!existsSync(fileOf(prover, cases, sandbox))) return false;
      const versions = await readVersions(sandbox, prover);
      return versions.every(({ expected, got }) => expected === got);
    },
    async passed(prover, cases, sandbox) {
      await mkdir(folder, { recursive: true });
      const said = { prover: prover.name, sandbox: sandbox.kind, cases: cases.length };
      await writeAtomically(fileOf(prover, cases, sandbox), `${JSON.stringify(said)}\n`);
    },
  };
}

/** Everything an answer depends on: what is asked, how, of which tools. An image is known by its digest, programs here by size and time. */
function keyOf(prover: Prover, cases: readonly ConformanceCase[], { kind, imageDigest }: ToolSandbox): string {
  const asked = cases.map(({ changed = (same: Prover) => same, bounds, ...rest }) => {
    const { files, folders, ...tool } = changed(prover);
    return [rest, tool.commands({ ...PROOF_BOUNDS, ...bounds }), files, folders];
  });
  const version = createProofRunner({ missing: 'only its version is asked' }).versionOf(prover);
  return sha256(canonicalJson([kind, imageDigest ?? proverFilesHere(), version, asked]));
}
