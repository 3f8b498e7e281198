import { expect, test } from 'vitest';
import { definesEntryPoint } from '../../../harness/verifiers/claims/defines-entry-point.ts';

test('a program defines a function by its name, and a method by its class', () => {
  expect(definesEntryPoint('def solve(n):\n    return n\n', 'solve')).toBe(true);
  expect(definesEntryPoint('class Solution:\n    def solve(self, n):\n        return n\n', 'Solution.solve')).toBe(
    true,
  );
  expect(definesEntryPoint('def solve(n):\n    return n\n', 'Solution.solve')).toBe(false);
  expect(definesEntryPoint('def solve(n:\n', 'solve')).toBe(false);
});
