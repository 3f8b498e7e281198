import { afterAll, beforeAll, expect, test } from 'vitest';
import { suiteOfDataset } from '../../../harness/sandbox/trusted-suite.ts';
import type { ClaimsReport } from '../../../harness/types/claims.ts';
import { gatherClaims } from '../../../harness/verifiers/claims/gather.ts';
import { locate } from '../../../harness/verifiers/claims/locate.ts';
import { AS_PUBLISHED, verifyClaims } from '../../../harness/verifiers/claims/verify-claims.ts';
import { reviewByRunning } from '../../../harness/verifiers/running/review-by-running.ts';
import { runCalls, runnable } from '../../../harness/verifiers/running/run-calls.ts';
import { type RealBench, realBench } from '../../fixtures/claims.ts';

const task = {
  kind: 'function',
  id: 'test/total',
  prompt: 'class Solution:\n    def solve(self, values: List[int]) -> int:\n        """The sum."""\n',
  entryPoint: 'Solution.solve',
  prelude: 'from typing import List\n',
  publicTests: suiteOfDataset('assert Solution().solve([1, 2]) == 3\nassert Solution().solve([4, 5, 6]) == 15\n'),
} as const;

/** Its sum is right once an instance: every call has a fresh one. */
const solution = (body: string, above = ''): string =>
  `class Solution:\n    total = 0\n\n${above}    def solve(self, values: List[int]) -> int:\n        """The sum."""\n        for value in values:\n            self.total += value\n        ${body}\n`;
const RIGHT = solution('return self.total');
const WRONG = solution('return self.total if values else None');

let bench: RealBench;
beforeAll(async () => {
  bench = { ...(await realBench()), task };
});
afterAll(() => bench.sandbox.close());

async function verify(program: string, ...claims: (readonly string[])[]): Promise<ClaimsReport> {
  const candidate = { text: program, extraction: { status: 'clean', cuts: [] }, responseSha256: '' } as const;
  const gathered = gatherClaims({
    task,
    candidate: { ...candidate, role: 'generate' },
    extracted: claims.map((tests, index) => ({
      text: `claim ${index}`,
      category: 'functionality',
      severity: 'high',
      tests,
      place: { part: 'docstring' },
    })),
    before: undefined,
    step: 0,
    isMadeWrong: () => false,
  });
  return verifyClaims(bench, program, gathered, AS_PUBLISHED);
}

test('claims on a method are decided, a right one and a wrong one, however they call it', async () => {
  for (const callee of ['Solution().solve', 'Solution.solve']) {
    const report = await verify(RIGHT, [`assert ${callee}([7, -3]) == 4`], [`assert ${callee}([9]) == 10`]);
    expect(report.claims).toMatchObject([
      { verdict: 'PASS', place: { part: 'docstring', line: 5 } },
      { verdict: 'FAIL', evidence: [{ input: '[9]', expected: '10', got: '9' }] },
    ]);
    expect(report.checks.map(({ state }) => state)).toEqual(['valid', 'valid']);
    const [claim] = (await verify(WRONG, [`assert ${callee}([]) == 0`])).claims;
    expect(claim).toMatchObject({ verdict: 'FAIL', evidence: [{ input: '[]', expected: '0', got: 'None' }] });
  }
});

test('each call of a check has a fresh instance, one that the check made too', async () => {
  const one = 'one = Solution()\nassert one.solve([2]) == 2\nassert one.solve([2]) == 2';
  expect((await verify(RIGHT, [one])).claims).toMatchObject([{ verdict: 'PASS' }]);
});

test('a check that contradicts an example, that nothing fails or that calls no method is none', async () => {
  const report = await verify(
    RIGHT,
    ['assert Solution.solve([1, 2]) == 4'],
    ['assert isinstance(Solution().solve([8]), object)'],
    ['assert Solution() is not None'],
    ['assert solve([1]) == 1'],
  );
  expect(report.checks.map(({ state, reason }) => [state, reason])).toEqual([
    ['retired', "contradicts the prompt's example Solution().solve([1, 2]) == 3"],
    ['vacuous', 'neither the candidates so far nor any mutant of them fails it'],
    ['invalid', 'does not call Solution.solve'],
  ]);
  expect(report.dropped).toBe(1);
});

test('a program without the method is not runnable, and every claim on it fails', async () => {
  const report = await verify('class Solution:\n    pass\n', ['assert Solution().solve([1]) == 1']);
  expect(report.notRunnable).toContain('no-entry-point');
  expect(report.claims).toMatchObject([{ verdict: 'FAIL' }]);
});

test('a place is that of the method in its class, not of another one of its name', () => {
  const other = 'class Other:\n    def solve(self):\n        """Not it."""\n';
  expect(locate('docstring', RIGHT + other, 'Solution.solve')).toBe(5);
  expect(locate('docstring', other, 'Solution.solve')).toBeUndefined();
});

const verdictsOf = async (program: string) =>
  Object.fromEntries((await reviewByRunning(bench, program, 1)).map(({ axis, verdict }) => [axis, verdict]));

test('a critic that runs programs judges a method on all four axes', { timeout: 120_000 }, async () => {
  const right = { correctness: 'PASS', 'input-output': 'PASS', efficiency: 'PASS', completeness: 'PASS' };
  expect(await verdictsOf(RIGHT)).toEqual(right);
  const wrong = solution('return str(self.total)');
  expect(await verdictsOf(wrong)).toMatchObject({ correctness: 'FAIL', 'input-output': 'FAIL' });
  const slow = solution('return sum(0 for _ in values for _ in values for _ in values) + self.total');
  expect(await verdictsOf(slow)).toEqual({ ...right, efficiency: 'FAIL' });
  expect(await verdictsOf(solution('return self.total + 0 * values[0]'))).toEqual({ ...right, completeness: 'FAIL' });
  const isStatic =
    'class Solution:\n    @staticmethod\n    def solve(values):\n        return sum([one for one in values])\n';
  expect(await verdictsOf(isStatic)).toEqual(right);
});

test('calls that a critic wrote are run, on an instance or on the class', async () => {
  const calls = runnable(['Solution.solve([1])', 'Solution().solve([])', 'solve([1])'], task.entryPoint);
  expect(calls).toEqual(['Solution.solve([1])', 'Solution().solve([])']);
  expect(await runCalls(bench, WRONG, calls, 1)).toEqual([
    { call: 'Solution.solve([1])', shown: '1' },
    { call: 'Solution().solve([])', shown: 'None' },
  ]);
});
