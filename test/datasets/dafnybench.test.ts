import { describe, expect, test } from 'vitest';
import { toProblem } from '../../datasets/dafnybench/to-problem.ts';
import { loadContractDataset } from '../../harness/loading/load-dataset.ts';
import { spliceDafny } from '../../harness/verifiers/prover/dafny/splice.ts';
import { temporaryFolder } from '../fixtures/command.ts';

const data = process.env.LUCID_BENCH_DATA;
if (data === undefined) console.warn('NOT TESTED: DafnyBench (set LUCID_BENCH_DATA)');

const row = (program: string, without = program) => ({
  test_ID: '000',
  test_file: '001-some_tmp_Name.dfy',
  ground_truth: program,
  hints_removed: without,
});

const SUM = 'function Sum(n: nat): nat { if n == 0 then 0 else n + Sum(n - 1) }\n';
const HEAD = 'method Add(n: nat) returns (r: nat)\n  ensures r == Sum(n) // all\n';
const HINT = '    invariant i <= n && r == Sum(i)\n';
const body = (hint: string): string =>
  `{\n  r := 0;\n  var i := 0;\n  while i < n\n${hint}  {\n    i := i + 1;\n    r := r + i;\n  }\n}\n`;
const OTHERS =
  'method Twice(n: nat) returns (r: nat)\n  ensures r == 2 * n\n{ r := 2 * n; }\nmethod Main() { var r := Add(3); }\n';

test('a task is the method from which hints were taken, with the rest of its program but for what calls it', () => {
  const found = toProblem(row(SUM + HEAD + body(HINT) + OTHERS, SUM + HEAD + body('') + OTHERS));
  expect(found).toMatchObject({
    task: {
      id: 'dafnybench/000',
      language: 'dafny',
      contract: {
        preamble: `${SUM.trim()}\n\nmethod Twice(n: nat) returns (r: nat)\n  ensures r == 2 * n\n{ r := 2 * n; }`,
        signature: 'method Add(n: nat) returns (r: nat)',
        clauses: ['ensures r == Sum(n)'],
      },
    },
    tags: ['some_tmp_Name'],
  });
});

test('where no hints were taken it is the last one that ensures something', () => {
  expect(toProblem(row(SUM + HEAD + body(HINT) + OTHERS))).toMatchObject({
    task: { contract: { clauses: ['ensures r == 2 * n'] } },
  });
});

test.each([
  ['nothing is ensured', 'method M() { }', 'no method outside of classes and modules ensures something'],
  [
    'a method stands in a class',
    'class C { method M() ensures true { } }',
    'no method outside of classes and modules ensures something',
  ],
  ['a lemma is believed', `lemma L() ensures false\n${SUM}${HEAD}${body(HINT)}`, 'it believes something'],
  [
    'something is assumed beside it',
    `lemma L() ensures false { assume false; }\n${SUM}${HEAD}${body(HINT)}`,
    'it believes something',
  ],
  [
    'a method beside it is not verified',
    `method {:verify false} L() ensures false { }\n${SUM}${HEAD}${body(HINT)}`,
    'it believes something',
  ],
  ['it need not end', `${SUM}${HEAD}decreases *\n${body(HINT)}`, 'its method need not end'],
  ['its text is not Dafny', `method M() ensures true { var s := @"x"; }`, 'its text is not read'],
])('a program in which %s is no task, and says why', (_, program, why) => {
  expect(toProblem(row(program))).toBe(why);
});

describe.skipIf(data === undefined)('DafnyBench', () => {
  test('has a task for 555 of its 782 programs; three in four published bodies may be given as answers', async () => {
    const environment = { LUCID_BENCH_DATA: data, XDG_CACHE_HOME: temporaryFolder() };
    const { problems } = await loadContractDataset('dafnybench', { environment });
    expect(problems).toHaveLength(555);
    const admitted = problems.filter(
      ({ task, canonical }) => spliceDafny(canonical, task.contract).status === 'admitted',
    );
    expect(admitted.length).toBeGreaterThan(0.75 * problems.length);
    for (const { task } of problems) {
      expect(task.contract.signature).toMatch(/^method \w+/);
      expect(task.contract.preamble).not.toMatch(/\bassume\b|\{:axiom/);
    }
  });
});
