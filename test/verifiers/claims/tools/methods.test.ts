import { afterAll, describe, expect, test } from 'vitest';
import { CASE_TASK } from '../../../../harness/benchmarks/checks/check-programs.ts';
import type { CheckTool } from '../../../../harness/types/evaluator.ts';
import { createCheckTools } from '../../../../harness/verifiers/claims/tools/check-tools.ts';
import { toolSandboxes } from './tool-sandboxes.ts';

const TASK = { ...CASE_TASK, entryPoint: 'Solution.solve' };
/** Right once an instance: every call has a fresh one. */
const solution = (body: string): string => `class Solution:
    def __init__(self) -> None:
        self.calls = 0

    def solve(self, x: int, low: int, high: int) -> int:
        self.calls += 1
        if self.calls > 1:
            return high + 1
        ${body}
`;
const RIGHT = solution('return low if x < low else high if x > high else x');
const WRONG = solution('return low if x < low else x');

/** A check of each kind, with a call of the method. */
const CHECKS: Readonly<Record<CheckTool['kind'], (call: string) => string>> = {
  property: (call) =>
    `from hypothesis import given, strategies as st\n@given(st.integers())\ndef inside(x):\n    assert 1 <= ${call}(x, 1, 3) <= 3\n`,
  contract: (call) =>
    `def inside(x: int) -> int:\n    """\n    post: 1 <= __return__ <= 3\n    """\n    return ${call}(x, 1, 3)\n`,
  types: (call) => `nearest: int = ${call}(3, 1, 2)\n`,
};

const sandboxes = await toolSandboxes(2);
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

describe.each(sandboxes.map((sandbox) => [sandbox.kind, sandbox] as const))('under %s', (_, sandbox) => {
  const { tools } = createCheckTools(async () => sandbox);
  const ask = (kind: CheckTool['kind'], program: string, source: string) =>
    tools.find((tool) => tool.kind === kind)?.run(TASK, program, { kind, source });

  test.each(['Solution().solve', 'Solution.solve'])(
    'a check by a tool calls a method on a fresh instance: %s',
    { timeout: 300_000 },
    async (call) => {
      for (const kind of ['property', 'contract'] as const) {
        expect(await ask(kind, RIGHT, CHECKS[kind](call))).toMatchObject({ status: 'held' });
        expect(await ask(kind, WRONG, CHECKS[kind](call))).toMatchObject({ status: 'failed' });
      }
      expect(await ask('types', RIGHT, CHECKS.types(call))).toMatchObject({ status: 'held' });
      expect(await ask('types', RIGHT, CHECKS.types(call).replace('int', 'str'))).toMatchObject({ status: 'failed' });
    },
  );

  test('a check that names no method is about nothing, and a program without it fulfils none', {
    timeout: 300_000,
  }, async () => {
    const none = 'def inside(x: int) -> int:\n    """\n    post: True\n    """\n    return x\n';
    expect(await ask('contract', RIGHT, none)).toMatchObject({ status: 'not-applicable' });
    expect(await ask('types', RIGHT, 'nearest: int = 1\n')).toMatchObject({ status: 'not-applicable' });
    const other = 'class Solution:\n    def other(self) -> int:\n        return 1\n';
    expect(await ask('property', other, CHECKS.property('Solution().solve'))).toMatchObject({ status: 'failed' });
  });
});

test('where the tools are missing a check on a method says nothing of a program', async () => {
  const { tools } = createCheckTools(async () => ({ missing: 'not installed' }));
  for (const tool of tools) {
    const outcome = await tool.run(TASK, WRONG, { kind: tool.kind, source: CHECKS[tool.kind]('Solution().solve') });
    expect(outcome).toMatchObject({ status: 'not-applicable', isToolMissing: true });
  }
});
