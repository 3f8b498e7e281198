import { expect, test } from 'vitest';
import { verifierReportCards } from '../../harness/metrics/verifier-report-card.ts';
import { makeRun } from '../fixtures/run.ts';

test('false accepts are out of the wrong candidates, false rejects out of the right ones', () => {
  const run = makeRun({
    tasks: ['a', 'b', 'c', 'd', 'e'],
    conditions: { judge: { verifier: 'model', trials: ['a+', 'a/s+', 's/a/a/', 'u+', 'a?'] } },
  });
  expect(verifierReportCards(run)).toMatchObject([
    {
      steps: 8,
      accepted: 3,
      rejected: 4,
      unparsed: 1,
      falseAccepts: { count: 1, total: 4, share: 0.25 },
      falseRejects: { count: 1, total: 2, share: 0.5 },
      ungraded: 1,
    },
  ]);
});

test('a share of nothing is unknown, and a condition without a verifier has no card', () => {
  const run = makeRun({
    tasks: ['a'],
    conditions: { baseline: { trials: ['s'] }, coin: { verifier: 'coin', trials: ['s+'] } },
  });
  const cards = verifierReportCards(run);
  expect(cards.map(({ condition }) => condition.name)).toEqual(['coin']);
  expect(cards[0]?.falseAccepts).toEqual({ count: 0, total: 0, share: undefined, interval: undefined });
});

test.each([
  ['accepts all', 'model', '+', true],
  ['accepts none', 'coin', '/', true],
  ['is the grading tests and accepts none', 'grading-tests', '/', false],
] as const)('a verifier that %s: degenerate or not', (_what, verifier, sign, isDegenerate) => {
  const conditions = { judge: { verifier, oracle: verifier === 'grading-tests', trials: [`a${sign}`, `s${sign}`] } };
  const [card] = verifierReportCards(makeRun({ tasks: ['a', 'b'], conditions }));
  expect(card?.isDegenerate).toBe(isDegenerate);
});

test('a verifier that accepts one of twenty is not degenerate, one of twenty-one is', () => {
  const card = (rejected: number) => {
    const trials = ['s+', ...Array.from({ length: rejected }, () => 'a/')];
    const run = makeRun({
      tasks: trials.map((_, index) => `t${index}`),
      conditions: { judge: { verifier: 'model', trials } },
    });
    return verifierReportCards(run)[0]?.isDegenerate;
  };
  expect([card(19), card(20)]).toEqual([false, true]);
});
