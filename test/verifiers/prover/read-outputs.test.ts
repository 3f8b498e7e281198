import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dafny } from '../../../harness/verifiers/prover/dafny/dafny.ts';
import type { CommandRun } from '../../../harness/verifiers/prover/prover.ts';
import { why3 } from '../../../harness/verifiers/prover/why3/why3.ts';

const output = (name: string): string => readFileSync(new URL(`./outputs/${name}.txt`, import.meta.url), 'utf8');

const ran = (exit: number, stdout: string, stderr = ''): CommandRun => ({ ended: 'exited', exit, stdout, stderr });

const askDafny = (exit: number, name: string) => dafny.read([ran(exit, output(`dafny/${name}`))]);

test.each([
  // file, exit, answer, whether "0 errors" stands in it
  ['right', 0, { status: 'proved', obligations: 2 }, true],
  ['wrong', 4, { status: 'unknown', reason: 'not-proved' }, false],
  ['several', 4, { status: 'unknown', reason: 'not-proved' }, false],
  ['endless', 4, { status: 'unknown', reason: 'not-proved' }, false],
  ['time-out', 4, { status: 'unknown', reason: 'not-proved' }, false],
  ['parse', 2, { status: 'refuted', reason: 'parse' }, false],
  ['type', 2, { status: 'refuted', reason: 'type' }, false],
  ['empty', 0, { status: 'unknown', reason: 'vacuous' }, true],
  ['no-body', 0, { status: 'unknown', reason: 'vacuous' }, true],
  ['not-verified', 0, { status: 'unknown', reason: 'vacuous' }, true],
  ['solver-cut-short', 0, { status: 'unknown', reason: 'tool-failure' }, true],
  ['solver-dies', 1, { status: 'unknown', reason: 'tool-failure' }, false],
  ['out-of-memory', 1, { status: 'unknown', reason: 'memory' }, false],
] as const)('what Dafny printed is read whole: %s', (name, exit, answer, hasSuccess) => {
  expect(askDafny(exit, name)).toMatchObject(answer);
  expect(output(`dafny/${name}`).includes('0 errors')).toBe(hasSuccess);
});

test('a message of Dafny says its line, and the noise of its solver is none', () => {
  expect(askDafny(4, 'wrong')).toEqual({
    status: 'unknown',
    reason: 'not-proved',
    messages: [
      { line: 10, text: 'Error BP5005: This loop invariant might not be maintained by the loop.' },
      { line: 10, text: 'Related message: loop invariant violation' },
    ],
  });
});

test('"0 errors" before something else is no proof, nor is a summary of ten errors', () => {
  const ended = (rest: string): string =>
    `Dafny 2.3.0.10506\n\nDafny program verifier finished with 3 verified, ${rest}\n`;
  const reasonOf = (rest: string, exit: number) => {
    const answer = dafny.read([ran(exit, ended(rest))]);
    return 'reason' in answer ? answer.reason : answer.status;
  };
  expect(reasonOf('0 errors', 0)).toBe('proved');
  expect(reasonOf('0 errors, 1 time out', 4)).toBe('not-proved');
  expect(reasonOf('0 errors, 1 inconclusive', 4)).toBe('not-proved');
  expect(reasonOf('10 errors', 4)).toBe('not-proved');
  expect(reasonOf('0 errors', 3)).toBe('tool-failure');
});

test('a program of which something is believed for it has no body is not proved', () => {
  const stdout =
    'Dafny 2.3.0.10506\nprogram.dfy(4,24): Warning: note, this forall statement has no body\n\nDafny program verifier finished with 1 verified, 0 errors\n';
  expect(dafny.read([ran(0, stdout)])).toEqual({
    status: 'unknown',
    reason: 'not-proved',
    messages: [{ line: 4, text: 'Warning: note, this forall statement has no body' }],
  });
  const other = stdout.replace('note, this forall statement has no body', '/!\\ No terms found to trigger on.');
  expect(dafny.read([ran(0, other)])).toEqual({ status: 'proved', obligations: 1 });
});

test('two summaries, another version and a cut output are failures of the tool', () => {
  const good = output('dafny/right');
  const [, summary = ''] = good.match(/^(Dafny program verifier .*)$/m) ?? [];
  for (const text of [`${good}${summary}\n`, good.replace('2.3.0.10506', '4.0.0'), good.slice(0, -40)])
    expect(dafny.read([ran(0, text)])).toMatchObject({ status: 'unknown', reason: 'tool-failure' });
  expect(dafny.read([{ ...ran(0, good), ended: 'output', exit: null }])).toMatchObject({ reason: 'tool-failure' });
  expect(dafny.read([])).toMatchObject({ reason: 'tool-failure' });
});

test('a run that hangs after its summary is final, one that meets its time before is not', () => {
  const run = { ...ran(0, output('dafny/right')), exit: null };
  expect(dafny.read([{ ...run, ended: 'hung' }])).toEqual({ status: 'proved', obligations: 2 });
  expect(dafny.read([{ ...run, ended: 'timeout' }])).toMatchObject({ reason: 'timeout' });
});

test('a goal of Why3 counts when one of both solvers proves it', () => {
  const [cvc4, z3] = [output('why3/wrong-cvc4'), output('why3/wrong-z3')];
  const answer = why3.read([ran(2, cvc4), ran(2, z3)]);
  expect(answer).toMatchObject({ status: 'unknown', reason: 'not-proved' });
  const proved = cvc4.replaceAll('"Step limit\\nexceeded"', '"Valid"');
  expect(why3.read([ran(2, proved), ran(2, z3)])).toMatchObject({ reason: 'tool-failure' }); // its exit says otherwise
  expect(why3.read([ran(0, proved)])).toMatchObject({ status: 'proved' });
});

test.each([
  ['parse', 'parse'],
  ['type', 'type'],
  ['unbound', 'unsupported'],
] as const)('what Why3 does not take is inadmissible: %s', (name, reason) => {
  const run = ran(1, '', output(`why3/${name}`));
  expect(why3.read([run, run])).toMatchObject({ status: 'refuted', reason, messages: [{ line: expect.any(Number) }] });
});

test('of Why3, no goal is vacuous, a dead solver and goals of another file are failures of the tool', () => {
  const [dead, two] = [output('why3/solver-dies'), output('why3/two-functions')];
  expect(why3.read([ran(0, '')])).toMatchObject({ reason: 'vacuous' });
  expect(why3.read([ran(2, dead), ran(2, dead)])).toMatchObject({ reason: 'tool-failure' });
  expect(why3.read([ran(0, two)])).toMatchObject({ status: 'proved', obligations: 2 });
  expect(why3.read([ran(0, two.replace('program.py', 'other.py'))])).toMatchObject({ reason: 'tool-failure' });
  expect(why3.read([ran(0, two.slice(0, -30))])).toMatchObject({ reason: 'tool-failure' });
  expect(why3.read([ran(0, `${two}Valid\n`)])).toMatchObject({ reason: 'tool-failure' });
});
