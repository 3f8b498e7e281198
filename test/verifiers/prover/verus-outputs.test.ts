import { expect, test } from 'vitest';
import { messagesOf, wordOf } from '../../../harness/verifiers/prover/prover.ts';
import { countFunctions } from '../../../harness/verifiers/prover/verus/count-functions.ts';
import { programWith } from '../../../harness/verifiers/prover/verus/splice.ts';
import { createVerus } from '../../../harness/verifiers/prover/verus/verus.ts';
import { runOf, VERSION, VERUS_RUNS } from './verus-runs.ts';

const verus = createVerus(VERSION);
/** A function and the `main` that a program has: two that are verified. */
const program = programWith([
  'spec fn twice(x: int) -> int { 2 * x }',
  'fn above(x: u8) -> (y: u16)\n    ensures\n        y > x,\n{\n    x as u16 + 1\n}',
]);

test.each([
  ['right', 'proved'],
  ['right, with a warning', 'proved'],
  ['wrong', 'not-proved'],
  ['ten errors', 'not-proved'],
  ['resource limit', 'timeout'],
  ['parse', 'parse'],
  ['type', 'type'],
  ['mode', 'type'],
  ['loop without decreases', 'type'],
  ['unsupported', 'unsupported'],
  ['cheating', 'forbidden'],
  ['empty', 'vacuous'],
  ['fewer than functions', 'not-proved'],
  ['a part of the crate', 'tool-failure'],
  ['success with another exit', 'tool-failure'],
  ['success beside an error', 'tool-failure'],
  ['another version', 'tool-failure'],
  ['no report', 'tool-failure'],
  ['two reports', 'tool-failure'],
  ['solver missing', 'not-available'],
  ['solver missing, aborted', 'not-available'],
  ['toolchain missing', 'not-available'],
  ['panic', 'tool-failure'],
  ['stack overflow', 'tool-failure'],
  ['memory', 'memory'],
])('what Verus printed is read whole: %s', (name, word) => {
  const answer = verus.read([runOf(name)], program);
  expect(wordOf(answer)).toBe(word);
});

test('each output says where it comes from, and none that is proved is more than one', () => {
  for (const { origin } of VERUS_RUNS) expect(['recorded', 'synthetic']).toContain(origin);
  const proved = VERUS_RUNS.filter(({ run }) => verus.read([run], program).status === 'proved');
  expect(proved.map(({ name }) => name)).toEqual(['right', 'right, with a warning']);
});

test('a message says its line and what failed there', () => {
  expect(messagesOf(verus.read([runOf('wrong')], program))).toEqual([
    { line: 9, text: 'postcondition not satisfied: at the end of the function body' },
  ]);
});

test('a candidate cannot make its own output say that the solver is missing: diagnostics are read apart', () => {
  const { stdout, stderr } = runOf('type');
  const said = stderr.replace('mismatched types', 'could not execute z3 process');
  expect(wordOf(verus.read([{ ended: 'exited', exit: 1, stdout, stderr: said }], program))).toBe('type');
});

test('counts are functions, with errors and warnings of the compiler', () => {
  expect(verus.count([runOf('ten errors')], program)).toEqual({
    unit: 'functions',
    verified: 1,
    unverified: 10,
    errors: 1,
    warnings: 0,
  });
  expect(verus.count([runOf('right, with a warning')], program)).toMatchObject({
    verified: 2,
    unverified: 0,
    warnings: 1,
  });
  expect(verus.count([runOf('mode')], program)).toBeUndefined();
});

test('as a compiler it admits what has no error', () => {
  expect(wordOf(verus.compiler.read([runOf('empty')], program))).toBe('admitted');
  expect(wordOf(verus.compiler.read([runOf('type')], program))).toBe('type');
});

test('as a compiler it admits nothing by a report that is no success, or by one beside an error', () => {
  const { stdout, stderr } = runOf('empty');
  const failed = stdout.replace('"success": true', '"success": false').replace('"errors": 0', '"errors": 1');
  expect(failed).not.toBe(stdout);
  const read = (run: { exit: number; stdout: string; stderr: string }): string =>
    wordOf(verus.compiler.read([{ ended: 'exited', ...run }], program));
  expect(read({ exit: 1, stdout: failed, stderr })).toBe('tool-failure');
  expect(read({ exit: 0, stdout, stderr: runOf('type').stderr })).toBe('tool-failure');
});

test('a program whose functions cannot be counted is not proved by what Verus counts', () => {
  const unread = `${program}// verus!\nfn raw() -> &'static str { r"" }\n`;
  expect(countFunctions(unread)).toBeUndefined();
  expect(wordOf(verus.read([runOf('right')], unread))).toBe('not-proved');
});

test('functions that must have been verified are those with a body, but for specifications', () => {
  expect(countFunctions(program)).toBe(2);
  const more = programWith([
    'proof fn a() {}',
    'spec(checked) fn b() -> int { 0 }',
    'pub open spec fn c() -> int { 1 }',
    'uninterp spec fn d() -> int;',
    'fn e(f: fn(u8) -> u8) { }',
  ]);
  expect(countFunctions(more)).toBe(3);
  expect(countFunctions('fn main() { } // fn b() { }')).toBe(1);
});
