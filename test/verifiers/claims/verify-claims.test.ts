import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Candidate } from '../../../harness/types/attempt.ts';
import type { ClaimsReport } from '../../../harness/types/claims.ts';
import { gatherClaims } from '../../../harness/verifiers/claims/gather.ts';
import { AS_PUBLISHED, type HowChecked, verifyClaims } from '../../../harness/verifiers/claims/verify-claims.ts';
import { type MadeClaim, type RealBench, RIGHT, realBench, task, WRONG } from '../../fixtures/claims.ts';

let bench: RealBench;
beforeAll(async () => {
  bench = await realBench();
});
afterAll(() => bench.sandbox.close());

const toCandidate = (text: string): Candidate => ({
  text,
  extraction: { status: 'clean', cuts: [] },
  responseSha256: '',
  role: 'generate',
});

async function verify(
  program: string,
  claims: readonly MadeClaim[],
  { before, how = {}, on = bench }: { before?: ClaimsReport; how?: Partial<HowChecked>; on?: RealBench } = {},
): Promise<ClaimsReport> {
  const extracted = claims.map(({ severity = 'high', ...claim }) => ({
    category: 'functionality' as const,
    severity,
    ...claim,
  }));
  const step = before === undefined ? 0 : 1;
  const gathered = gatherClaims({
    task,
    candidate: toCandidate(program),
    extracted,
    before,
    step,
    isMadeWrong: () => false,
  });
  return verifyClaims(on, program, gathered, { ...AS_PUBLISHED, ...how });
}

const one = (...tests: string[]): MadeClaim[] => [{ text: 'moves x', tests }];
const stateOf = ({ checks }: ClaimsReport) => checks.map(({ state }) => state);

test('a claim whose assertions hold passes, and every assertion is a check of its own', async () => {
  const report = await verify(RIGHT, one('assert shift(-3) == -2\nassert shift(4, 4) == 8'));
  expect(report.claims.map(({ verdict }) => verdict)).toEqual(['PASS']);
  expect(stateOf(report)).toEqual(['valid', 'valid']);
  expect(report.gaps).toEqual({ gap: 0, weighted: 0 });
});

test('a check whose tool is not installed is no bad check: it says which tool is missing', async () => {
  const property = '@given(st.integers())\ndef test_shift(x):\n    assert shift(x) == x + 1';
  const report = await verify(RIGHT, one(property));
  expect(report.checks).toMatchObject([{ state: 'tool-missing', reason: expect.stringContaining('property') }]);
  expect(report.claims[0]).toMatchObject({ verdict: 'NOT-APPLICABLE' });
  expect(report.gaps).toBeUndefined();
});

test('a claim that fails says which assertion, with what input, what was expected and what came', async () => {
  const report = await verify(WRONG, one('assert shift(-3) == -2'));
  expect(report.claims[0]).toMatchObject({
    verdict: 'FAIL',
    evidence: [{ assertion: 'assert shift(-3) == -2', input: '-3', expected: '-2', got: '-3' }],
  });
  const raised = await verify(RIGHT, one('assert shift("a") == "b"'));
  expect(raised.claims[0]?.evidence[0]?.exception).toContain('TypeError');
});

test('a wrong check that contradicts an example of the prompt is retired with that reason', async () => {
  const report = await verify(RIGHT, one('assert shift(1) == 3', 'assert shift(7) == 8'));
  expect(report.checks[0]).toMatchObject({
    state: 'retired',
    reason: "contradicts the prompt's example shift(1) == (2)",
  });
  expect(report.claims[0]).toMatchObject({ verdict: 'PASS' });
});

test('a check that asks for more than the examples say is no contradiction, even where it catches what is raised', async () => {
  const catching = 'ok = True\ntry:\n    shift(9)\nexcept Exception:\n    ok = False\nassert ok';
  const report = await verify(RIGHT, one('assert shift(9) == 11', catching));
  expect(stateOf(report)).not.toContain('retired');
});

test('a vacuous check is not applicable: nothing can fail it', async () => {
  const report = await verify(RIGHT, one('assert isinstance(shift(3), object)'));
  expect(stateOf(report)).toEqual(['vacuous']);
  expect(report.claims[0]).toMatchObject({ verdict: 'NOT-APPLICABLE', reason: expect.stringContaining('vacuous') });
  expect(report.gaps).toBeUndefined();
});

test.each([
  ['assert shift(1) ==', 'does not parse'],
  ['shift(1)', 'asserts nothing'],
  ['x = missing\nassert shift(x) == 2', 'raises before it calls shift: NameError'],
  ['assert True or shift(1)', 'does not call shift'],
])('a check such as %j is invalid: %s', async (source, reason) => {
  const report = await verify(RIGHT, one(source));
  expect(report.checks[0]).toMatchObject({ state: 'invalid', reason: expect.stringContaining(reason) });
  expect(report.claims[0]?.verdict).toBe('NOT-APPLICABLE');
});

test('a check that does not do the same twice is invalid', async () => {
  const report = await verify(RIGHT, one('import time\nassert shift(time.time_ns()) == 0'));
  expect(report.checks[0]).toMatchObject({ state: 'invalid', reason: 'gives different results on one program' });
});

test('of two checks that cannot both hold the one written in fewer rounds is retired, never silently', async () => {
  const first = await verify(RIGHT, one('assert shift(3) == 4'));
  const second = await verify(RIGHT, one('assert shift(3) == 4', 'assert shift(3) == 5'), { before: first });
  expect(second.checks).toMatchObject([
    { source: 'assert shift(3) == 4', state: 'valid', support: 2 },
    { state: 'retired', reason: 'contradicts a stronger check: assert shift(3) == 4' },
  ]);
});

test('claims and checks stay in the book: equal ones are merged, what tests other functions is dropped with a count', async () => {
  const first = await verify(WRONG, [
    { text: 'Moves x by one.', tests: ['assert shift(3) == 4'] },
    { text: 'sorts', tests: ['assert sorted([2, 1]) == [1, 2]'] },
  ]);
  expect(first).toMatchObject({ dropped: 1, merged: 0 });
  const second = await verify(RIGHT, [{ text: 'moves x by one', tests: ['assert shift(-1) == 0'] }], { before: first });
  expect(second).toMatchObject({ merged: 1, dropped: 0 });
  expect(second.claims).toMatchObject([{ id: 'c1', step: 0, before: 'PASS', verdict: 'PASS' }]);
  expect(second.checks.map(({ source }) => source)).toEqual(['assert shift(3) == 4', 'assert shift(-1) == 0']);
});

test('PARTIAL counts half in the weighted gap and is not passing; severity weighs; N/A is left out', async () => {
  const report = await verify(WRONG, [
    {
      text: 'moves below zero and above',
      severity: 'critical',
      tests: ['assert shift(-3) == -2', 'assert shift(3) == 4'],
    },
    { text: 'moves far', severity: 'low', tests: ['assert shift(100) == 101'] },
    { text: 'is an object', severity: 'high', tests: ['assert isinstance(shift(3), object)'] },
  ]);
  expect(report.claims.map(({ verdict }) => verdict)).toEqual(['PARTIAL', 'PASS', 'NOT-APPLICABLE']);
  expect(report.gaps).toEqual({ gap: 0.5, weighted: (4 * 0.5) / 5 });
  const equal = await verify(WRONG, one('assert shift(-3) == -2', 'assert shift(3) == 4'), {
    how: { weights: 'equal' },
  });
  expect(equal.gaps).toEqual({ gap: 1, weighted: 0.5 });
});

test('a program that does not run fails every claim that has a check, and says why', async () => {
  const report = await verify('def shift(:\n', one('assert shift(3) == 4'));
  expect(report.notRunnable).toContain('syntax');
  expect(report.claims[0]?.verdict).toBe('FAIL');
  expect(stateOf(report)).toEqual(['pending']);
});

test('without validation every check counts as it was written', async () => {
  const report = await verify(
    RIGHT,
    one('assert shift(1) == 3', 'assert shift(1) ==', 'assert isinstance(shift(1), object)'),
    {
      how: { validates: false },
    },
  );
  expect(stateOf(report)).toEqual(['unchecked', 'unchecked', 'unchecked']);
  expect(report.claims[0]?.verdict).toBe('PARTIAL');
});

test('a candidate that hangs in one check is told so, and the checks after it run all the same', async () => {
  const hanging = 'def shift(x, by=1):\n    while x == 7:\n        pass\n    return x + by\n';
  const quick = await realBench(1);
  const report = await verify(hanging, one('assert shift(7) == 8', 'assert shift(3) == 4'), { on: quick });
  await quick.sandbox.close();
  expect(report.claims[0]).toMatchObject({ verdict: 'PARTIAL' });
  expect(report.claims[0]?.evidence[0]?.exception).toContain('time limit');
});
