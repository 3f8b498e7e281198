import { expect, test } from 'vitest';
import { readColumns } from '../../harness/metrics/columns.ts';
import { comparatorOf, declaredComparisons, exploratoryComparisons } from '../../harness/metrics/paired.ts';
import type { WholeRun } from '../../harness/types/record.ts';
import { makeRun, type RunText } from '../fixtures/run.ts';

const declared = (text: RunText) => withColumns(makeRun(text), declaredComparisons);
const exploratory = (text: RunText) => withColumns(makeRun(text), exploratoryComparisons);
const withColumns = <Result>(
  run: WholeRun,
  compare: (run: WholeRun, columns: ReturnType<typeof readColumns>) => Result,
) => compare(run, readColumns(run));

const TASKS = ['a', 'b', 'c', 'd'];

test('a condition is compared with the comparator it declares at the largest k, with the baseline when it declares none', () => {
  const rows = declared({
    tasks: TASKS,
    conditions: {
      baseline: { trials: ['a', 's', 'a', 's'] },
      loop: { trials: ['a/a/a/s+', 's/a/a/a/', 'a/a/a/s+', 's+'] },
      ablation: { comparator: 'loop', trials: ['s+', 's+', 's+', 's+'] },
    },
  });
  expect(rows).toMatchObject([
    { condition: { name: 'loop' }, k: 3, comparator: { name: 'baseline' }, comparatorK: 0, wins: 2, losses: 1 },
    { condition: { name: 'ablation' }, k: 3, comparator: { name: 'loop' }, comparatorK: 3, wins: 1, losses: 0 },
  ]);
  expect(rows.map(({ finding }) => finding)).toMatchObject([
    { test: 'mcnemar', pValue: 1, difference: 0.25, odds: { ratio: 2 } },
    { test: 'mcnemar', pValue: 1, difference: 0.25, odds: { ratio: Number.POSITIVE_INFINITY } },
  ]);
});

test('a comparator that was not run leaves a refused row that is in no family', () => {
  const rows = declared({
    tasks: TASKS,
    conditions: {
      baseline: { trials: ['a', 'a', 'a', 'a'] },
      loop: { trials: ['s+', 's+', 's+', 's+'] },
      ablation: { comparator: 'elsewhere', trials: ['s+', 's+', 's+', 's+'] },
    },
  });
  expect(rows.map(({ adjustedPValue }) => adjustedPValue)).toEqual([0.125, undefined]);
  expect(rows[1]?.finding).toEqual({ status: 'refused', reason: 'elsewhere was not run' });
});

test('an arm that answers once is compared by its only answer, whatever it is called', () => {
  const run = makeRun({
    tasks: TASKS,
    conditions: {
      once: { comparator: 'once', trials: ['a', 's', 'a', 's'] },
      loop: { comparator: 'once', trials: ['a/a/a/s+', 's+', 'a/a/a/s+', 's+'] },
    },
  });
  const { identity } = run.manifest;
  const conditions = identity.conditions.map((one) =>
    one.name === 'once' ? { ...one, answersOnce: true as const } : one,
  );
  const rows = withColumns(
    { ...run, manifest: { ...run.manifest, identity: { ...identity, conditions } } },
    declaredComparisons,
  );
  expect(rows).toMatchObject([
    { condition: { name: 'loop' }, k: 3, comparator: { name: 'once' }, comparatorK: 0, wins: 2 },
  ]);
});

test('the family is adjusted by Holm, exploratory comparisons are not', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'];
  const study: RunText = {
    tasks: six,
    conditions: {
      baseline: { trials: six.map(() => 'a') },
      one: { trials: six.map(() => 's+') },
      other: { comparator: 'one', trials: six.map(() => 'a/a/a/a/') },
    },
  };
  // 2 / 2^6 = 0.03125 each, times two.
  for (const { adjustedPValue } of declared(study)) expect(adjustedPValue).toBeCloseTo(0.0625, 12);
  expect(exploratory(study).every(({ adjustedPValue }) => adjustedPValue === undefined)).toBe(true);
});

test('everything that was not declared is exploratory: smaller k, the baseline, other arms, an arm at two of its k', () => {
  const rows = exploratory({
    tasks: ['a'],
    conditions: {
      baseline: { trials: ['a'] },
      loop: { trials: ['s+'] },
      ablation: { comparator: 'loop', trials: ['s+'] },
      other: { trials: ['s+'] },
    },
  });
  const texts = rows.map(
    (row) => `${row.kind} ${row.condition.name} ${row.k} ${row.comparator.name} ${row.comparatorK}`,
  );
  expect(texts.filter((text) => !text.startsWith('own-k'))).toEqual([
    'smaller-k loop 1 baseline 0',
    'smaller-k ablation 1 loop 1',
    'smaller-k other 1 baseline 0',
    'baseline ablation 3 baseline 0',
    'other-arms other 3 loop 3',
    'other-arms other 3 ablation 3',
  ]);
  expect(texts.filter((text) => text.startsWith('own-k loop'))).toEqual([
    'own-k loop 1 loop 0',
    'own-k loop 3 loop 0',
    'own-k loop 3 loop 1',
  ]);
});

test('that an oracle arm cannot regress against the step 0 it shares is said, and only where it shares it', () => {
  const study = (trials: readonly string[], samples: number): RunText => ({
    tasks: ['a'],
    conditions: { baseline: { trials }, lucid: { oracle: true, verifier: 'grading-tests', trials: ['a/s+'] } },
    identity: { samples },
  });
  expect(declared(study(['a'], 1))).toMatchObject([{ isByConstruction: true }]);
  expect(exploratory(study(['a'], 1)).every(({ isByConstruction }) => isByConstruction)).toBe(true);
  const fresh = { ...study(['a'], 1), identity: { protocol: 'independent' as const } };
  expect(
    declared({
      ...fresh,
      conditions: { baseline: { trials: { 1: ['a'] } }, lucid: { oracle: true, trials: { 3: ['s'] } } },
    }),
  ).toMatchObject([{ isByConstruction: false }]);
});

test('with several samples per task signs are flipped by task and McNemar is not used', () => {
  const [row] = declared({
    tasks: ['a', 'b'],
    conditions: { baseline: { trials: ['a', 'a', 'a', 's'] }, loop: { trials: ['s+', 's+', 's+', 's+'] } },
    identity: { samples: 2 },
  });
  // Differences 2 and 1: of the four sign patterns two lie as far out as 3.
  expect(row).toMatchObject({ compared: 4, wins: 3, losses: 0, adjustedPValue: 0.5 });
  expect(row?.finding).toMatchObject({ test: 'sign-flip', pValue: 0.5, difference: 0.75, intervalKind: 'bootstrap' });
});

test('the comparator of a condition is the baseline unless it declares one; the baseline has none', () => {
  const condition = { description: '', verifier: 'none', oracle: false, promptsSha256: '' } as const;
  expect(comparatorOf({ ...condition, name: 'loop' })).toBe('baseline');
  expect(comparatorOf({ ...condition, name: 'loop', comparator: 'other' })).toBe('other');
  expect(comparatorOf({ ...condition, name: 'baseline' })).toBeUndefined();
});

test('of triples, which are given with their grades, no arm is said to solve more than another', () => {
  const run = makeRun({
    tasks: ['right', 'wrong'],
    conditions: { clover: { trials: ['s+', 'a+'] }, 'prover-alone': { trials: ['s+', 'a+'] } },
  });
  const label = { set: 'ground-truth', program: 'p' };
  const given = { ...run, grades: run.grades.map((grade) => ({ ...grade, label })) };
  const findings = (of: WholeRun) =>
    [declaredComparisons, exploratoryComparisons].flatMap((compare) =>
      withColumns(of, compare)
        .filter(({ compared }) => compared > 0)
        .map(({ finding }) => (finding.status === 'refused' ? finding.reason : finding.status)),
    );
  expect(new Set(findings(run))).toEqual(new Set(['tested']));
  expect(new Set(findings(given))).toEqual(new Set(['what is graded was given to both']));
});
