import { afterAll, describe, expect, test } from 'vitest';
import { memoryExecutions } from '../../../harness/sandbox/memory-executions.ts';
import { contractEvaluator } from '../../../harness/tasks/contract/evaluator.ts';
import type { ContractProblem } from '../../../harness/types/task.ts';
import { replaceTool } from '../../../harness/verifiers/prover/conformance-case.ts';
import { dafny } from '../../../harness/verifiers/prover/dafny/dafny.ts';
import { createProofRunner } from '../../../harness/verifiers/prover/run.ts';
import { ABOVE } from './hostile-bodies.ts';
import { proverSandboxes } from './prover-sandboxes.ts';

const timeout = 600_000;
const sandboxes = await proverSandboxes();
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

const problem: ContractProblem = {
  task: { kind: 'contract', id: 'above', language: 'dafny', contract: ABOVE, docstring: '' },
  canonical: 'y := x + 1;',
  wrong: [],
};

describe.each(sandboxes.map((sandbox) => [sandbox.kind, sandbox] as const))('under %s', (_, sandbox) => {
  const runner = createProofRunner(sandbox);
  const evaluator = contractEvaluator(problem, { runner, grader: runner, executions: memoryExecutions() });

  test.each([
    ['a trigger that holds no term', 'assert forall i: int {:trigger} :: i == i; y := x + 1;', 'FATAL UNHANDLED'],
    [
      'a trigger without its variable',
      'assert forall i: int {:trigger x} :: i == i; y := x + 1;',
      'internal translation',
    ],
  ])(
    'the real Dafny breaks at %s, and proves its known program beside it: unsolved',
    {
      timeout,
    },
    async (_name, body, says) => {
      const graded = await evaluator.grade?.(body);
      expect(graded?.execution.outcome).toEqual({ status: 'unsolved', reason: 'breaks-prover' });
      expect(graded?.execution.failures[0]?.message).toContain(says);
      // What broke one question broke no other.
      expect((await evaluator.grade?.(problem.canonical))?.execution.outcome).toEqual({ status: 'solved' });
    },
  );

  test('a Dafny that breaks at its known program too says nothing of any', { timeout }, async () => {
    const broken = replaceTool('/bin/sh', '-c', 'echo "Unhandled exception: none"; exit 1')(dafny);
    const { answer } = await runner.prove(broken, 'method M() ensures true { }');
    expect(answer).toMatchObject({ status: 'unknown', reason: 'tool-failure' });
  });
});
