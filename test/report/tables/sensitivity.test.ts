import { expect, test } from 'vitest';
import { analyse } from '../../../harness/metrics/analysis.ts';
import { csvTables } from '../../../harness/report/csv/csv-files.ts';
import { markdownSection } from '../../../harness/report/markdown.ts';
import { sensitivitySection } from '../../../harness/report/tables/sensitivity.ts';
import { csvText } from '../../../harness/text/csv.ts';
import { makeRun, type RunText } from '../../fixtures/run.ts';

/** Two right, one of them by our extractor only; one ungraded; one that met a limit after it was right. */
const STUDY: RunText = {
  tasks: ['a', 'b', 'c', 'd'],
  conditions: { loop: { trials: ['s+', 's+', 'u', 's/#'], published: 'sxus' } },
  identity: { k: [1] },
};

test('a line for every convention, then the scores it moves; what the records cannot tell is counted', () => {
  const text = markdownSection(sensitivitySection(analyse(makeRun(STUDY))));
  expect(text.slice(text.indexOf('|'))).toMatchInlineSnapshot(`
    "| convention                 | scores | not known | moved | largest shift | of          |
    | -------------------------- | -----: | --------: | ----: | ------------: | ----------- |
    | published extractor        |      2 |         0 |     2 |         -33.3 | loop, k = 0 |
    | ungraded as unsolved       |      2 |         0 |     2 |         -25.0 | loop, k = 0 |
    | cut by a limit as unsolved |      2 |         0 |     1 |         -33.3 | loop, k = 1 |

    | condition |   k | as printed | published extractor | ungraded as unsolved | cut by a limit as unsolved |
    | --------- | --: | ---------: | ------------------: | -------------------: | -------------------------: |
    | loop      |   0 |    100.0 % |      66.7 % (-33.3) |       75.0 % (-25.0) |                          = |
    | loop      |   1 |    100.0 % |      66.7 % (-33.3) |       75.0 % (-25.0) |             66.7 % (-33.3) |"
  `);
});

test('sensitivity.csv counts the trials that a convention moves in either direction', () => {
  const csv = csvTables(analyse(makeRun(STUDY)))['sensitivity.csv'];
  expect(csv === undefined ? '' : csvText(csv)).toMatchInlineSnapshot(`
    "condition,k,convention,rate,rate_under,graded_under,only_under,only_as_printed
    loop,0,published-extractor,1,0.6666666667,3,0,1
    loop,0,ungraded-as-unsolved,1,0.75,4,0,0
    loop,0,cut-as-unsolved,1,1,3,0,0
    loop,1,published-extractor,1,0.6666666667,3,0,1
    loop,1,ungraded-as-unsolved,1,0.75,4,0,0
    loop,1,cut-as-unsolved,1,0.6666666667,3,0,1
    "
  `);
});
