import { expect, test } from 'vitest';
import { analyse } from '../../../harness/metrics/analysis.ts';
import { csvTables } from '../../../harness/report/csv/csv-files.ts';
import { markdownSection } from '../../../harness/report/markdown.ts';
import { headToHeadSection, narrowHeadToHeadTable, refusalNotes } from '../../../harness/report/tables/head-to-head.ts';
import { csvText } from '../../../harness/text/csv.ts';
import { markdownTable } from '../../../harness/text/markdown-table.ts';
import { makeRun, type RunText } from '../../fixtures/run.ts';

const TASKS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const STUDY: RunText = {
  tasks: TASKS,
  conditions: {
    baseline: { trials: ['a', 'a', 'a', 'a', 'a', 'a', 'a', 'a'] },
    'resample-oracle': {
      oracle: true,
      verifier: 'grading-tests',
      trials: ['s+', 's+', 's+', 's+', 's+', 's+', 's+', 'a/'],
    },
    lucid: {
      oracle: true,
      verifier: 'grading-tests',
      comparator: 'resample-oracle',
      trials: ['s+', 's+', 's+', 's+', 's+', 's+', 's+', 's+'],
    },
    ablation: { comparator: 'lucid', trials: ['s+', 's+', 's+', 's+', 's+', 's+', 's+', 'u'] },
    alone: { comparator: 'elsewhere', trials: ['s+', 's+', 's+', 's+', 's+', 's+', 's+', 's+'] },
  },
  identity: { k: [1] },
};

const tables = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');

test('declared comparisons first, with effects, tests and refusals; exploratory ones are marked and not adjusted', () => {
  expect(tables(markdownSection(headToHeadSection(analyse(makeRun(STUDY)))))).toMatchInlineSnapshot(`
    "| condition        |   k | against          | at k | pairs | wins | losses | left out |   difference [95 %] | odds ratio [95 %] |     p | p (Holm) | within ±5 points | reading                    | remark                                                         |
    | ---------------- | --: | ---------------- | ---: | ----: | ---: | -----: | -------: | ------------------: | ----------------: | ----: | -------: | ---------------: | -------------------------- | -------------------------------------------------------------- |
    | resample-oracle† |   1 | baseline         |    0 |     8 |    7 |      0 |        0 |  +87.5 [26.7, 97.8] |       ∞ [1.44, ∞] | 0.016 |    0.031 |   no (p = 1.000) | by construction            | no losses by construction                                      |
    | lucid†           |   1 | resample-oracle† |    1 |     8 |    1 |      0 |        0 | +12.5 [-24.0, 47.1] |       ∞ [0.03, ∞] | 1.000 |    1.000 |   no (p = 1.000) | undecided (about 72 tasks) |                                                                |
    | ablation         |   1 | lucid†           |    1 |     7 |    0 |      0 |        1 |                   — |                 — |     — |        — |                — | refused                    | refused: 1 ungraded pair could make of 0 anything from -1 to 0 |
    | alone            |   1 | elsewhere        |    1 |     0 |    0 |      0 |        8 |                   — |                 — |     — |        — |                — | refused                    | refused: elsewhere was not run                                 |
    | condition |   k | against  | at k | pairs | wins | losses | left out |    difference [95 %] | odds ratio [95 %] |       p | within ±5 points | remark                    |
    | --------- | --: | -------- | ---: | ----: | ---: | -----: | -------: | -------------------: | ----------------: | ------: | ---------------: | ------------------------- |
    | lucid†    |   1 | baseline |    0 |     8 |    8 |      0 |        0 | +100.0 [35.1, 100.0] |       ∞ [1.71, ∞] | 0.008 ° |   no (p = 0.996) | no losses by construction |
    | ablation  |   1 | baseline |    0 |     7 |    7 |      0 |        1 | +100.0 [29.1, 100.0] |       ∞ [1.44, ∞] | 0.016 ° |   no (p = 0.994) |                           |
    | alone     |   1 | baseline |    0 |     8 |    8 |      0 |        0 | +100.0 [35.1, 100.0] |       ∞ [1.71, ∞] | 0.008 ° |   no (p = 0.996) |                           |"
  `);
});

test('on the screen the family alone fits 120 columns, and refusals stand below it', () => {
  const { declared } = analyse(makeRun(STUDY));
  const table = markdownTable(narrowHeadToHeadTable(declared));
  expect(table).toMatchInlineSnapshot(`
    "| condition        | against          | pairs | solved +/− |   difference [95 %] |     p | p (Holm) |
    | ---------------- | ---------------- | ----: | ---------: | ------------------: | ----: | -------: |
    | resample-oracle† | baseline         |     8 |      +7 −0 |  +87.5 [26.7, 97.8] | 0.016 |    0.031 |
    | lucid†           | resample-oracle† |     8 |      +1 −0 | +12.5 [-24.0, 47.1] | 1.000 |    1.000 |
    | ablation         | lucid†           |  7 ?1 |      +0 −0 |                   — |     — |        — |
    | alone            | elsewhere        |  0 ?8 |          — |                   — |     — |        — |"
  `);
  expect(refusalNotes(declared)).toMatchInlineSnapshot(`
    [
      "refused: ablation against lucid†: 1 ungraded pair could make of 0 anything from -1 to 0",
      "refused: alone against elsewhere: elsewhere was not run",
    ]
  `);
  for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});

test('head-to-head.csv: what a refused comparison withholds is empty, odds without a regression are infinite', () => {
  const csv = csvTables(analyse(makeRun(STUDY)))['head-to-head.csv'];
  const text = csv === undefined ? '' : csvText(csv);
  expect(text.split('\n').slice(0, 5).join('\n')).toMatchInlineSnapshot(`
    "family,condition,k,comparator,comparator_k,pairs,wins,losses,left_out,p_value,p_holm,kind,test,difference,difference_ci_low,difference_ci_high,difference_interval,odds_ratio,odds_ratio_ci_low,odds_ratio_ci_high,equivalence_margin,p_equivalence,p_equivalence_holm,difference_if_worst,difference_if_best,p_if_worst,by_construction,refused,reading,tasks_to_decide
    declared,resample-oracle,1,baseline,0,8,7,0,0,0.015625,0.03125,declared,mcnemar,0.875,0.2667358158,0.9775825085,tango,Infinity,1.441308519,Infinity,0.05,0.9939142493,1,0.875,0.875,0.015625,true,,by-construction,
    declared,lucid,1,resample-oracle,1,8,1,0,0,1,1,declared,mcnemar,0.125,-0.2399585105,0.4708881822,tango,Infinity,0.02564102564,Infinity,0.05,0.775154101,1,0.125,0.125,1,false,,undecided,72
    declared,ablation,1,lucid,1,7,0,0,1,,,declared,,,,,,,,,,,,-0.125,0,,false,1 ungraded pair could make of 0 anything from -1 to 0,refused,
    declared,alone,1,elsewhere,1,0,0,0,8,,,declared,,,,,,,,,,,,,,,false,elsewhere was not run,refused,"
  `);
  expect(text).not.toContain('NaN');
});

test('columns that others script against stay where they were', () => {
  const csv = csvTables(analyse(makeRun(STUDY)))['head-to-head.csv'];
  expect(csv?.columns.slice(0, 11).join(' ')).toBe(
    'family condition k comparator comparator_k pairs wins losses left_out p_value p_holm',
  );
});
