import { expect, test } from 'vitest';
import { analyse } from '../../../harness/metrics/analysis.ts';
import { makeRun, type RunText } from '../../fixtures/run.ts';

const STUDY: RunText = {
  tasks: ['a', 'b'],
  conditions: {
    baseline: { trials: ['s', 'a'] },
    waste: { verifier: 'model', trials: ['s/s/', 'a/a/'] },
    lucid: { oracle: true, verifier: 'grading-tests', trials: ['s+', 'a/s+'] },
    repair: { verifier: 'model', trials: ['s/s/', 'a/s+'] },
  },
  identity: { k: [1] },
};

function points(study: RunText) {
  return analyse(makeRun(study)).loops.frontier.map((point) => [
    point.condition.name,
    point.k,
    point.rate,
    point.candidates,
    point.tokens,
    point.isOnTokenFrontier,
  ]);
}

test('a point is on the frontier when no other of its kind reaches as much for less; an oracle pushes nobody off', () => {
  expect(points(STUDY)).toEqual([
    ['baseline', 0, 0.5, 1, 150, true],
    ['waste', 0, 0.5, 1, 150, true],
    ['waste', 1, 0.5, 2, 300, false],
    ['lucid', 0, 0.5, 1, 150, true],
    ['lucid', 1, 1, 1.5, 225, true],
    ['repair', 0, 0.5, 1, 150, true],
    ['repair', 1, 1, 2, 300, true],
  ]);
});

test('a condition that cheats less can push an oracle off', () => {
  const cheap: RunText = {
    ...STUDY,
    call: (call, { condition }) =>
      condition === 'lucid' ? { ...call, usage: { inputTokens: 1000, outputTokens: 0 } } : call,
  };
  expect(points(cheap).find(([name, k]) => name === 'lucid' && k === 1)).toEqual(['lucid', 1, 1, 1.5, 1500, false]);
});

test('an unknown cost is on no frontier and off none', () => {
  const unknown: RunText = {
    ...STUDY,
    call: ({ usage, ...call }, { condition }) =>
      condition === 'waste' || usage === undefined ? call : { ...call, usage },
  };
  const waste = points(unknown).filter(([name]) => name === 'waste');
  expect(waste.map((point) => point.slice(4))).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

test('an answer that a trial used twice is counted once', () => {
  const repeated = points({ ...STUDY, call: (call) => ({ ...call, key: 'same' }) });
  expect(repeated.find(([name, k]) => name === 'waste' && k === 1)).toEqual(['waste', 1, 0.5, 2, 150, false]);
});
