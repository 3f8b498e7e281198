import { expect, test } from 'vitest';
import { analyse } from '../../../harness/metrics/analysis.ts';
import { makeRun, type RunText } from '../../fixtures/run.ts';

/** A repair costs twice as much as a first generation, a fresh draw as much. */
const dearRepairs: NonNullable<RunText['call']> = (call) =>
  call.role === 'regenerate' ? { ...call, usage: { inputTokens: 200, outputTokens: 100 }, costUsd: 0.02 } : call;

const ARMS: RunText = {
  tasks: ['a', 'b', 'c', 'd'],
  conditions: {
    baseline: { trials: ['s', 'a', 'a', 'a'] },
    lucid: { oracle: true, verifier: 'grading-tests', trials: ['s+', 'a/s+', 'a/a/a/a/', 'a/a/s+'] },
    'resample-oracle': {
      oracle: true,
      verifier: 'grading-tests',
      laterRole: 'generate',
      trials: ['s+', 'a/a/s+', 'a/s+', 'a/a/a/a/'],
    },
  },
  call: dearRepairs,
};

function matches(study: RunText) {
  return analyse(makeRun(study)).loops.budgetMatches.map((row) => ({ ...row, condition: row.condition.name }));
}

const find = (study: RunText, k: number, budget: string) =>
  matches(study).find((row) => row.k === k && row.budget === budget)?.match;

test('equal candidates: the arm at the same k', () => {
  expect(find(ARMS, 1, 'candidates')).toMatchObject({
    tasks: 4,
    loopSpent: 2,
    draws: 2,
    isReached: true,
    loopRate: 0.5,
    resamplingRate: 0.5,
  });
  expect(find(ARMS, 3, 'candidates')).toMatchObject({ draws: 4, loopRate: 0.75, resamplingRate: 0.75 });
});

test('equal tokens: two draws for a dear repair', () => {
  // Loop at k = 1: (150 + 450 + 450 + 450) / 4 = 375; the arm with 4 draws allowed: (1 + 3 + 2 + 4) x 150 / 4 = 375.
  const match = find(ARMS, 1, 'tokens');
  expect(match).toMatchObject({ loopSpent: 375, resamplingSpent: 375, draws: 4, loopRate: 0.5, resamplingRate: 0.75 });
  expect(match?.status === 'matched' ? match.difference.value : undefined).toBeCloseTo(-0.25, 12);
});

test('a budget between two of the arm’s k mixes them, one beyond its last is not reached', () => {
  const cheap: RunText = {
    ...ARMS,
    call: (call) => (call.role === 'regenerate' ? { ...call, usage: { inputTokens: 150, outputTokens: 50 } } : call),
  };
  // (150 + 3 x 350) / 4 = 300: a third of the way from 262.5 (2 draws) to 375 (4 draws).
  const match = find(cheap, 1, 'tokens');
  expect(match).toMatchObject({ isReached: true, loopSpent: 300, resamplingSpent: 300 });
  if (match?.status !== 'matched') throw new Error('it is matched');
  expect(match.draws).toBeCloseTo(2 + 2 / 3, 12);
  expect(match.resamplingRate).toBeCloseTo(0.5 + 0.25 / 3, 12);
  // Loop at k = 3: (4 x 150 + 6 x 300) / 4 = 600.
  expect(find(ARMS, 3, 'tokens')).toMatchObject({ loopSpent: 600, resamplingSpent: 375, draws: 4, isReached: false });
});

test('unknown dollars are not matched, and never 0', () => {
  const unknown: RunText = {
    ...ARMS,
    call: ({ costUsd, ...call }, { taskId }) => (taskId === 'b' || costUsd === undefined ? call : { ...call, costUsd }),
  };
  expect(find(unknown, 1, 'dollars')).toEqual({ status: 'not-matched', reason: 'dollars of the loop are unknown' });
});

const SAMPLES: RunText = {
  tasks: ['a', 'b'],
  conditions: {
    baseline: { trials: ['s', 'a', 'a', 'a', 'a', 'a'] },
    lucid: {
      oracle: true,
      verifier: 'grading-tests',
      trials: ['s+', 'a/s+', 'a/a/a/a/', 'a/a/a/a/', 'a/a/a/a/', 'a/a/a/a/'],
    },
  },
  identity: { samples: 3 },
};

test('stored samples: pass@m, and a draw is paid for only while all before it were wrong', () => {
  // Task a, 1 right of 3: pass@1 = 1/3, pass@2 = 2/3; task b: 0. Draws with two allowed: 1 + 2/3 and 2.
  const candidates = find(SAMPLES, 1, 'candidates');
  expect(candidates).toMatchObject({ draws: 2, loopRate: 1 / 3 });
  if (candidates?.status !== 'matched') throw new Error('it is matched');
  expect(candidates.resamplingRate).toBeCloseTo(1 / 3, 12);
  const tokens = find(SAMPLES, 1, 'tokens');
  if (tokens?.status !== 'matched') throw new Error('it is matched');
  expect(tokens.loopSpent).toBeCloseTo(((5 / 3 + 2) / 2) * 150, 9);
  expect(tokens.draws).toBeCloseTo(2, 9);
  expect(find(SAMPLES, 3, 'candidates')).toEqual({ status: 'not-matched', reason: 'needs 4 candidates, 3 are stored' });
});

test('at temperature 0 the samples are one draw: there is no pass@m', () => {
  expect(matches({ ...SAMPLES, identity: { samples: 3, temperature: 0 } })).toEqual([]);
});

test('programs of the pool are no draws of anybody: there is no pass@m', () => {
  expect(matches({ ...SAMPLES, identity: { samples: 3, start: 'pool:both' } })).toEqual([]);
});

test('under --stop never the candidates of a resampling arm are stored draws, and no loop has the same information', () => {
  const study: RunText = {
    tasks: ['a', 'b'],
    conditions: {
      lucid: { oracle: true, verifier: 'grading-tests', trials: ['a/s+', 's+a/'] },
      'resample-oracle': {
        oracle: true,
        verifier: 'grading-tests',
        laterRole: 'generate',
        trials: ['a/s+', 's+s+'],
      },
    },
    identity: { stop: 'never', k: [1] },
  };
  const [row] = matches(study);
  expect(row).toMatchObject({ source: 'stored-samples', comparator: 'resample-oracle', isSameInformation: false });
  // pass@2 is 1 on both tasks; the loop ends right on one.
  expect(row?.match).toMatchObject({ loopRate: 0.5, resamplingRate: 1 });
});

test('same information: the loop stops on what selects among the draws', () => {
  const study: RunText = {
    ...ARMS,
    conditions: { ...ARMS.conditions, judge: { verifier: 'model', trials: ['s+', 'a+', 'a+', 'a+'] } },
  };
  const rows = matches(study).filter(({ k, budget }) => k === 1 && budget === 'candidates');
  expect(rows.map(({ condition, isSameInformation }) => [condition, isSameInformation])).toEqual([
    ['lucid', true],
    ['judge', false],
  ]);
});
