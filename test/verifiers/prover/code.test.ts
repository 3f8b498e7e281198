import { afterAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../harness/tasks/contract/languages.ts';
import { tripleLanguage } from '../../../harness/tasks/triple/languages.ts';
import { compareCode } from '../../../harness/verifiers/prover/code.ts';
import { createProofRunner } from '../../../harness/verifiers/prover/run.ts';
import { drawnInputs } from '../../../harness/verifiers/prover/values.ts';
import { proverSandboxes } from './prover-sandboxes.ts';

test('inputs are drawn from types, the same ones for equal types', () => {
  const drawn = drawnInputs(['int', 'bool', 'list'], 50);
  expect(drawn).toEqual(drawnInputs(['int', 'bool', 'list'], 50));
  expect(new Set(drawn).size).toBeGreaterThan(40);
  for (const input of drawn) expect(input).toMatch(/^-?\d, (?:True|False), \[(?:-?\d(?:, -?\d)*)?\]$/);
});

const CONTRACTS = {
  dafny: {
    preamble: '',
    signature: 'method Larger(a: int, b: int) returns (r: int)',
    clauses: ['requires b > 0', 'ensures r >= a'],
  },
  python: {
    preamble: '',
    signature: 'def larger(a: int, b: int) -> int:',
    clauses: ['requires b > 0', 'ensures result >= a'],
  },
} as const;
/** On none of them is `b` the wrong answer. */
const INPUTS = ['1, 2', '2, 2', '3, 5', '0, 9', '4, 4'];

const [sandbox, ...others] = await proverSandboxes();
afterAll(() => Promise.all([sandbox, ...others].map((each) => each?.close())));

describe.skipIf(sandbox === undefined)('with a prover', () => {
  const runner = createProofRunner(sandbox ?? { missing: 'no prover' });
  const compare = (language: keyof typeof CONTRACTS, one: string, other: string) =>
    compareCode(
      CONTRACTS[language],
      [one, other],
      { inputs: INPUTS },
      {
        language: tripleLanguage(language, LANGUAGES).code,
        runner,
      },
    );

  test('two bodies that give the same are equal, on the inputs that the precondition admits', {
    timeout: 600_000,
  }, async () => {
    for (const [language, one, other] of [
      ['dafny', 'r := if a > b then a else b;', 'if a >= b { r := a; } else { r := b; }'],
      ['python', 'if a > b:\n    return a\nreturn b', 'if a >= b:\n    return a\nreturn b'],
    ] as const)
      expect(await compare(language, one, other)).toEqual({ relation: 'equal', inputs: 64, ownInputs: 'same' });
  });

  test('a difference that the five inputs do not show is shown by a drawn one, and that is said', {
    timeout: 600_000,
  }, async () => {
    expect(await compare('dafny', 'r := if a > b then a else b;', 'r := b;')).toEqual({
      relation: 'different',
      witness: '(5, 4) gives 5 and 4',
      isDrawn: true,
      ownInputs: 'same',
    });
    expect(await compare('python', 'return b', 'return a')).toMatchObject({
      relation: 'different',
      witness: '(1, 2) gives 2 and 1',
      isDrawn: false,
      ownInputs: 'other',
    });
  });

  test('a body that prints is refused, and two that give nothing are not equal', { timeout: 600_000 }, async () => {
    expect(await compare('dafny', 'r := b;', 'print "gave 0 1\\n"; r := b;')).toMatchObject({ relation: 'forbidden' });
    expect(await compare('python', 'return b', 'print(1)\nreturn b')).toMatchObject({ relation: 'forbidden' });
    expect((await compare('dafny', 'r := ;', 'r := ;')).relation).not.toBe('equal');
    expect((await compare('python', 'return a // 0', 'return b // 0')).relation).toBe('unknown');
  });
});
