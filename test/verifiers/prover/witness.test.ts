import { afterAll, describe, expect, test } from 'vitest';
import { readProvedPrograms } from '../../../datasets/shared/proved-programs.ts';
import { memoryExecutions } from '../../../harness/sandbox/memory-executions.ts';
import { contractEvaluator, findWitness } from '../../../harness/tasks/contract/evaluator.ts';
import { LANGUAGES } from '../../../harness/tasks/contract/languages.ts';
import type { ContractTask } from '../../../harness/types/task.ts';
import { createProofRunner } from '../../../harness/verifiers/prover/run.ts';
import { toPython } from '../../../harness/verifiers/prover/why3/formula.ts';
import { programLines } from '../../../harness/verifiers/prover/why3/tokens.ts';
import { ABOVE, ABOVE_PY } from './hostile-bodies.ts';
import { proverSandboxes } from './prover-sandboxes.ts';

const inPython = (clause: string): string | undefined => toPython(programLines(clause).flatMap(({ tokens }) => tokens));

test.each([
  ['0 <= r < n', '0 <= r < n'],
  ['a < 6 -> r == 0', '(not (a < 6) or (r == 0))'],
  ['r <-> x > 0', '(bool(r) == bool(x > 0))'],
  ['forall i. 0 <= i < n -> a[i] <= r', 'all(((not (0 <= i < n) or (a [ i ] <= r))) for i in range((0), (n)))'],
  ['exists i. lo < i <= n and a[i] == r', 'any((lo < i <= n and a [ i ] == r) for i in range((lo) + 1, (n) + 1))'],
])('a clause for Why3 is read as Python: %s', (clause, expected) => {
  expect(inPython(clause)).toBe(expected);
});

test.each([
  ['a quantifier without bounds', 'forall i. i * i >= 0'],
  ['one bound', 'forall i. 0 <= i -> i >= 0'],
  ['bounds that bind nothing', 'forall i. 0 <= i < n or i > 5 -> i >= 0'],
  ['an existence that follows from outside its bounds', 'exists i. 0 <= i < n -> i > 5'],
  ['bounds behind something else', 'forall i. x > 0 and 0 <= i < n -> i >= 0'],
  ['a bound that is no number', 'forall i. 0 <= i < n <= m -> i >= 0'],
  ['two arrows', 'x > 0 -> x > 1 -> x > 2'],
  ['what was before', 'result == old(x)'],
])('a clause that is not one for Python is left out: %s', (_, clause) => {
  expect(inPython(clause)).toBeUndefined();
});

test('every clause of kata-proved can be executed', () => {
  const clauses = readProvedPrograms().flatMap(({ versions }) => versions.python.contract.clauses);
  expect(clauses.filter((clause) => inPython(clause.replace(/^\w+ /, '')) === undefined)).toEqual([]);
});

const sandboxes = await proverSandboxes();
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

const contracts = { dafny: ABOVE, python: ABOVE_PY };
const taskIn = (language: 'dafny' | 'python'): ContractTask => ({
  kind: 'contract',
  id: `above/${language}`,
  language,
  contract: contracts[language],
  docstring: '',
});

describe.each(sandboxes.map((sandbox) => [sandbox.kind, sandbox] as const))('under %s', (_, sandbox) => {
  const runner = createProofRunner(sandbox);
  const seen = (language: 'dafny' | 'python', body: string) =>
    findWitness(body, taskIn(language), ['1', '-3'], { language: LANGUAGES[language], runner });

  test.each([
    ['dafny', 'if x > 0 { y := x + 1; } else { y := x; }', 'Above(-3) gives -3, where ensures y > x does not hold'],
    ['python', 'if x > 0:\n    return x + 1\nreturn x', 'above(-3) gives -3, where ensures result > x does not hold'],
  ] as const)('%s: a body is refuted by the first input that shows it', async (language, body, text) => {
    expect(await seen(language, body)).toEqual({ status: 'refuted', reason: 'witness', messages: [{ text }] });
  });

  test.each([
    ['dafny', 'is right', 'y := x + 1;', 'not-proved'],
    ['python', 'is right', 'return x + 1', 'not-proved'],
    ['dafny', 'does not end', 'var i := 0; while true { i := i + 1; } y := x;', 'timeout'],
    ['python', 'does not end', 'while True:\n    x = x\nreturn x', 'not-proved'],
    ['dafny', 'grows', 'var s := [1]; while true { s := s + s; } y := x;', 'timeout'],
    ['python', 'raises', 'a = [1]\nreturn a[5]', 'not-proved'],
  ] as const)('%s: a body that %s is refuted by nothing', async (language, _what, body, reason) => {
    expect(await seen(language, body)).toMatchObject({ status: 'unknown', reason });
  });

  test('a grade says what an input shows, and a loop is told what the prover says', async () => {
    const problem = { task: taskIn('python'), canonical: 'return x + 1', wrong: [], inputs: ['1'] };
    const evaluator = contractEvaluator(problem, { runner, grader: runner, executions: memoryExecutions() });
    const told = await evaluator.execute('return x', 'hidden');
    expect(told.execution.outcome).toEqual({ status: 'unsolved', reason: 'not-proved' });
    const { execution } = (await evaluator.grade?.('return x')) ?? told;
    expect(execution.outcome).toEqual({ status: 'unsolved', reason: 'witness' });
    expect(execution.failures[0]?.message).toBe('above(1) gives 1, where ensures result > x does not hold');
  });
});
