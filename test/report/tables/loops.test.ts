import { expect, test } from 'vitest';
import { analyse } from '../../../harness/metrics/analysis.ts';
import { budgetSections } from '../../../harness/report/tables/budget.ts';
import { convergenceSections } from '../../../harness/report/tables/convergence.ts';
import { extractionShareSections } from '../../../harness/report/tables/extraction-share.ts';
import { regressionSection } from '../../../harness/report/tables/regressions.ts';
import { roundSections } from '../../../harness/report/tables/rounds.ts';
import { verifierSection } from '../../../harness/report/tables/verifiers.ts';
import { markdownTable } from '../../../harness/text/markdown-table.ts';
import type { Section } from '../../../harness/text/section.ts';
import { makeRun, type RunText } from '../../fixtures/run.ts';

const STUDY: RunText = {
  tasks: ['a', 'b', 'c', 'd'],
  conditions: {
    baseline: { trials: ['s', 'a', 'a', 'a'] },
    judge: { verifier: 'model', trials: ['s/a/s/', 'a+', 'a/s/s+', 's/a+'], published: 'xaax' },
    lucid: { oracle: true, verifier: 'grading-tests', trials: ['s+', 'a/s+', 'e/s+', 'a/a/a/'] },
    'resample-oracle': {
      oracle: true,
      verifier: 'grading-tests',
      laterRole: 'generate',
      trials: ['s+', 'a/a/s+', 'a/s+', 'a/a/a/'],
    },
  },
  identity: { k: [1, 2] },
};

const analysis = analyse(makeRun(STUDY));
const tables = (sections: readonly Section[]) =>
  sections.flatMap((section) => section.tables.map(markdownTable)).join('\n\n');

test('rounds: repair beside that of the resampling arm, nothing where nothing was replaced', () => {
  expect(tables(roundSections(analysis))).toMatchInlineSnapshot(`
    "| condition         | replaced | left out |                        repair |                    breakage | oscillating |
    | ----------------- | -------: | -------: | ----------------------------: | --------------------------: | ----------: |
    | judge             |        5 |        0 | 2 / 2 = 100.0 % [34.2, 100.0] | 2 / 3 = 66.7 % [20.8, 93.9] |       1 / 2 |
    | lucid†            |        4 |        0 |   2 / 4 = 50.0 % [0.0, 100.0] |                           — |       0 / 1 |
    | resample-oracle†‖ |        5 |        0 |   2 / 5 = 40.0 % [0.0, 100.0] |                           — |       0 / 2 |

    | repaired ; broken, by step |         0 → 1 |         1 → 2 |
    | -------------------------- | ------------: | ------------: |
    | judge                      | 1 / 1 ; 2 / 2 | 1 / 1 ; 0 / 1 |
    | lucid†                     |     2 / 3 ; — |     0 / 1 ; — |
    | resample-oracle†           |     1 / 3 ; — |     1 / 2 ; — |"
  `);
});

test('convergence: no label and no condition is claimed on four tasks', () => {
  expect(tables(convergenceSections(analysis))).toMatchInlineSnapshot(`
    "| condition         | label               | trials | left out |        C1: rounds that rose |              gamma | C2        |               beta |       gamma + beta | C3        |
    | ----------------- | ------------------- | -----: | -------: | --------------------------: | -----------------: | --------- | -----------------: | -----------------: | --------- |
    | judge             | not distinguishable |      4 |        0 | 2 / 5 = 40.0 % [0.0, 100.0] | 0.000 [0.00, 0.56] | not shown | 0.267 [0.00, 0.67] | 0.267 [0.00, 0.53] | not shown |
    | lucid†            | not distinguishable |      4 |        0 |   0 / 4 = 0.0 % [0.0, 56.1] | 0.500 [0.00, 1.00] | not shown | 0.000 [0.00, 0.56] | 0.500 [0.00, 1.00] | not shown |
    | resample-oracle†‖ | not distinguishable |      4 |        0 |   0 / 5 = 0.0 % [0.0, 56.1] | 0.600 [0.00, 1.00] | not shown | 0.000 [0.00, 0.56] | 0.600 [0.00, 1.00] | not shown |

    | gap(t) in %       | t = 0 |       t = 1 |       t = 2 |     change, 2nd half |
    | ----------------- | ----: | ----------: | ----------: | -------------------: |
    | judge             |  33.3 | 50.0 (36.7) | 33.3 (38.7) | -16.7 % [-50.0, 0.0] |
    | lucid†            |  50.0 | 16.7 (25.0) | 16.7 (12.5) |  0.0 % [-49.0, 49.0] |
    | resample-oracle†‖ |  50.0 | 33.3 (30.0) | 16.7 (18.0) | -16.7 % [-50.0, 0.0] |"
  `);
});

test('equal budgets and the frontier', () => {
  expect(tables(budgetSections(analysis))).toMatchInlineSnapshot(`
    "| condition | equal      | drawn by        | loop used | draws |   loop | resampling | difference in points |
    | --------- | ---------- | --------------- | --------: | ----: | -----: | ---------: | -------------------: |
    | lucid†    | candidates | resample-oracle |         3 |     3 | 75.0 % |     75.0 % |    0.0 [-49.0, 49.0] |
    | lucid†    | tokens     | resample-oracle |       300 |  2.50 | 75.0 % |     62.5 % |    +12.5 [0.0, 37.5] |
    | lucid†    | dollars    | resample-oracle |   $0.0200 |  2.50 | 75.0 % |     62.5 % |    +12.5 [0.0, 37.5] |

    | condition | equal      | drawn by        | loop used | draws |   loop | resampling | difference in points |
    | --------- | ---------- | --------------- | --------: | ----: | -----: | ---------: | -------------------: |
    | judge     | candidates | resample-oracle |         3 |     3 | 50.0 % |     75.0 % |   -25.0 [-75.0, 0.0] |
    | judge     | tokens     | resample-oracle |       338 |     3 | 50.0 % |     75.0 % |   -25.0 [-75.0, 0.0] |

    | condition |   k |         rate [95 %] | candidates | tokens |    cost | frontier: tokens | frontier: cost |
    | --------- | --: | ------------------: | ---------: | -----: | ------: | ---------------- | -------------- |
    | judge     |   0 | 50.0 % [15.0, 85.0] |          1 |    150 | $0.0100 | yes              | yes            |
    | lucid†    |   1 | 75.0 % [30.1, 95.4] |       1.75 |    263 | $0.0175 | yes              | yes            |"
  `);
});

test('the verifier by step, and its gain over a coin', () => {
  expect(tables([verifierSection(analysis)])).toMatchInlineSnapshot(`
    "| condition        | verifier      | steps | accept | reject | unparsed |               false accepts |                false rejects | ungraded |    gain over a coin |
    | ---------------- | ------------- | ----: | -----: | -----: | -------: | --------------------------: | ---------------------------: | -------: | ------------------: |
    | judge            | model         |     9 |      3 |      6 |        0 | 2 / 4 = 50.0 % [15.0, 85.0] | 4 / 5 = 80.0 % [50.0, 100.0] |        0 | -14.8 [-44.4, 12.0] |
    | lucid†           | grading-tests |     8 |      3 |      5 |        0 |   0 / 5 = 0.0 % [0.0, 56.1] |    0 / 3 = 0.0 % [0.0, 56.1] |        0 |   46.9 [16.5, 50.0] |
    | resample-oracle† | grading-tests |     9 |      3 |      6 |        0 |   0 / 6 = 0.0 % [0.0, 56.1] |    0 / 3 = 0.0 % [0.0, 56.1] |        0 |   44.4 [16.5, 50.0] |

    | false accepts ; false rejects, by step |             0 |             1 |             2 |
    | -------------------------------------- | ------------: | ------------: | ------------: |
    | judge                                  | 1 / 2 ; 2 / 2 | 1 / 2 ; 1 / 1 | 0 / 0 ; 1 / 2 |
    | lucid†                                 | 0 / 3 ; 0 / 1 | 0 / 1 ; 0 / 2 | 0 / 1 ; 0 / 0 |
    | resample-oracle†                       | 0 / 3 ; 0 / 1 | 0 / 2 ; 0 / 1 | 0 / 1 ; 0 / 1 |"
  `);
});

test('what a model says where its wording was not chosen', () => {
  const tuned = analyse(makeRun({ ...STUDY, provenance: { tuningTasks: 'a, d' } }));
  expect(markdownTable(verifierSection(tuned).tables[1] ?? { header: [], rows: [] })).toMatchInlineSnapshot(`
    "| on the 2 of 4 tasks that no wording was chosen on | accept | reject | unparsed |              false accepts |  false rejects | ungraded |
    | ------------------------------------------------- | -----: | -----: | -------: | -------------------------: | -------------: | -------: |
    | judge                                             |      2 |      2 |        0 | 1 / 2 = 50.0 % [9.5, 90.5] | 1 / 2 = 50.0 % |        0 |"
  `);
});

test('gains that extraction explains', () => {
  expect(tables(extractionShareSections(analysis))).toMatchInlineSnapshot(`
    "| condition        | gained |          without a program | known under both | gained, published |           extraction alone |
    | ---------------- | -----: | -------------------------: | ---------------: | ----------------: | -------------------------: |
    | judge            |      1 |  0 / 1 = 0.0 % [0.0, 79.3] |                4 |                 2 | 1 / 2 = 50.0 % [9.5, 90.5] |
    | lucid†           |      2 | 1 / 2 = 50.0 % [9.5, 90.5] |                — |                 — |                          — |
    | resample-oracle† |      2 |  0 / 2 = 0.0 % [0.0, 65.8] |                — |                 — |                          — |"
  `);
});

test('monotonicity against chance, but not where it holds by construction', () => {
  expect(regressionSection(analysis).tables.map(markdownTable).at(-1)).toMatchInlineSnapshot(`
    "| condition | violating tasks | by chance | could differ | chance of ≥ | chance of ≤ |
    | --------- | --------------: | --------: | -----------: | ----------: | ----------: |
    | judge     |               2 |      2.17 |            2 |       0.833 |       0.667 |"
  `);
});

test('a run of one generation alone has none of these sections', () => {
  const only = analyse(makeRun({ tasks: ['a'], conditions: { baseline: { trials: ['s'] } } }));
  expect([roundSections, convergenceSections, extractionShareSections].flatMap((section) => section(only))).toEqual([]);
});
