import { expect, test } from 'vitest';
import { analyse } from '../../../harness/metrics/analysis.ts';
import { regressionTable } from '../../../harness/report/tables/regressions.ts';
import { markdownTable } from '../../../harness/text/markdown-table.ts';
import { makeRun } from '../../fixtures/run.ts';

test('an arm without two graded k, or without a round, has nothing to be monotone: neither yes nor no', () => {
  const run = makeRun({
    tasks: ['a', 'b'],
    conditions: {
      baseline: { trials: ['s', 'a'] },
      kept: { trials: ['a/s+', 's+'] },
      lost: { trials: ['a!', 's!'] },
      broken: { trials: ['s/a/', 's+'] },
      single: { trials: ['s', 'a'] },
    },
    identity: { k: [1] },
  });
  expect(markdownTable(regressionTable(analyse(run)))).toMatchInlineSnapshot(`
    "| condition |    0 → 1 | monotone    |
    | --------- | -------: | ----------- |
    | kept      |    0 / 1 | yes         |
    | lost      | 0 / 0 ?2 | –           |
    | broken    |    1 / 0 | no (1 task) |
    | single    |    0 / 0 | no rounds   |"
  `);
});
