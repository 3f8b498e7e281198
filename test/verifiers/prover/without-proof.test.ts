import { describe, expect, test } from 'vitest';
import { withoutProofInDafny } from '../../../harness/verifiers/prover/dafny/without-proof.ts';
import { ofVerus } from '../../../harness/verifiers/prover/verus/language.ts';

test('a body with a long run of spaces is left without its proof at once', () => {
  const spaces = ' '.repeat(60_000);
  const started = performance.now();
  expect(withoutProofInDafny(`var s := "${spaces}x";  assert true;\nr := 1;`)).toBe(`var s := "${spaces}x";r := 1;`);
  expect(performance.now() - started).toBeLessThan(2000);
});

describe('in Verus', () => {
  const { contract } = ofVerus.example;

  test('what is run of a body is left where its proof is taken away', () => {
    const proved =
      'let mut i = 0; while i < n invariant i <= n, decreases n - i, { assert(i < n) by { lemma(); } i = i + 1; proof { lemma(); } } assert(i == n); let ghost g = i; i';
    expect(ofVerus.withoutProof(proved).trim()).toBe('let mut i = 0 ; while i < n { i = i + 1 ; } i');
    expect(ofVerus.done(proved, contract)).toBe(
      ofVerus.done('let mut i = 0; while i < n decreases n - i { i = i + 1; } i', contract),
    );
  });

  test.each([
    ['an assertion with statements in it', 'assert({ let a = 1int; a == 1 }) by { lemma(); }'],
    [
      'an assertion that is proved by a method',
      'assert(n * n >= 0) by (nonlinear_arith) requires n >= 0, { lemma(); };',
    ],
    ['an assertion that is computed', 'assert(2 + 2 == 4) by (compute);'],
    ['an assertion of all', 'assert forall|i: int| 0 <= i implies f(i) by { lemma(); };'],
  ])('what is run behind %s is no part of it', (_, proof) => {
    const done = (text: string): string => ofVerus.done(text, contract);
    expect(done(`${proof} r = 5; r`)).toBe(done('r = 5; r'));
  });

  test('an assertion that ends a block without its sign ends with it', () => {
    const done = (text: string): string => ofVerus.done(text, contract);
    expect(done('if n > 1 { r = 4; assert(r == 4) } r = 5; r')).toBe(done('if n > 1 { r = 4; } r = 5; r'));
  });

  test.each([
    ['a clause without its loop', 'invariant(n); r = 5; while i < n decreases n - i { i = i + 1; } r'],
    ['a clause at the end', '{ ensures(n) } r = 5; r'],
    ['a variable called ghost', 'let ghost = { r = 5; 1u8 }; r'],
  ])('what is run is not taken for %s', (_, text) => {
    expect(ofVerus.done(text, contract)).toContain('r = 5');
  });
});
