import { describe, expect, test } from 'vitest';
import { analyse } from '../../harness/metrics/analysis.ts';
import { passedCells, ruleDifferences } from '../../harness/metrics/consistency/acceptance.ts';
import { consistencyMetrics } from '../../harness/metrics/consistency/consistency.ts';
import { subsetAcceptance } from '../../harness/metrics/consistency/subsets.ts';
import { syntaxFailures } from '../../harness/metrics/consistency/syntax.ts';
import { type CheckedTriple, decisionAt } from '../../harness/metrics/consistency/triples.ts';
import { drawFigure } from '../../harness/report/page/all-figures.ts';
import { checkSubsets } from '../../harness/report/page/figures/check-subsets.ts';
import { CHECKS, type CheckName, type CheckTry, type Evidence } from '../../harness/types/consistency.ts';
import { resultOf } from '../../harness/types/consistency-rules.ts';
import { makeRun } from '../fixtures/run.ts';

const run = makeRun({ tasks: ['t'], conditions: { clover: { trials: ['s+'] } }, identity: { k: [1, 2] } });
const [condition] = run.manifest.identity.conditions;
if (condition === undefined) throw new Error('the run has a condition');

const yes: Evidence = { kind: 'judge', said: 'yes', byWords: true };
const no: Evidence = { kind: 'judge', said: 'no', byWords: false };
const said: Evidence = { kind: 'judge', said: 'unparsed', byWords: true };

/** One try a check: a letter each, y, n or u, in the order of the checks. */
const tries = (letters: string, attempt = 0): CheckTry[] =>
  CHECKS.flatMap((check, place) => {
    const evidence = { y: yes, n: no, u: said }[letters.charAt(place)];
    return evidence === undefined ? [] : [{ check, attempt, try: 1, evidence }];
  });

const triple = (program: string, set: string, letters: string, more: Partial<CheckedTriple> = {}): CheckedTriple => ({
  ...{ condition, taskId: `t/${program}/${set}`, sample: 0, set, program },
  ...{ tries: tries(letters), attempts: 1, isCut: false },
  ...more,
});

const TRIPLES = [
  triple('a', 'ground-truth', 'yyyyyy'),
  triple('b', 'ground-truth', 'yyyyyn', { tries: [...tries('yyyyyn'), ...tries('     y', 1)], attempts: 2 }),
  triple('c', 'ground-truth', 'yyyyyu'),
  triple('a', 'C2', 'yynyyy'),
  triple('b', 'C2', 'yyuyyy'),
  triple('c', 'C2', 'yyyyyy', { isCut: true, tries: tries('yy') }),
];

describe('triples', () => {
  test('are accepted where all six checks pass, and one that is unknown leaves them undecided', () => {
    const cells = passedCells(run, TRIPLES).filter(({ check }) => check === undefined);
    const cell = (set: string, attempts: number, rule: string) =>
      cells.find((one) => one.set === set && one.attempts === attempts && one.rule === rule);
    expect(cell('ground-truth', 1, 'strict')).toMatchObject({ passed: { count: 1, total: 3 }, failed: 1, unknown: 1 });
    expect(cell('ground-truth', 1, 'published')).toMatchObject({
      passed: { count: 2, total: 3 },
      failed: 1,
      unknown: 0,
    });
    expect(cell('ground-truth', 2, 'strict')).toMatchObject({ passed: { count: 2, total: 3 }, failed: 0, unknown: 1 });
    // What broke off is in no count.
    expect(cell('C2', 2, 'strict')).toMatchObject({
      passed: { count: 0, total: 2 },
      failed: 1,
      unknown: 1,
      notChecked: 1,
    });
  });

  test('each check is counted by itself', () => {
    const cells = passedCells(run, TRIPLES).filter(
      ({ set, attempts, rule }) => set === 'C2' && attempts === 1 && rule === 'strict',
    );
    const of = (check: CheckName) => cells.find((one) => one.check === check)?.passed.count;
    expect(CHECKS.map(of)).toEqual([3, 3, 0, 2, 2, 2]);
  });

  test('on which the rules decide otherwise are named with the checks', () => {
    expect(
      ruleDifferences(run, TRIPLES).map((one) => [
        one.triple.taskId,
        one.decisions.strict,
        one.decisions.published,
        one.checks,
      ]),
    ).toEqual([
      ['t/c/ground-truth', 'undecided', 'accept', ['doc2code']],
      ['t/b/C2', 'undecided', 'accept', ['doc2anno']],
    ]);
  });

  test('no set of checks lets more through than one of its subsets; none lets all through', () => {
    const subsets = subsetAcceptance(run, TRIPLES.slice(0, 5)).filter(({ rule }) => rule === 'strict');
    expect(subsets).toHaveLength(64);
    expect(subsets[0]).toMatchObject({ checks: [], right: { count: 3 }, wrong: { count: 2 } });
    expect(subsets.at(-1)).toMatchObject({ checks: [...CHECKS], right: { count: 2 }, wrong: { count: 0 } });
    for (const one of subsets)
      for (const other of subsets.filter(({ checks }) => one.checks.every((check) => checks.includes(check)))) {
        expect(other.right.count).toBeLessThanOrEqual(one.right.count);
        expect(other.wrong.count).toBeLessThanOrEqual(one.wrong.count);
      }
  });

  test('acceptance never falls with the number of attempts', () => {
    for (const rule of ['strict', 'published'] as const)
      for (const one of TRIPLES.slice(0, 5)) {
        const decisions = [1, 2, 3].map((attempts) => decisionAt(one, attempts, rule)?.decision);
        expect(decisions.join(' ')).toMatch(/^(?:(?:reject|undecided) ?)*(?:accept ?)*$/);
      }
  });

  test('are drawn with all 64 subsets, a column each, and right ones beside wrong ones', async () => {
    const subsets = subsetAcceptance(run, TRIPLES);
    const figure = checkSubsets({ ...analyse(run), consistency: { ...consistencyMetrics(run), subsets } });
    if (figure === undefined) throw new Error('there is a figure');
    const { file } = await drawFigure(figure, []);
    expect(figure.data.rows).toHaveLength(2 * 64);
    // 64 columns of six dots, and two marks above each.
    expect(file.match(/<path aria-label|<path transform/g)?.length).toBe(64 * (CHECKS.length + 2));
    expect(checkSubsets({ ...analyse(run), consistency: { ...consistencyMetrics(run), subsets: [] } })).toBeUndefined();
  });
});

test('what does not compile is counted by its reason', () => {
  const compiler = (word: string): CheckTry => ({
    ...{ check: 'doc2code', attempt: 0, try: 1 },
    evidence: { kind: 'compiler', said: word, detail: '' },
  });
  const words = ['parse', 'type', 'type', 'forbidden', 'admitted', 'timeout'];
  expect(syntaxFailures([triple('a', 'C1', '', { tries: words.map(compiler) })])).toEqual([
    { condition, check: 'doc2code', tries: 6, admitted: 1, syntax: 1, types: 2, forbidden: 1, others: 1 },
  ]);
  expect(resultOf(compiler('parse').evidence, 'strict')).toBeUndefined();
});
