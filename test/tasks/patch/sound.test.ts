import { expect, test } from 'vitest';
import { isSound } from '../../../harness/tasks/patch/preflight.ts';
import type { Outcome } from '../../../harness/types/execution.ts';

const solved: Outcome = { status: 'solved' };

test('an instance is sound when the gold patch is solved and its tests fail, or cannot be loaded, without it', () => {
  expect(isSound({ gold: solved, empty: { status: 'unsolved', reason: 'tests-failed' } })).toBe(true);
  expect(isSound({ gold: solved, empty: { status: 'unsolved', reason: 'exited-early' } })).toBe(true);
});

test('a limit that the repository as it is has met, or no grade at all, does not make an instance sound', () => {
  for (const reason of ['timeout', 'memory', 'output-limit'] as const) {
    expect(isSound({ gold: solved, empty: { status: 'unsolved', reason } }), reason).toBe(false);
  }
  expect(isSound({ gold: solved, empty: { status: 'ungraded', reason: 'harness-error' } })).toBe(false);
  expect(isSound({ gold: solved, empty: solved })).toBe(false);
  expect(isSound({ gold: { status: 'unsolved', reason: 'tests-failed' }, empty: solved })).toBe(false);
});
