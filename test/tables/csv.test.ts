import { expect, test } from 'vitest';
import { analyse } from '../../harness/metrics/analysis.ts';
import { csvText } from '../../harness/tables/csv.ts';
import { csvTables } from '../../harness/tables/csv-files.ts';
import { makeRun, type RunText } from '../fixtures/run.ts';

const STUDY: RunText = {
  tasks: ['t/1', 't/2'],
  conditions: {
    baseline: { trials: ['s', 'u'] },
    lucid: { oracle: true, verifier: 'grading-tests', trials: ['s+', 'u/a/!'] },
  },
  identity: { k: [1] },
  call: ({ costUsd, ...call }, { taskId }) => (taskId === 't/2' || costUsd === undefined ? call : { ...call, costUsd }),
};

function file(name: string, study: RunText = STUDY): string {
  const table = csvTables(analyse(makeRun(study)))[name];
  return table === undefined ? 'no such file' : csvText(table);
}

test('unknown is an empty field, a known 0 is 0, and texts with commas, quotes and line ends are quoted', () => {
  const rows = [[undefined, 0, false, 'a,"b"\nc', 0.1 + 0.2, 1e-12]];
  expect(csvText({ columns: ['a', 'b', 'c', 'd', 'e', 'f'], rows })).toBe(
    'a,b,c,d,e,f\n,0,false,"a,""b""\nc",0.3,1e-12\n',
  );
});

test('cells.csv', () => {
  expect(file('cells.csv')).toMatchInlineSnapshot(`
    "dataset,model,condition,oracle,k,tasks,graded,solved,ungraded,rate,low,high,interval,samples,planned,rate_if_ungraded_unsolved,rate_if_ungraded_solved,cut_by_limit,published_graded,published_solved,published_rate,exact_low,exact_high
    tiny,scripted,baseline,false,0,2,1,1,1,1,0.2065493144,1,wilson,1,2,0.5,1,0,,,,0.025,1
    tiny,scripted,lucid,true,0,2,1,1,1,1,0.2065493144,1,wilson,1,2,0.5,1,0,,,,0.025,1
    tiny,scripted,lucid,true,1,2,2,1,0,0.5,0.09453120573,0.9054687943,wilson,1,2,0.5,0.5,0,,,,0.01257911709,0.9874208829
    "
  `);
});

test('regressions.csv', () => {
  expect(file('regressions.csv')).toMatchInlineSnapshot(`
    "condition,k_from,k_to,tasks,regressed,gained,left_out,oracle,by_construction,regressed_tasks
    lucid,0,1,1,0,0,1,true,true,
    "
  `);
});

test('attempts.csv: one row a step, cost unknown where it is', () => {
  expect(file('attempts.csv')).toMatchInlineSnapshot(`
    "condition,task_id,sample,step,outcome,reason,verdict,accepted,extraction,input_tokens,output_tokens,cost_usd,paid_usd,candidate_sha256,k_run,proposed_by,finish_reason,assertions_passed,assertions_total,published_outcome,published_reason,published_extraction,trial_end,drift
    baseline,t/1,0,0,solved,,,,clean,100,50,0.01,0.01,sha-t/1-0-0,,generate,stop,3,3,,,,submitted,
    baseline,t/2,0,0,ungraded,sandbox-lost,,,clean,100,50,,,sha-t/2-0-0,,generate,stop,1,3,,,,submitted,
    lucid,t/1,0,0,solved,,accept,1,clean,100,50,0.01,0,sha-t/1-0-0,,generate,stop,3,3,,,,submitted,
    lucid,t/2,0,0,ungraded,sandbox-lost,reject,0,clean,100,50,,0,sha-t/2-0-0,,generate,stop,1,3,,,,error,
    lucid,t/2,0,1,unsolved,assertion,reject,0,clean,100,50,,,sha-t/2-0-1,,regenerate,stop,1,3,,,,error,
    "
  `);
});

test('calls.csv: an answer an earlier call already used is shared', () => {
  expect(file('calls.csv')).toMatchInlineSnapshot(`
    "condition,task_id,sample,step,role,occurrence,key,shared,finish_reason,input_tokens,output_tokens,cost_usd,k_run
    baseline,t/1,0,0,generate,0,first-t/1-0-0-,false,stop,100,50,0.01,
    baseline,t/2,0,0,generate,0,first-t/2-0-0-,false,stop,100,50,,
    lucid,t/1,0,0,generate,0,first-t/1-0-0-,true,stop,100,50,0.01,
    lucid,t/2,0,0,generate,0,first-t/2-0-0-,true,stop,100,50,,
    lucid,t/2,0,1,regenerate,0,lucid-t/2-0-1-,false,stop,100,50,,
    "
  `);
});

test('taxonomy.csv', () => {
  expect(file('taxonomy.csv')).toMatchInlineSnapshot(`
    "condition,k,outcome,reason,trials
    baseline,0,solved,,1
    baseline,0,ungraded,sandbox-lost,1
    lucid,0,solved,,1
    lucid,0,ungraded,sandbox-lost,1
    lucid,1,solved,,1
    lucid,1,unsolved,assertion,1
    "
  `);
});

test('the files begin with the columns that others script against', () => {
  const first = (name: string, count: number) =>
    csvTables(analyse(makeRun(STUDY)))
      [name]?.columns.slice(0, count)
      .join(' ');
  expect(first('cells.csv', 12)).toBe('dataset model condition oracle k tasks graded solved ungraded rate low high');
  expect(first('regressions.csv', 6)).toBe('condition k_from k_to tasks regressed gained');
  expect(first('attempts.csv', 14)).toBe(
    'condition task_id sample step outcome reason verdict accepted extraction input_tokens output_tokens cost_usd paid_usd candidate_sha256',
  );
  expect(first('calls.csv', 11)).toBe(
    'condition task_id sample step role occurrence key shared finish_reason input_tokens output_tokens',
  );
});
