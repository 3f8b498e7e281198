import { expect, test } from 'vitest';
import { type GapChange, labelConvergence } from '../../../harness/metrics/loops/convergence-label.ts';

function change(low: number, high: number, changedTasks = 30): GapChange {
  const interval = { low, high };
  return { value: (low + high) / 2, interval, equivalence: interval, changedTasks };
}

const size = { rounds: 5, tasks: 100, lastGap: 0.2 };
const label = (total: GapChange, late: GapChange, changed: Partial<typeof size> = {}) =>
  labelConvergence(total, late, { ...size, ...changed }).label;

test.each([
  ['rose over all rounds', change(0.1, 0.2), change(0.01, 0.1), 'diverges'],
  ['fell first and rose then', change(-0.2, -0.1), change(0.01, 0.1), 'regresses'],
  ['rose late, all in all unclear', change(-0.1, 0.1), change(0.01, 0.1), 'regresses'],
  ['fell and was still falling', change(-0.4, -0.2), change(-0.2, -0.1), 'converges'],
  ['fell and then stayed', change(-0.4, -0.2), change(-0.02, 0.02), 'plateaus'],
  ['never moved', change(-0.01, 0.01), change(-0.01, 0.01), 'plateaus'],
  ['fell, late change unclear', change(-0.4, -0.2), change(-0.1, 0.06), 'not distinguishable'],
  ['nothing clear', change(-0.2, 0.2), change(-0.2, 0.2), 'not distinguishable'],
] as const)('a gap that %s', (_what, total, late, expected) => {
  expect(label(total, late)).toBe(expected);
});

test('a gap of 0 in the end converges, though nothing is left to fall', () => {
  expect(label(change(-0.4, -0.2), change(0, 0, 0), { lastGap: 0 })).toBe('converges');
  expect(label(change(-0.4, -0.2), change(0, 0, 0))).toBe('plateaus');
});

test('one round shows no course', () => {
  expect(label(change(-0.4, -0.2), change(-0.4, -0.2), { rounds: 1 })).toBe('not distinguishable');
});

test('five changed tasks are too few to say fell or rose, fifty-eight too few to say that nothing changed', () => {
  expect(label(change(-0.4, -0.2, 5), change(-0.2, -0.1, 5))).toBe('not distinguishable');
  expect(label(change(-0.4, -0.2, 6), change(-0.2, -0.1, 6))).toBe('converges');
  expect(label(change(-0.4, -0.2), change(-0.02, 0.02), { tasks: 58 })).toBe('not distinguishable');
  expect(label(change(-0.4, -0.2), change(-0.02, 0.02), { tasks: 59 })).toBe('plateaus');
});

test('a single task has no interval and no label', () => {
  const bare = { value: -0.5, interval: undefined, equivalence: undefined, changedTasks: 1 };
  expect(label(bare, bare, { tasks: 1 })).toBe('not distinguishable');
});
