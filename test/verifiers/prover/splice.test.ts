import { expect, test } from 'vitest';
import type { Spliced } from '../../../harness/verifiers/prover/contract.ts';
import { spliceDafny } from '../../../harness/verifiers/prover/dafny/splice.ts';
import { splicePython } from '../../../harness/verifiers/prover/why3/splice.ts';
import { ABOVE, ABOVE_PY, EXHAUSTING, HONEST, HOSTILE_DAFNY, HOSTILE_PYTHON, MANY_BRANCHES } from './hostile-bodies.ts';

const whyRefused = (spliced: Spliced): string =>
  spliced.status === 'refused' ? spliced.answer.messages.map(({ text }) => text).join('; ') : 'admitted';

test.each(HOSTILE_DAFNY)(
  'a Dafny body that proves nothing is refused with its construct named: $name',
  ({ body, named }) => {
    expect(whyRefused(spliceDafny(body, ABOVE))).toContain(named);
  },
);

test.each(HOSTILE_PYTHON)(
  'a Python body that proves nothing is refused with its construct named: $name',
  ({ body, named }) => {
    expect(whyRefused(splicePython(body, ABOVE_PY))).toContain(named);
  },
);

test.each(EXHAUSTING)(
  'a body that exhausts its reader is refused, not an error of the harness: $language, $name',
  ({ language, body, named }) => {
    expect(whyRefused(language === 'dafny' ? spliceDafny(body, ABOVE) : splicePython(body, ABOVE_PY))).toContain(named);
  },
);

test('a long chain of branches is read to its end', () => {
  expect(spliceDafny(MANY_BRANCHES, ABOVE).status).toBe('admitted');
});

test.each(HONEST)('an odd but honest body is admitted: $language, $name', ({ language, body }) => {
  const spliced = language === 'dafny' ? spliceDafny(body, ABOVE) : splicePython(body, ABOVE_PY);
  expect(spliced.status === 'admitted' ? 'admitted' : whyRefused(spliced)).toBe('admitted');
});

test('the program is the contract as its dataset gives it, with the body’s tokens and no comment', () => {
  const spliced = spliceDafny('method Above(x: int) returns (y: int) ensures y > x { /* } */ y := x\n + 1; }', ABOVE);
  expect(spliced).toMatchObject({
    program: 'method Above(x: int) returns (y: int)\n  ensures y > x\n{\ny := x\n+ 1 ;\n}\n',
    probe: 'method Above(x: int) returns (y: int)\n  ensures y > x\n{\nassert false;\n}\n',
  });
  expect(splicePython('y = x + 1 # more\nreturn y', ABOVE_PY)).toMatchObject({
    program: 'def above(x: int) -> int:\n    #@ ensures result > x\n    y = x + 1\n    return y\n',
  });
});

test('helpers of the contract may be said again, others may not', () => {
  const contract = { ...ABOVE, preamble: 'function method Twice(n: int): int { 2 * n }' };
  const method = 'method Above(x: int) returns (y: int) ensures y > x { y := x + 1; }';
  expect(spliceDafny(`${contract.preamble}\n${method}`, contract).status).toBe('admitted');
  const other = contract.preamble.replace('2', '3');
  expect(whyRefused(spliceDafny(`${other}\n${method}`, contract))).toContain('function');
});

test.each([
  ['without a body', 'y := x; for i := 0 to 5 invariant y > x; y := y;'],
  ['without a body, before a block', 'y := x; for i := 0 to 5 invariant y > x y := y; { }'],
  ['with a set for a body', 'y := x; for i := 0 to {1}.x'],
])('under a Dafny that has it, a for %s is refused: it would be believed', (_, body) => {
  expect(whyRefused(spliceDafny(body, ABOVE, { hasFor: true }))).toContain('for');
});

test.each(['0 to x', 'x downto 0', '(0) to |[1]|'])(
  'under a Dafny that has it, a for from %s with a body is admitted',
  (bounds) => {
    const body = `y := x; for i := ${bounds} invariant y > x || {1} != {} { y := y + 1; } y := x + 1;`;
    expect(spliceDafny(body, ABOVE, { hasFor: true }).status).toBe('admitted');
  },
);

test('a helper of the contract may not be decreased as a function, and may be called there', () => {
  const contract = { ...ABOVE, preamble: 'function method Twice(n: int): int { 2 * n }' };
  const loop = (measure: string): string => `y := x; while y <= x decreases ${measure} { y := y + 1; }`;
  expect(whyRefused(spliceDafny(loop('Twice'), contract))).toContain('decreases beside a function');
  expect(spliceDafny(loop('Twice(x - y)'), contract).status).toBe('admitted');
  const other = { ...ABOVE, signature: 'method Above(x: int, f: int -> int) returns (y: int)' };
  expect(whyRefused(spliceDafny(loop('f'), other))).toContain('decreases beside a function');
});
