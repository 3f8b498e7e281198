import { afterAll, describe, expect, test } from 'vitest';
import { memoryExecutions } from '../../../harness/sandbox/memory-executions.ts';
import { LANGUAGES } from '../../../harness/tasks/contract/languages.ts';
import { consistencyTools } from '../../../harness/tasks/triple/tools.ts';
import type { ToolQuestion } from '../../../harness/types/consistency.ts';
import { resultOf } from '../../../harness/types/consistency-rules.ts';
import type { TripleProblem } from '../../../harness/types/task.ts';
import { createProofRunner } from '../../../harness/verifiers/prover/run.ts';
import { proverSandboxes } from '../../verifiers/prover/prover-sandboxes.ts';

const problem = (language: 'dafny' | 'python', body?: string): TripleProblem => ({
  task: {
    ...{ kind: 'triple', id: `test/${language}/larger`, language, docstring: 'The larger of two integers.' },
    ...(language === 'dafny'
      ? {
          contract: {
            preamble: '',
            signature: 'method Larger(a: int, b: int) returns (r: int)',
            clauses: ['ensures r >= a && r >= b', 'ensures r == a || r == b'],
          },
          body: body ?? 'r := if a > b then a else b;',
        }
      : {
          contract: {
            preamble: '',
            signature: 'def larger(a: int, b: int) -> int:',
            clauses: ['ensures result >= a and result >= b', 'ensures result == a or result == b'],
          },
          body: body ?? 'if a > b:\n    return a\nreturn b',
        }),
  },
  program: 'larger',
  set: 'ground-truth',
  inputs: ['1, 2', '5, 3', '4, 4', '-1, -7', '0, -2'],
});

/** What the right program prints for the five inputs, where a run that nobody framed is read. */
const PRINTED = '2 5 4 -1 0'
  .split(' ')
  .map((value, place) => `output ${place} ${value}\\n`)
  .join('');

type Hostile = readonly [language: 'dafny' | 'python', name: string, ask: ToolQuestion['ask'], text: string];

/** None of them says or does what the right artefact does. */
const HOSTILE: readonly Hostile[] = [
  ['dafny', 'prints what is expected, then dies', 'same-code', `print "${PRINTED}"; var s := [1]; r := s[a + 7];`],
  ['dafny', 'has a Main of its own', 'same-code', 'r := 0; } method Main() { print "2"; '],
  ['dafny', 'declares the method that makes the calls', 'same-code', 'r := 0; } method MakeCalls() { '],
  ['dafny', 'assumes', 'same-code', 'assume false; r := 0;'],
  ['dafny', 'is declared outside', 'same-code', 'method {:extern "x"} Larger(a: int, b: int) returns (r: int)'],
  [
    'dafny',
    'ends its lemma and proves it by assuming',
    'same-annotation',
    'ensures true)) { assume false; } lemma Rest() ensures ((true',
  ],
  ['dafny', 'brings a precondition into its lemma', 'same-annotation', 'requires true)) requires false ensures ((true'],
  ['dafny', 'assumes in an expression', 'same-annotation', 'ensures (assume false; true)'],
  [
    'dafny',
    'proves false in an expression',
    'same-annotation',
    'ensures (assert false by { forall k: int ensures false; } true)',
  ],
  ['dafny', 'calls the lemma it stands in', 'same-annotation', 'ensures (post_eq(a, b, r); true)'],
  ['dafny', 'has an attribute', 'same-annotation', 'ensures forall k: int {:axiom} :: k == k'],
  ['dafny', 'opens a comment', 'same-annotation', 'ensures true /* '],
  ['dafny', 'contradicts itself', 'same-annotation', 'requires a > a\nensures r == a + b'],
  ['dafny', 'is too long', 'same-annotation', `ensures r == ${'1 + '.repeat(20_000)}1`],
  ['dafny', 'assumes what is to be proved', 'proof', 'r := 0; assume false;'],
  ['dafny', 'brings a lemma that lies', 'proof', 'Lie(); r := 0; } lemma Lie() ensures false { assume false;'],
  [
    'dafny',
    'switches proving off',
    'proof',
    'method {:verify false} Larger(a: int, b: int) returns (r: int)\n  ensures r >= a && r >= b\n{ r := 0; }',
  ],
  ['python', 'closes the bracket around it', 'same-annotation', 'ensures True)) -> ((result == 0'],
  ['python', 'calls the function itself', 'same-annotation', 'ensures result == larger(a, b)'],
  ['python', 'contradicts itself', 'same-annotation', 'requires a > a\nensures result == a + b'],
  ['python', 'prints what is expected, then dies', 'same-code', `print("${PRINTED}", end="")\nreturn [][1]`],
  ['python', 'runs what it likes', 'same-code', 'exec("result = 1")\nreturn 0'],
  ['python', 'assumes what is to be proved', 'proof', '#@ assume False\nreturn 0'],
];

const [sandbox, ...others] = await proverSandboxes();
afterAll(() => Promise.all([sandbox, ...others].map((each) => each?.close())));

describe.skipIf(sandbox === undefined)('hostile artefacts', () => {
  const runner = createProofRunner(sandbox ?? { missing: 'no prover' });
  const ask = (language: 'dafny' | 'python', what: ToolQuestion['ask'], text: string) => {
    const parts = { runner, languages: LANGUAGES, executions: memoryExecutions() };
    const { ask: asking } = consistencyTools(problem(language, what === 'proof' ? text : undefined), parts);
    return asking(
      what === 'proof'
        ? { ask: what }
        : what === 'same-annotation' || what === 'annotation-compiles'
          ? { ask: what, annotation: text }
          : { ask: what, code: text },
    );
  };

  test('pass no check; where texts are pasted and words are searched, some do', { timeout: 3_600_000 }, async () => {
    const rows = [];
    for (const [language, name, what, text] of HOSTILE) {
      const { evidence } = await ask(language, what, text);
      const [strict, published] = [resultOf(evidence, 'strict'), resultOf(evidence, 'published')];
      rows.push({ language, name, what, said: evidence.said, strict, published });
    }
    console.info(
      ['| language | artefact | asked | said | strict | published |', '| --- | --- | --- | --- | --- | --- |']
        .concat(rows.map((row) => `| ${Object.values(row).join(' | ')} |`))
        .join('\n'),
    );
    expect(rows.length).toBeGreaterThanOrEqual(15);
    expect(rows.filter(({ strict }) => strict === 'pass')).toEqual([]);
    expect(rows.filter(({ published }) => published === 'pass').length).toBeGreaterThanOrEqual(5);
  });

  test('the right artefacts pass under both rules', { timeout: 1_200_000 }, async () => {
    for (const language of ['dafny', 'python'] as const) {
      const { contract, body } = problem(language).task;
      const annotation = contract.clauses.toReversed().join('\n');
      for (const [what, text] of [
        ['same-code', body],
        ['same-annotation', annotation],
        ['proof', body],
      ] as const) {
        const { evidence } = await ask(language, what, text);
        expect([language, what, resultOf(evidence, 'strict'), resultOf(evidence, 'published')]).toEqual([
          ...[language, what, 'pass', 'pass'],
        ]);
      }
    }
  });
});
