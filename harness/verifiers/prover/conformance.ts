import { UsageError } from '../../errors.ts';
import type { ToolSandbox } from '../../sandbox/tools/sandbox.ts';
import type { ProofAnswer } from '../../types/proof.ts';
import type { ConformanceCase } from './conformance-case.ts';
import { messagesOf, type Prover, wordOf } from './prover.ts';
import { createProofRunner, PROOF_BOUNDS, readVersions } from './run.ts';

/** What came of a case; `got` is what was expected where the prover conforms. */
interface ConformanceFinding {
  readonly name: string;
  readonly expected: string;
  readonly got: string;
  /** What it said, where it does not conform. */
  readonly detail?: string;
}

/**
 * Runs a prover's cases, its versions first. One finding for each; an arm may start when none differs. Throws `UsageError` for another
 * version, whose output is not what is read here, and `SandboxLostError`.
 */
export async function checkConformance(
  prover: Prover,
  cases: readonly ConformanceCase[],
  sandbox: ToolSandbox,
): Promise<readonly ConformanceFinding[]> {
  const findings: ConformanceFinding[] = [];
  for (const { name, expected, got } of await readVersions(sandbox, prover)) {
    if (got !== expected)
      throw new UsageError(`${prover.name}: expected ${name} ${expected}, whose answers are read here, got ${got}`);
    findings.push({ name: `version of ${name}`, expected, got });
  }
  for (const { name, program, probe, changed = unchanged, bounds, expected } of cases) {
    const runner = createProofRunner(sandbox, { ...PROOF_BOUNDS, ...bounds });
    const { answer } = await runner.prove(changed(prover), program, probe);
    const got = wordOf(answer);
    const detail = got === expected ? {} : { detail: textOf(answer) };
    findings.push({ name, expected, got, ...detail });
  }
  return findings;
}

const unchanged = (prover: Prover): Prover => prover;

const textOf = (answer: ProofAnswer): string =>
  messagesOf(answer)
    .map(({ text }) => text)
    .join('; ')
    .slice(0, 300);
