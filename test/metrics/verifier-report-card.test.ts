import { expect, test } from 'vitest';
import { readColumns } from '../../harness/metrics/columns.ts';
import { verifierReportCards } from '../../harness/metrics/verifier-report-card.ts';
import type { Run } from '../../harness/types/record.ts';
import { makeRun } from '../fixtures/run.ts';

const cardsOf = (run: Run) => verifierReportCards(run, readColumns(run));

test('false accepts are out of the wrong candidates, false rejects out of the right ones', () => {
  const run = makeRun({
    tasks: ['a', 'b', 'c', 'd', 'e'],
    conditions: { judge: { verifier: 'model', trials: ['a+', 'a/s+', 's/a/a/', 'u+', 'a?'] } },
  });
  expect(cardsOf(run)).toMatchObject([
    {
      steps: 8,
      accepted: 3,
      rejected: 4,
      unparsed: 1,
      falseAccepts: { count: 1, total: 4, proportion: 0.25 },
      falseRejects: { count: 1, total: 2, proportion: 0.5 },
      ungraded: 1,
    },
  ]);
});

test('a share of nothing is unknown, and a condition without a verifier has no card', () => {
  const run = makeRun({
    tasks: ['a'],
    conditions: { baseline: { trials: ['s'] }, coin: { verifier: 'coin', trials: ['s+'] } },
  });
  const cards = cardsOf(run);
  expect(cards.map(({ condition }) => condition.name)).toEqual(['coin']);
  expect(cards[0]?.falseAccepts).toEqual({ count: 0, total: 0, proportion: undefined, interval: undefined });
});

test.each([
  ['accepts all', 'model', '+', true],
  ['accepts none', 'coin', '/', true],
  ['is the grading tests and accepts none', 'grading-tests', '/', false],
] as const)('a verifier that %s: degenerate or not', (_what, verifier, sign, isDegenerate) => {
  const conditions = { judge: { verifier, oracle: verifier === 'grading-tests', trials: [`a${sign}`, `s${sign}`] } };
  const [card] = cardsOf(makeRun({ tasks: ['a', 'b'], conditions }));
  expect(card?.isDegenerate).toBe(isDegenerate);
});

test('a verifier that accepts one of twenty is not degenerate, one of twenty-one is', () => {
  const card = (rejected: number) => {
    const trials = ['s+', ...Array.from({ length: rejected }, () => 'a/')];
    const run = makeRun({
      tasks: trials.map((_, index) => `t${index}`),
      conditions: { judge: { verifier: 'model', trials } },
    });
    return cardsOf(run)[0]?.isDegenerate;
  };
  expect([card(19), card(20)]).toEqual([false, true]);
});

const JUDGED = { judge: { verifier: 'model', trials: ['a+', 'a/s+', 's/a/a/', 'u+', 'a?'] } } as const;

test('by step, over what that step was asked', () => {
  const [card] = cardsOf(makeRun({ tasks: ['a', 'b', 'c', 'd', 'e'], conditions: JUDGED }));
  expect(
    card?.byStep.map(({ step, accepted, rejected, unparsed, ungraded, falseAccepts, falseRejects }) => [
      step,
      [accepted, rejected, unparsed, ungraded],
      [falseAccepts.count, falseAccepts.total],
      [falseRejects.count, falseRejects.total],
    ]),
  ).toEqual([
    [0, [2, 2, 1, 1], [1, 2], [1, 1]],
    [1, [1, 1, 0, 0], [0, 1], [0, 1]],
    [2, [0, 1, 0, 0], [0, 1], [0, 0]],
  ]);
});

test('the gain over a coin that accepts as often: agreement less what chance agrees', () => {
  const [card] = cardsOf(makeRun({ tasks: ['a', 'b', 'c', 'd', 'e'], conditions: JUDGED }));
  // Six verdicts on graded candidates: 4 agree; a third is accepted and a third right, so a coin agrees in 1/9 + 4/9.
  expect(card?.gain?.verdicts).toBe(6);
  expect(card?.gain?.agreement).toBeCloseTo(4 / 6, 12);
  expect(card?.gain?.coinAgreement).toBeCloseTo(5 / 9, 12);
  expect(card?.gain?.gain.value).toBeCloseTo(1 / 9, 12);
});

test('a verifier that always says the same gains nothing, the grading tests gain all a coin misses', () => {
  const conditions = {
    yes: { verifier: 'model', trials: ['a+', 's+'] },
    oracle: { verifier: 'grading-tests', oracle: true, trials: ['a/', 's+'] },
  } as const;
  const gains = cardsOf(makeRun({ tasks: ['a', 'b'], conditions, identity: { k: [1] } })).map(({ gain }) => gain);
  expect(gains.map((gain) => gain?.gain.value)).toEqual([0, 0.5]);
});

test('a loop is held against the coin that was matched to it, task by task', () => {
  const conditions = {
    judge: { verifier: 'model', trials: ['a/s+', 'a/s+', 's+', 'a!'] },
    'random-verifier': { verifier: 'coin', trials: ['a/a/a/a/', 'a/s+', 's/a+', 's+'] },
  } as const;
  const tasks = ['a', 'b', 'c', 'd'];
  const cards = (randomAcceptance: string) => cardsOf(makeRun({ tasks, conditions, identity: { randomAcceptance } }));
  const [judge, coin] = cards('match:judge');
  expect(judge?.matchedCoins).toMatchObject([{ k: 3, compared: 3, wins: 2, losses: 0 }]);
  expect(judge?.matchedCoins[0]?.gain.value).toBeCloseTo(2 / 3, 12);
  expect(coin?.matchedCoins).toEqual([]);
  expect(cards('0.5')[0]?.matchedCoins).toEqual([]);
});

test('several verdicts per task: whole tasks are drawn for the interval', () => {
  const trials = ['a/a/a/s+', 'a+', 'a/a/a/a/', 'a/s+'];
  const [card] = cardsOf(
    makeRun({ tasks: ['a', 'b', 'c', 'd'], conditions: { judge: { verifier: 'model', trials } } }),
  );
  expect(card?.falseAccepts).toMatchObject({ count: 1, total: 9 });
  expect(card?.falseAccepts.interval?.low).toBe(0);
  // Drawing the one accepted task three times of four gives 3 of at least 4.
  expect(card?.falseAccepts.interval?.high).toBeGreaterThan(0.4);
});

test('a model’s verdicts are counted without the tasks that its wording was chosen on, too; a coin has no wording', () => {
  const conditions = {
    judge: { verifier: 'model', trials: ['a+', 'a/', 's/', 's+', 'a+'] },
    coin: { verifier: 'coin', trials: ['a+', 'a/', 's/', 's+', 'a+'] },
  } as const;
  const tasks = ['a', 'b', 'c', 'd', 'e'];
  const [coin, judge] = cardsOf(makeRun({ tasks, conditions, provenance: { tuningTasks: 'a, c, not-run' } })).sort(
    (one, other) => (one.condition.name < other.condition.name ? -1 : 1),
  );
  expect(judge?.falseAccepts).toMatchObject({ count: 2, total: 3 });
  expect(judge?.otherTasks).toMatchObject({
    steps: 3,
    accepted: 2,
    falseAccepts: { count: 1, total: 2 },
    falseRejects: { count: 0, total: 1 },
  });
  expect(coin?.otherTasks).toBeUndefined();
  expect(cardsOf(makeRun({ tasks, conditions }))[0]?.otherTasks).toBeUndefined();
});
