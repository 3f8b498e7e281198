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
