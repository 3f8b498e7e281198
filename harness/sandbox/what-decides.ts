import { cpus, release, totalmem } from 'node:os';
import { canonicalJson, sha256 } from '../storage/hash.ts';
import type { ExecutionLimits, Sandbox } from '../types/execution.ts';
import { containerSpec } from './docker/spec.ts';
import { GRADER_VERSION } from './executor.ts';
import { runnerProgram } from './runner/source.ts';

/**
 * One hash of all that decides what programs come to in this sandbox on this machine, but for the programs and their tests: image, runner,
 * container, grader, limits, processor, memory and kernel. `undefined` where no image is run: nobody can say then what the machine's own
 * libraries are.
 */
export function whatDecides(
  { kind, imageDigest }: Pick<Sandbox, 'kind' | 'imageDigest'>,
  limits: ExecutionLimits,
  runner: Uint8Array = runnerProgram(),
): string | undefined {
  if (imageDigest === undefined) return undefined;
  const container = containerSpec({ image: imageDigest, uidBase: 0, labels: {} });
  const machine = [release(), totalmem(), ...cpus().map(({ model }) => model)];
  return sha256(canonicalJson({ kind, container, runner: sha256(runner), grader: GRADER_VERSION, limits, machine }));
}
