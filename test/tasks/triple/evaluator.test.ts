import { expect, test } from 'vitest';
import { memoryExecutions } from '../../../harness/sandbox/memory-executions.ts';
import { contractOf } from '../../../harness/tasks/triple/contract-of.ts';
import { tripleEvaluator } from '../../../harness/tasks/triple/evaluator.ts';
import type { TripleProblem } from '../../../harness/types/task.ts';
import { createProofRunner } from '../../../harness/verifiers/prover/run.ts';

const runner = createProofRunner({ missing: 'no prover in this test' });
const problem: TripleProblem = {
  task: {
    kind: 'triple',
    id: 'test/one_more/00000000',
    language: 'dafny',
    contract: { preamble: '', signature: 'method M(x: int) returns (r: int)', clauses: ['ensures r == x + 1'] },
    docstring: 'One more than x.',
    body: 'r := x + 1;',
  },
  program: 'one_more',
  set: 'ground-truth',
};
const evaluatorOf = (set: TripleProblem['set']) =>
  tripleEvaluator({ ...problem, set }, { runner, grader: runner, executions: memoryExecutions() });
const outcomeOf = async (set: TripleProblem['set'], candidate = problem.task.body) =>
  (await evaluatorOf(set).grade?.(candidate))?.execution.outcome;

test('the label is the grade, and needs no prover', async () => {
  expect(await outcomeOf('ground-truth')).toEqual({ status: 'solved' });
  for (const set of ['C1', 'C2', 'C3', 'C6'] as const)
    expect(await outcomeOf(set)).toEqual({ status: 'unsolved', reason: 'inconsistent' });
});

test('another body than the given one has no label', async () => {
  expect(await outcomeOf('ground-truth', 'r := x;')).toMatchObject({ status: 'ungraded' });
});

test('what a loop may ask is the prover, which says nothing of the label: without one nothing is said', async () => {
  for (const set of ['ground-truth', 'C1'] as const) {
    const { execution } = await evaluatorOf(set).execute(problem.task.body, 'public');
    expect(execution.outcome).toEqual({ status: 'ungraded', reason: 'prover-missing' });
  }
  const [right, wrong] = [evaluatorOf('ground-truth'), evaluatorOf('C1')];
  expect(right.gradedSha256('r := x + 1;', 'public')).toBe(wrong.gradedSha256('r := x + 1;', 'public'));
  expect(right.gradedSha256('r := x + 1;', 'hidden')).not.toBe(wrong.gradedSha256('r := x + 1;', 'hidden'));
});

test('what a condition is given of a triple says nothing of its set', () => {
  expect(JSON.stringify(evaluatorOf('C1').task)).toBe(JSON.stringify(evaluatorOf('ground-truth').task));
  expect(contractOf(problem)).toMatchObject({ canonical: 'r := x + 1;', task: { kind: 'contract' } });
});
