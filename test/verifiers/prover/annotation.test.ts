import { afterAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../harness/tasks/contract/languages.ts';
import { tripleLanguage } from '../../../harness/tasks/triple/languages.ts';
import { type Consequence, compareAnnotations } from '../../../harness/verifiers/prover/annotation.ts';
import { createProofRunner } from '../../../harness/verifiers/prover/run.ts';
import { proverSandboxes } from './prover-sandboxes.ts';

const SIGNATURES = {
  dafny: 'method Largest(a: seq<int>) returns (r: int)',
  python: 'def largest(a: list[int]) -> int:',
} as const;

const lemmaOf = (language: keyof typeof SIGNATURES, shown: string, more: Partial<Consequence> = {}) =>
  tripleLanguage(language, LANGUAGES).annotations.lemma({
    ...{ signature: SIGNATURES[language], pre: [], post: [], shown: [shown], changes: [] },
    ...more,
  });

/** Clauses that would say more than a condition where they were pasted. */
const HOSTILE = [
  ['dafny', 'ends its lemma', 'true { } lemma Other() ensures false { assume false; }'],
  ['dafny', 'closes the bracket around it', 'true) { } lemma Other() ensures (true'],
  ['dafny', 'closes its brace', 'true } method Main() { print "all inputs done\\n"; }'],
  ['dafny', 'is followed by a clause of its own', 'true ensures false requires false'],
  ['dafny', 'assumes', 'r == 0 assume false;'],
  ['dafny', 'is a statement in an expression', '(assume false; true)'],
  ['dafny', 'prints what a run would print', 'print "gave 0 1\\nfails 0 0\\n"; true'],
  ['dafny', 'calls our lemma', 'Follows(a, r) == 0'],
  ['dafny', 'calls the method itself', 'r == Largest(a)'],
  ['dafny', 'has an attribute', 'forall i {:axiom} :: 0 <= i < |a| ==> a[i] <= r'],
  ['dafny', 'opens a comment', 'true /* '],
  ['dafny', 'opens a string', 'r == 1 && "'],
  ['dafny', 'binds by a statement', 'var s :| s == r; true'],
  ['dafny', 'has a name of the verifier’s own', 'reveal_Largest() == r'],
  ['dafny', 'says nothing', '  '],
  ['python', 'has a second line', 'True\n    #@ assume False'],
  ['python', 'ends its function', 'True\n    return True\ndef other() -> bool:'],
  ['python', 'closes the bracket around it', 'True) and (False'],
  ['python', 'assumes', 'assume False'],
  ['python', 'calls the function itself', 'result == largest(a)'],
  ['python', 'calls what runs programs', 'exec(1) == result'],
  ['python', 'speaks of the state before', 'old(a[0]) == result'],
  ['python', 'assigns', 'result = 1'],
  ['python', 'is a docstring', '"""True"""'],
  ['python', 'prints', "print('fails 0 0')"],
] as const;

test.each(HOSTILE)('%s: a clause that %s is refused, whoever wrote it', (language, _, clause) => {
  expect(lemmaOf(language, clause).status).toBe('refused');
  expect(lemmaOf(language, 'r == r', { post: [clause] }).status).toBe('refused');
});

test('a clause over the size limit is refused, not an error', () => {
  for (const language of ['dafny', 'python'] as const)
    expect(lemmaOf(language, `result == ${'1 + '.repeat(30_000)}1`)).toMatchObject({
      answer: { status: 'refuted', reason: 'forbidden' },
    });
});

test('a lemma is made of the signature and of tokens alone; its probe shows what contradicts itself', () => {
  const dafny = lemmaOf('dafny', 'forall i :: 0 <= i < |a| ==> a[i] <= r // the largest', { pre: ['|a| > 0'] });
  expect(dafny).toMatchObject({
    program:
      'lemma Follows(a: seq<int>, r: int)\n  requires (| a | > 0)\n  ensures (forall i :: 0 <= i < | a | ==> a [ i ] <= r)\n{\n}\n',
    probe: 'lemma Follows(a: seq<int>, r: int)\n  requires (| a | > 0)\n  ensures (false)\n{\n}\n',
  });
  expect(lemmaOf('python', 'result >= a[0]', { pre: ['len(a) > 0'] })).toMatchObject({
    program:
      'def follows(a: list[int], given: int) -> bool:\n    #@ requires (len ( a ) > 0)\n    #@ ensures (given >= a [ 0 ])\n    return True\n',
  });
});

test('where a method may change something, preconditions speak of the state before, results are new', () => {
  const lemma = tripleLanguage('dafny', LANGUAGES).annotations.lemma({
    signature: 'method Turn(a: array<int>) returns (b: array<int>)',
    pre: ['a.Length > 0'],
    post: ['fresh(b)'],
    shown: ['b[0] == old(a[0])'],
    changes: ['a'],
  });
  expect(lemma).toMatchObject({
    program: expect.stringContaining(
      'twostate lemma Follows(a: array<int>, new b: array<int>)\n  requires old(a . Length > 0)',
    ),
  });
});

test('a clause may call a parameter that is a function, and nothing else', () => {
  const over = (clause: string) =>
    tripleLanguage('dafny', LANGUAGES).annotations.lemma({
      signature: 'method Apply(f: nat -> nat, x: nat) returns (r: nat)',
      ...{ pre: [], post: [], shown: [clause], changes: [] },
    }).status;
  expect(over('r == f(x)')).toBe('admitted');
  expect(over('r == x(f)')).toBe('refused');
  expect(over('r == Apply(f, x)')).toBe('refused');
});

const [sandbox, ...others] = await proverSandboxes();
afterAll(() => Promise.all([sandbox, ...others].map((each) => each?.close())));

describe.skipIf(sandbox === undefined)('with a prover', () => {
  const runner = createProofRunner(sandbox ?? { missing: 'no prover' });
  const LARGEST = {
    dafny: ['requires |a| > 0', 'ensures forall i :: 0 <= i < |a| ==> a[i] <= r', 'ensures r in a'],
    python: [
      'requires len(a) > 0',
      'ensures forall i. 0 <= i < len(a) -> a[i] <= result',
      'ensures exists i. 0 <= i < len(a) and a[i] == result',
    ],
  } as const;
  const compare = (language: keyof typeof LARGEST, clauses: readonly string[]) =>
    compareAnnotations(
      { preamble: '', signature: SIGNATURES[language], clauses: LARGEST[language] },
      { clauses },
      ['[1, 4, 2]', '[-3, -1]'],
      { language: tripleLanguage(language, LANGUAGES).annotations, runner },
    );

  test('what changes an array, and what takes nothing, is refuted by values too', { timeout: 600_000 }, async () => {
    const sort = {
      preamble: '',
      signature: 'method Sort(a: array<int>)',
      clauses: [
        'modifies a',
        'ensures forall i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j]',
        'ensures multiset(a[..]) == multiset(old(a[..]))',
      ],
    };
    const compared = (contract: typeof sort, clauses: readonly string[]) =>
      compareAnnotations(contract, { clauses }, [], {
        language: tripleLanguage('dafny', LANGUAGES).annotations,
        runner,
      });
    const sorted = await compared(sort, sort.clauses.slice(0, 2));
    expect(sorted.relation).toBe('weaker');
    expect(JSON.stringify(sorted)).toMatch(/the call\(\[.*\]\) gives \[.*\], where multiset/);
    const seven = { ...sort, signature: 'method Seven() returns (r: int)', clauses: ['ensures r == 7'] };
    expect(await compared(seven, ['ensures r > 5'])).toMatchObject({ relation: 'weaker' });
  });

  test.each(['dafny', 'python'] as const)(
    '%s: one that says the same, less, more, another thing',
    { timeout: 600_000 },
    async (language) => {
      const [requires, upper, member] = LARGEST[language];
      const result = language === 'dafny' ? 'r' : 'result';
      expect((await compare(language, LARGEST[language])).relation).toBe('equivalent');
      const weaker = await compare(language, [requires, member]);
      expect(weaker).toMatchObject({ relation: 'weaker' });
      expect(weaker.implications.find(({ status }) => status === 'refuted')).toMatchObject({
        of: 'post',
        direction: 'second to first',
        witness: expect.stringContaining('the call([1, 4, 2]) gives '),
      });
      expect((await compare(language, [...LARGEST[language], `ensures ${result} > 0`])).relation).toBe('stronger');
      expect((await compare(language, [requires, `ensures ${result} == 9`])).relation).toBe('incomparable');
      // It says the same; whether that is found is another question.
      const same = await compare(language, [requires, upper, `ensures ${result} * ${result} >= 0`, member]);
      expect(['equivalent', 'unknown']).toContain(same.relation);
      expect(
        (
          await compare(
            language,
            ['requires false', 'ensures false'].map((text) =>
              language === 'python' ? text.replace('false', 'False') : text,
            ),
          )
        ).relation,
      ).not.toBe('equivalent');
      expect((await compare(language, [`ensures ${result} is right`])).relation).toBe('forbidden');
    },
  );
});
