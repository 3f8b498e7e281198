import { expect, test } from 'vitest';
import { boundedMarkdown } from '../../harness/benchmarks/disk-bound.ts';

const graded = {
  rows: [
    { instance_id: 'a__b-1', outcome: 'solved', seconds: 12.34, load_before: 1.5, isBuilt: true },
    { instance_id: 'a__b-2', outcome: 'unsolved', reason: 'tests-failed', seconds: 3, isBuilt: false },
    { instance_id: 'a__b-3', outcome: 'ungraded', reason: 'image-missing', lost: 'no copy', isBuilt: false },
  ],
  removed: ['one', 'two'],
  wallSeconds: 100.4,
  held: [
    [0, 24.4e9],
    [2, 15e9],
    [30, 9.4e9],
    [60, 9.9e9],
    [100, 8.7e9],
  ] as const,
};

test('the report says what was solved, made, removed and held, the most from when the bound was reached', () => {
  const report = boundedMarkdown(graded, 10, { commit: 'abc' });
  expect(report).toMatch(/^# 3 gold patches graded within 10 GB of images\n/);
  for (const row of [
    /\| solved +\| 1 of 3 +\|/,
    /that were made +\| 1 of 3 +\|/,
    /that were removed +\| 2 +\|/,
    /held at the beginning +\| 24\.4 GB +\|/,
    /within the bound after +\| 30 s +\|/,
    /most held from then on +\| 9\.9 GB +\|/,
    /held at the end +\| 8\.7 GB +\|/,
    /the whole command +\| 100 s +\|/,
    /\| a__b-1 +\| solved +\| made +\| +12\.3 \| +1\.5 \|/,
    /\| a__b-2 +\| unsolved \(tests-failed\) +\| there +\| +3\.0 \| +\|/,
    /\| a__b-3 +\| ungraded \(image-missing\): no copy +\| there +\| +\| +\|/,
    /\| commit +\| abc +\|/,
  ])
    expect(report).toMatch(row);
});

test('a bound that was never reached is said, not left out', () => {
  const report = boundedMarkdown({ ...graded, held: [[0, 24e9]] }, 10, {});
  expect(report).toMatch(/within the bound after +\| never +\|/);
  expect(report).toMatch(/most held from then on +\| +\|/);
});
