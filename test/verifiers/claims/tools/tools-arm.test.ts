import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConditions } from '../../../../harness/run/load-conditions.ts';
import { createCheckTools } from '../../../../harness/verifiers/claims/tools/check-tools.ts';
import { type RealBench, realBench, reportOf, runClaims, scripted } from '../../../fixtures/claims.ts';
import { toolSandboxes } from './tool-sandboxes.ts';

const TYPED = 'def shift(x: int, by: int = 1) -> int:\n';
const RIGHT = `${TYPED}    return x + by\n`;
const WRONG = `${TYPED}    if x < 0:\n        return x\n    return x + by\n`;
const CLAIMS = [
  {
    text: 'moves every number by one',
    severity: 'critical',
    tests: [
      'from hypothesis import given, strategies as st\n@given(st.integers())\ndef moved(x):\n    assert shift(x) == x + 1',
    ],
  },
  {
    text: 'the result is above what was given',
    tests: ['def above(x: int) -> int:\n    """\n    post: __return__ > x\n    """\n    return shift(x)'],
  },
  { text: 'gives a number', severity: 'low', tests: ['x: int = shift(1)'] },
] as const;

const [arm] = await loadConditions(['lucid-generated-tools']);
const sandboxes = await toolSandboxes(1);
let real: RealBench;
beforeAll(async () => {
  real = await realBench();
});
afterAll(() => Promise.all([real.sandbox.close(), ...sandboxes.map((sandbox) => sandbox.close())]));

const model = () => scripted({ programs: [WRONG, RIGHT], claims: [CLAIMS] });

describe.each(sandboxes.map((sandbox) => [sandbox.kind, sandbox] as const))(
  'lucid-generated-tools under %s',
  (_, sandbox) => {
    test('a property and a contract find what is wrong, the repair satisfies them, and mypy agrees throughout', async () => {
      if (arm === undefined) throw new Error('the arm is not there');
      const { tools } = createCheckTools(async () => sandbox);
      const { steps, end } = await runClaims(real, arm, model(), { tools });
      const verdicts = steps.map((step) => reportOf(step)?.claims.map(({ verdict }) => verdict));
      expect(verdicts).toEqual([
        ['FAIL', 'FAIL', 'PASS'],
        ['PASS', 'PASS', 'PASS'],
      ]);
      expect(reportOf(steps[0])?.checks.map(({ kind }) => kind)).toEqual(['property', 'contract', 'types']);
      expect(reportOf(steps[1])?.gaps).toEqual({ gap: 0, weighted: 0 });
      expect(end).toEqual({ status: 'submitted', reason: 'accepted' });
    }, 300_000);
  },
);

test('where the tools are missing no claim is applicable, each with that reason, and nothing is called wrong', async () => {
  if (arm === undefined) throw new Error('the arm is not there');
  const { tools } = createCheckTools(async () => ({ missing: 'not installed: npm run build-images -- --tools' }));
  const { steps, end } = await runClaims(real, arm, model(), { tools });
  expect(steps.map(({ verdict }) => verdict)).toEqual([undefined]);
  for (const { verdict, reason } of reportOf(steps[0])?.claims ?? []) {
    expect(verdict).toBe('NOT-APPLICABLE');
    expect(reason).toMatch(/not installed/);
  }
  expect(end).toEqual({ status: 'submitted', reason: 'finished' });
});
