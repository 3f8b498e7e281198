import { afterAll, beforeAll, expect, test } from 'vitest';
import { submissionsTable } from '../../harness/building/commands/submit-command.ts';
import { createPrograms } from '../../harness/building/programs.ts';
import { judgeSubmission } from '../../harness/building/submission.ts';
import { SandboxLostError } from '../../harness/errors.ts';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';
import type { Sandbox } from '../../harness/types/execution.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createProcessSandbox({ slots: 2 });
});
afterAll(() => sandbox.close());

const tests = [1, 2, 3, 4].map((n) => {
  return { category: 'basic', arguments: `(${n},)`, expected: `[${n}, 0]`, source: 'user' } as const;
});
const solution = (body: string) => `class Solution:\n    def solve(self, n):\n        ${body}\n`;
const judge = (code: string, comparison: 'exact' | 'unordered' | 'float' = 'exact') =>
  judgeSubmission(code, { tests, comparison }, createPrograms(sandbox, 'pair'));

test('each test is run alone: one that fails, raises or does not end says nothing of the others', async () => {
  const body = 'return [n, 0] if n == 1 else [0, n] if n == 2 else 1 / 0 if n == 3 else [x for x in iter(int, 1)]';
  const judged = await judge(solution(body));
  expect(judged).toMatchObject({
    faults: [],
    tests: ['passed', 'wrong', 'raised', 'cut'],
    passed: 1,
    withoutCheck: 'unsolved',
    withCheck: 'unsolved',
  });
});

test('the comparison is the task’s: exact, in any order, within a tolerance', async () => {
  const turned = solution('return [0, n]');
  expect((await judge(turned)).withoutCheck).toBe('unsolved');
  expect((await judge(turned, 'unordered')).withoutCheck).toBe('solved');
  const near = solution('return [n + 1e-9, 0]');
  expect((await judge(near)).withoutCheck).toBe('unsolved');
  expect((await judge(near, 'float')).withoutCheck).toBe('solved');
});

test('a right program with a fault of form is solved without the check and unsolved with it; the table shows both', async () => {
  const judged = await judge(`import math\n${solution('return [n, 0]')}`);
  expect(judged).toMatchObject({ faults: ['an import'], passed: 4, withoutCheck: 'solved', withCheck: 'unsolved' });
  const table = submissionsTable([{ task_id: 'pair', by: 'answers', solutionSha256: '', ...judged }]);
  expect(table).toMatch(/\| answers +\| +1 \| +1 \| 1 of 1, 100\.0 % [^|]*\| 0 of 1, 0\.0 %/);
  expect(table).toContain('| an import     |           1 |');
});

test('a lost sandbox fails no submission', async () => {
  const lost: Sandbox = {
    ...sandbox,
    close: async () => undefined,
    execute: (job) =>
      job.code.includes('Solution') && job.entryPoint !== 'check' && job.suite.source.includes('(3,)')
        ? Promise.reject(new SandboxLostError('gone'))
        : sandbox.execute(job),
  };
  const judged = await judgeSubmission(
    solution('return [n, 0]'),
    { tests, comparison: 'exact' },
    createPrograms(lost, 'pair'),
  );
  expect(judged).toMatchObject({ tests: ['passed', 'passed', 'ungraded', 'passed'], withoutCheck: 'ungraded' });
});

test.each(['check', 'agrees'])('a sandbox that is lost in %s fails no submission either', async (entryPoint) => {
  const lost: Sandbox = {
    ...sandbox,
    close: async () => undefined,
    execute: (job) =>
      job.entryPoint === entryPoint ? Promise.reject(new SandboxLostError('gone')) : sandbox.execute(job),
  };
  const judged = await judgeSubmission(
    solution('return [n, 0]'),
    { tests, comparison: 'exact' },
    createPrograms(lost, 'pair'),
  );
  expect(judged).toMatchObject({ faults: [], withoutCheck: 'ungraded', withCheck: 'ungraded' });
  expect(new Set(judged.tests)).toEqual(new Set(['ungraded']));
});
