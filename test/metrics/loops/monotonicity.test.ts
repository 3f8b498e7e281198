import { expect, test } from 'vitest';
import { readColumns } from '../../../harness/metrics/columns.ts';
import { readLoops } from '../../../harness/metrics/loops/loop-trials.ts';
import { monotonicity } from '../../../harness/metrics/loops/monotonicity.ts';
import { regressions } from '../../../harness/metrics/loops/regressions.ts';
import { type ConditionText, makeRun, type RunText } from '../../fixtures/run.ts';

function check(
  trials: ConditionText['trials'],
  condition: Partial<ConditionText> = {},
  identity: RunText['identity'] = {},
) {
  const run = makeRun({
    tasks: ['a', 'b', 'c', 'd'],
    conditions: { baseline: { trials: ['s'] }, loop: { ...condition, trials } },
    identity,
  });
  return monotonicity(run, regressions(run, readColumns(run)), readLoops(run))[0];
}

test('violating tasks are listed once, in the order of the manifest', () => {
  expect(check(['a/s/s/a/', 's+', 'a+', 's/a/s/a/'])).toMatchObject({
    isMonotone: false,
    isByConstruction: false,
    violatingTasks: ['a', 'd'],
  });
});

test('an arm of which no trial made a repair round is not monotone, it has no rounds', () => {
  expect(check(['s', 'a', 's', 'a'])).toMatchObject({ hasRounds: false });
  expect(check(['s', 'a/a/', 's', 'a'])).toMatchObject({ hasRounds: true, isMonotone: true });
});

test('only oracle stopping on one trajectory is monotone by construction', () => {
  const oracle = { oracle: true, verifier: 'grading-tests' } as const;
  const isByConstruction = (...parts: [Partial<ConditionText>, RunText['identity']]) =>
    check([], ...parts)?.isByConstruction;
  expect(isByConstruction(oracle, {})).toBe(true);
  expect(isByConstruction({}, {})).toBe(false);
  expect(isByConstruction(oracle, { stop: 'never' })).toBe(false);
  expect(isByConstruction(oracle, { protocol: 'independent' })).toBe(false);
});

test('under chance every order of the candidates is equally likely', () => {
  // Two right of four: 1 of 6 orders is monotone; one right of four: 1 of 4.
  const { underResampling, violatingTasks } = check(['s/a/s/a/', 's/a/a/a/'], {}, { k: [1, 2, 3] }) ?? {};
  expect(violatingTasks).toEqual(['a', 'b']);
  expect(underResampling?.expected).toBeCloseTo(5 / 6 + 3 / 4, 12);
  expect(underResampling?.asManyOrMore).toBeCloseTo((5 / 6) * (3 / 4), 12);
  expect(underResampling?.asFewOrFewer).toBeCloseTo(1, 12);
  expect(underResampling?.undecidedTasks).toBe(2);
});

test('the candidate a loop stopped at stays last; under --stop never it does not', () => {
  const expected = (trial: string, identity: RunText['identity'] = {}) =>
    check([trial], {}, { k: [1, 2], ...identity })?.underResampling?.expected;
  expect(expected('a/s/s+')).toBeCloseTo(1 / 2, 12);
  expect(expected('a/s/a+')).toBe(1);
  expect(expected('a/a/a+')).toBe(0);
  expect(expected('a/s/s+', { stop: 'never' })).toBeCloseTo(2 / 3, 12);
  expect(expected('a/s/s?')).toBeCloseTo(1 / 2, 12);
});

test('only candidates that a column shows can violate', () => {
  // Steps 0 and 3 of four with two right: the first right and the last wrong in 2/4 x 2/3.
  expect(check(['s/a/s/a/'], {}, { k: [3] })?.underResampling?.expected).toBeCloseTo(1 / 3, 12);
  // Broken off after step 1: columns 0 and 1 show what there is, 3 shows nothing.
  expect(check(['s/a!'])?.underResampling?.expected).toBeCloseTo(1 / 2, 12);
  // Broken off after step 2, which no column shows: one right of three stands first.
  expect(check(['s/a/a!'])?.underResampling?.expected).toBeCloseTo(1 / 3, 12);
});

test('with oracle stopping chance expects no violation either, and several samples of a task are one task', () => {
  const oracle = { oracle: true, verifier: 'grading-tests' } as const;
  expect(check(['a/a/s+', 's+', 'a/a/a/a/'], oracle)?.underResampling).toMatchObject({
    expected: 0,
    asManyOrMore: 1,
    asFewOrFewer: 1,
    undecidedTasks: 0,
  });
  const two = check(['s/a/', 's/a/'], {}, { k: [1], samples: 2 });
  expect(two?.underResampling?.expected).toBeCloseTo(3 / 4, 12);
});

test('runs of their own for each k have no order', () => {
  expect(check({ 1: ['s/a/'], 3: ['s+'] }, {}, { protocol: 'independent' })?.underResampling).toBeUndefined();
});
