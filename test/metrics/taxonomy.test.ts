import { expect, test } from 'vitest';
import { readColumns } from '../../harness/metrics/columns.ts';
import { endCounts, extractionCounts, outcomeCounts } from '../../harness/metrics/taxonomy.ts';
import { makeRun } from '../fixtures/run.ts';

test('outcomes are counted by reason and k: solved, unsolved, ungraded', () => {
  const run = makeRun({
    tasks: ['a', 'b', 'c', 'd', 'e'],
    conditions: { loop: { trials: ['s+', 'x/a/', 'a/a/', 'a/u/', 'a/!'] } },
    identity: { k: [1] },
  });
  const rows = outcomeCounts(readColumns(run)).map(({ k, status, reason, trials }) => [k, status, reason, trials]);
  expect(rows).toEqual([
    [0, 'solved', undefined, 1],
    [0, 'unsolved', 'assertion', 3],
    [0, 'unsolved', 'exception', 1],
    [1, 'solved', undefined, 1],
    [1, 'unsolved', 'assertion', 2],
    [1, 'ungraded', 'sandbox-lost', 1],
    [1, 'ungraded', 'trial-error', 1],
  ]);
});

test('trials are counted by how they ended', () => {
  const run = makeRun({
    tasks: ['a', 'b', 'c', 'd', 'e'],
    conditions: { loop: { trials: ['s+', 'a/a/', 'a?', 'a/#', 'a/!'] } },
  });
  expect(endCounts(run).map(({ status, reason, trials }) => `${status} ${reason} ${trials}`)).toEqual([
    'submitted accepted 1',
    'submitted rounds 1',
    'submitted unparsed 1',
    'limit trial-tokens 1',
    'error ModelError 1',
  ]);
});

test('extraction is counted over steps, and failures of the published extractor alone are named', () => {
  const run = makeRun({
    tasks: ['a', 'b', 'c'],
    conditions: { loop: { trials: ['s+', 'a/s+', 's+'], published: 'xas' }, other: { trials: ['s', 's', 's'] } },
  });
  expect(extractionCounts(run)).toMatchObject([
    {
      steps: 4,
      extraction: { clean: 4, recovered: 0, none: 0 },
      finishReasons: { stop: 4 },
      published: { steps: 3, extraction: { clean: 1, recovered: 2 }, lost: 1, gained: 0 },
    },
    { steps: 3, published: undefined },
  ]);
});
