import { expect, test } from 'vitest';
import { readColumns } from '../../harness/metrics/columns.ts';
import { extractionShares } from '../../harness/metrics/extraction-share.ts';
import { makeRun, type RunText } from '../fixtures/run.ts';

function shares(study: RunText) {
  const run = makeRun(study);
  return extractionShares(run, readColumns(run));
}

test('gains that the published extractor makes by spoiling a right first answer are told apart', () => {
  // a: right at once, spoilt by the extractor; b: wrong either way; c: no code here, right there; d: never right.
  const trials = ['s+', 'a/s+', 'e/s+', 'a/a/a/a/'];
  const conditions = { baseline: { trials: ['s'] }, loop: { trials, published: 'xasa' } };
  const rows = shares({ tasks: ['a', 'b', 'c', 'd'], conditions });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    k: 3,
    gained: 2,
    withoutProgram: { count: 1, total: 2, proportion: 0.5 },
    published: { known: 4, gained: 2, byExtraction: { count: 1, total: 2, proportion: 0.5 } },
  });
});

test('a study whose every gain is the extractor’s', () => {
  const loop = { trials: ['s+', 's+', 'a/a/a/a/'], published: 'xxa' };
  expect(shares({ tasks: ['a', 'b', 'c'], conditions: { loop } })[0]).toMatchObject({
    gained: 0,
    published: { gained: 2, byExtraction: { count: 2, total: 2, proportion: 1 } },
  });
});

test('what is not known under the published extractor is unknown, and ungraded ends are in no count', () => {
  const [row] = shares({ tasks: ['a', 'b'], conditions: { loop: { trials: ['a/s+', 'a!'] } } });
  expect(row).toMatchObject({ gained: 1, published: undefined });
});
