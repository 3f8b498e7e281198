import { expect, test } from 'vitest';
import { holmAdjusted } from '../../harness/statistics/holm.ts';

test('Holm multiplies by the number of hypotheses left, never decreases, stops at 1, and skips what has no test', () => {
  // statsmodels multipletests([0.01, 0.04, 0.03, 0.005], method='holm')
  const adjusted = holmAdjusted([0.01, undefined, 0.04, 0.03, 0.005]);
  const expected = [0.03, undefined, 0.06, 0.06, 0.02];
  for (const [position, value] of expected.entries()) {
    if (value === undefined) expect(adjusted[position]).toBeUndefined();
    else expect(adjusted[position]).toBeCloseTo(value, 12);
  }
  expect(holmAdjusted([0.9, 0.8])).toEqual([1, 1]);
});
