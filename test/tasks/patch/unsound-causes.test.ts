import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSound } from '../../../harness/tasks/patch/preflight.ts';
import { causeOf, UNSOUND_CAUSES } from '../../../harness/tasks/patch/unsound-causes.ts';
import type { Outcome } from '../../../harness/types/execution.ts';
import { ROOT } from '../../fixtures/command.ts';

const OUTCOMES: readonly Outcome[] = [
  { status: 'solved' },
  ...(['patch-does-not-apply', 'exited-early', 'timeout', 'memory', 'output-limit', 'tests-failed'] as const).map(
    (reason) => ({ status: 'unsolved', reason }) as const,
  ),
  { status: 'ungraded', reason: 'harness-error' },
  { status: 'ungraded', reason: 'sandbox-lost' },
];
const PAIRS = OUTCOMES.flatMap((gold) => OUTCOMES.map((empty) => [gold, empty] as const));

test('whatever gold and nothing come to, an instance is sound or has a cause of the list; a limit is no sign of a failing test', () => {
  const sound = PAIRS.filter(([gold, empty]) => causeOf(gold, empty, undefined) === undefined);
  expect(sound).toEqual([
    [{ status: 'solved' }, { status: 'unsolved', reason: 'exited-early' }],
    [{ status: 'solved' }, { status: 'unsolved', reason: 'tests-failed' }],
  ]);
  for (const [gold, empty] of PAIRS) {
    const cause = causeOf(gold, empty, undefined);
    expect(isSound({ gold, empty })).toBe(cause === undefined);
    expect(cause === undefined || cause in UNSOUND_CAUSES).toBe(true);
  }
});

test('every cause of an evaluated instance comes from some outcome, a known defect only where nothing solves it', () => {
  const met = new Set(PAIRS.flatMap(([gold, empty]) => causeOf(gold, empty, undefined) ?? []));
  const ofOutcomes = Object.keys(UNSOUND_CAUSES).filter((cause) => /^(?:gold|empty)-/.test(cause));
  expect([...met].sort()).toEqual(ofOutcomes.sort());
  const [solved, failed, timeout] = [
    { status: 'solved' },
    { status: 'unsolved', reason: 'tests-failed' },
    { status: 'unsolved', reason: 'timeout' },
  ] as const;
  const defect = { taskId: 't', note: '' };
  expect(causeOf(solved, solved, defect)).toBe('dataset-defect');
  expect(causeOf(solved, failed, defect)).toBeUndefined();
  expect(causeOf(timeout, failed, defect)).toBe('gold-timed-out');
  const flipping = { ...defect, flips: true } as const;
  expect(causeOf(solved, failed, flipping)).toBe('flips');
  expect(causeOf(failed, failed, flipping)).toBe('flips');
  expect(causeOf(timeout, failed, flipping)).toBe('gold-timed-out');
});

test('the page of the dataset names every cause, in the order of the list, with its meaning', () => {
  const page = readFileSync(join(ROOT, 'datasets/swe-bench-lite/README.md'), 'utf8');
  const [, table = ''] = /^\| Cause \| What it means \|\n\| --- \| --- \|\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| `([a-z-]+)` \| (.*?) \|$/gm)].map(([, cause, meaning]) => [cause, meaning]);
  expect(rows).toEqual(Object.entries(UNSOUND_CAUSES));
});
