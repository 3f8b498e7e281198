import { expect, test } from 'vitest';
import { drawLoop } from '../../harness/calibrate/scenarios/loop-draw.ts';
import type { LoopKind, LoopModel } from '../../harness/calibrate/scenarios/loop-model.ts';
import { loopTruth } from '../../harness/calibrate/scenarios/loop-truth.ts';
import { createRandom } from '../../harness/random.ts';

const kind: LoopKind = {
  weight: 1,
  solvedFirst: 0,
  firstGap: 0.5,
  gamma: 0.5,
  beta: 0,
  falseAccept: 0.25,
  falseReject: 0.1,
};
const model: LoopModel = { tasks: 60, rounds: 2, assertions: 4, stop: 'never', kinds: [kind] };

test('by hand: a gap of one half with gamma one half and nothing broken is halved every round', () => {
  const truth = loopTruth(model);
  expect(truth.firstGap).toBeCloseTo(0.5, 12);
  expect(truth.lastGap).toBeCloseTo(0.125, 12);
  expect(truth.gamma).toBeCloseTo(0.5, 12);
  expect(truth.beta).toBeCloseTo(0, 12);
  expect(truth.falseAccepts).toBeCloseTo(0.25, 12);
  expect(truth.falseRejects).toBeCloseTo(0.1, 12);
});

test('by hand: of two kinds of tasks the one that keeps failing weighs more in the pooled gamma', () => {
  const kinds = [
    { ...kind, weight: 0.5, gamma: 0.2 },
    { ...kind, weight: 0.5, gamma: 0.8 },
  ];
  // Failing mass before the two rounds: 0.5 + 0.1 and 0.5 + 0.4; still failing: 0.2 x 0.6 and 0.8 x 0.9.
  expect(loopTruth({ ...model, kinds }).gamma).toBeCloseTo((0.2 * 0.6 + 0.8 * 0.9) / 1.5, 12);
});

test('by hand: one assertion, a verifier that stops at once where it errs', () => {
  const single = { ...model, assertions: 1, rounds: 1, stop: 'verdict' as const };
  const truth = loopTruth(single);
  // Wrong (one half) and not accepted (three quarters) is replaced, mended half of the time; right and rejected (a tenth) stays right.
  expect(truth.lastGap).toBeCloseTo(0.5 * 0.25 + 0.5 * 0.75 * 0.5, 12);
  expect(truth.gamma).toBeCloseTo(0.5, 12);
});

test('simulated loops come to the enumerated truth', () => {
  const mixed: LoopModel = {
    tasks: 1,
    rounds: 4,
    assertions: 6,
    stop: 'verdict',
    kinds: [
      { ...kind, weight: 0.6, beta: 0.05, solvedFirst: 0.4 },
      { ...kind, weight: 0.4, gamma: 0.9, beta: 0.1, falseAccept: 0.05 },
    ],
  };
  const truth = loopTruth(mixed);
  const random = createRandom('truth');
  const rows = Array.from({ length: 20_000 }, () => drawLoop(random, mixed));
  const sum = (column: number) => rows.reduce((total, row) => total + (row[column] ?? 0), 0);
  expect(sum(2) / sum(1)).toBeCloseTo(truth.gamma, 2);
  expect(sum(3) / sum(0)).toBeCloseTo(truth.beta, 2);
  expect(sum(5) / sum(4)).toBeCloseTo(truth.slope, 2);
  expect(sum(8) / rows.length).toBeCloseTo(truth.lastGap, 2);
  expect(sum(10) / sum(9)).toBeCloseTo(truth.falseAccepts, 2);
  expect(sum(12) / sum(11)).toBeCloseTo(truth.falseRejects, 2);
});
