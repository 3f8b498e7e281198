import { expect, test } from 'vitest';
import { analyse } from '../../../harness/metrics/analysis.ts';
import { csvTables } from '../../../harness/report/csv/csv-files.ts';
import { csvText } from '../../../harness/text/csv.ts';
import { makeRun, type RunText } from '../../fixtures/run.ts';

const STUDY: RunText = {
  tasks: ['a', 'b'],
  conditions: {
    baseline: { trials: ['s', 'a'] },
    judge: { verifier: 'model', trials: ['s/a+', 'a/s/'] },
    again: { verifier: 'grading-tests', oracle: true, laterRole: 'generate', trials: ['s+', 'a/s+'] },
  },
  identity: { k: [1] },
};

const files = csvTables(analyse(makeRun(STUDY)));

function text(name: string): string {
  const table = files[name];
  return table === undefined ? 'no such file' : csvText(table);
}

test.each(Object.keys(files))('%s has no column twice', (name) => {
  expect(files[name]?.columns.length).toBe(new Set(files[name]?.columns).size);
});

test('flips.csv', () => {
  expect(text('flips.csv')).toMatchInlineSnapshot(`
    "condition,step_from,step_to,replaced,stayed_right,stayed_wrong,left_out,resampling,repaired,repaired_of,repaired_rate,repaired_ci_low,repaired_ci_high,broken,broken_of,broken_rate,broken_ci_low,broken_ci_high,broken_tasks
    judge,0,1,2,0,0,0,false,1,1,1,0.2065493144,1,1,1,1,0.2065493144,1,a
    again,0,1,1,0,0,0,true,1,1,1,0.2065493144,1,0,0,,,,
    "
  `);
});

test('monotonicity.csv', () => {
  expect(text('monotonicity.csv')).toMatchInlineSnapshot(`
    "condition,monotone,by_construction,violating_tasks,left_out,expected_by_chance,p_as_many_or_more,p_as_few_or_fewer,undecided_tasks,tasks
    judge,false,false,1,0,1.5,1,0.5,1,a
    again,true,true,0,0,0,1,1,0,
    "
  `);
});

test('gap-tasks.csv and gap.csv', () => {
  expect(text('gap-tasks.csv')).toMatchInlineSnapshot(`
    "condition,task_id,first_gap,last_gap,replacements,gamma,beta,gap_rose
    judge,a,0,0.6666666667,1,,0.6666666667,true
    judge,b,0.6666666667,0,1,0,0,false
    again,a,0,0,0,,,false
    again,b,0.6666666667,0,1,0,0,false
    "
  `);
  expect(Array.from(files['gap.csv']?.rows ?? [], (row) => row.slice(0, 3))).toEqual([
    ['judge', 0, expect.closeTo(1 / 3, 9)],
    ['judge', 1, expect.closeTo(1 / 3, 9)],
    ['again', 0, expect.closeTo(1 / 3, 9)],
    ['again', 1, 0],
  ]);
});

test('budget.csv and frontier.csv', () => {
  expect(text('budget.csv')).toMatchInlineSnapshot(`
    "condition,k,budget,comparator,source,selection,same_information,tasks,spent,comparator_spent,draws,reached,rate,comparator_rate,difference,difference_ci_low,difference_ci_high,not_matched
    judge,1,candidates,again,arm,grading-tests,false,2,2,2,2,true,0.5,1,-0.5,-1,0,
    judge,1,tokens,again,arm,grading-tests,false,2,300,225,2,false,0.5,1,-0.5,-1,0,
    judge,1,dollars,again,arm,grading-tests,false,2,0.02,0.015,2,false,0.5,1,-0.5,-1,0,
    "
  `);
  expect(text('frontier.csv')).toMatchInlineSnapshot(`
    "condition,oracle,k,graded,rate,ci_low,ci_high,candidates,tokens,cost_usd,on_token_frontier,on_cost_frontier
    baseline,false,0,2,0.5,0.09453120573,0.9054687943,1,150,0.01,true,true
    judge,false,0,2,0.5,0.09453120573,0.9054687943,1,150,0.01,true,true
    judge,false,1,2,0.5,0.09453120573,0.9054687943,2,300,0.02,false,false
    again,true,0,2,0.5,0.09453120573,0.9054687943,1,150,0.01,true,true
    again,true,1,2,1,0.3423802275,1,1.5,225,0.015,true,true
    "
  `);
});

test('verifiers.csv: one row for all steps, then one per step', () => {
  const rows = Array.from(files['verifiers.csv']?.rows ?? [], (row) => row.slice(0, 8));
  expect(rows).toEqual([
    ['judge', 'model', false, undefined, 4, 3, 0, 0],
    ['judge', 'model', false, 0, 2, 2, 0, 0],
    ['judge', 'model', false, 1, 2, 1, 0, 0],
    ['again', 'grading-tests', true, undefined, 3, 1, 0, 0],
    ['again', 'grading-tests', true, 0, 2, 1, 0, 0],
    ['again', 'grading-tests', true, 1, 1, 0, 0, 0],
  ]);
});
