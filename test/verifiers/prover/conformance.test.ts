import { afterAll, describe, expect, test } from 'vitest';
import { checkConformance } from '../../../harness/verifiers/prover/conformance.ts';
import { dafnyCases } from '../../../harness/verifiers/prover/dafny/conformance.ts';
import { DEBIAN_DAFNY, dafny } from '../../../harness/verifiers/prover/dafny/dafny.ts';
import { why3Cases } from '../../../harness/verifiers/prover/why3/conformance.ts';
import { why3 } from '../../../harness/verifiers/prover/why3/why3.ts';
import { proverSandboxes } from './prover-sandboxes.ts';

const sandboxes = await proverSandboxes();
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

const cases = [
  ...dafnyCases(DEBIAN_DAFNY).map((each) => [dafny.name, each.name, dafny, each] as const),
  ...why3Cases.map((each) => [why3.name, each.name, why3, each] as const),
];

describe.each(sandboxes.map((sandbox) => [sandbox.kind, sandbox] as const))('under %s', (_, sandbox) => {
  test.each(cases)('%s gives the one answer it may: %s', async (_prover, name, prover, each) => {
    const findings = await checkConformance(prover, [each], sandbox);
    expect(findings.find((finding) => finding.name === name)).toEqual({
      name,
      expected: each.expected,
      got: each.expected,
    });
    for (const { expected, got } of findings) expect(got).toBe(expected);
  });
});
