import { execFileSync } from 'node:child_process';
import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import { analyse } from '../../harness/metrics/analysis.ts';
import { csvTables } from '../../harness/report/csv/csv-files.ts';
import { csvText } from '../../harness/text/csv.ts';
import { makeRun, type RunText } from '../fixtures/run.ts';
import { hostileRun } from '../report/page/hostile-run.ts';

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

/** Python's own reader: how many rows, and how many fields in each. */
function pythonRows(text: string): string {
  const program =
    "import csv, sys, io; rows = list(csv.reader(io.TextIOWrapper(sys.stdin.buffer, 'utf-8', newline=''), strict=True)); print(len(rows), 'rows of', *{len(row) for row in rows})";
  return execFileSync('python3', ['-c', program], { input: text, encoding: 'utf8' }).trim();
}

test('unknown is an empty field, a known 0 is 0, and texts with commas, quotes and line ends are quoted', () => {
  const rows = [[undefined, 0, false, 'a,"b"\nc', 0.1 + 0.2, 1e-12]];
  expect(csvText({ columns: ['a', 'b', 'c', 'd', 'e', 'f'], rows })).toBe(
    'a,b,c,d,e,f\n,0,false,"a,""b""\nc",0.3,1e-12\n',
  );
});

test('rows of which no field needs quotes are written as csv-stringify writes them', () => {
  const fields = ['', 'a', 'lucid+verdict-flip=0.1', 'a b', '#1', 'kata/x:y', '-', 'ä', 'a,b', 'a"b', "'", 'a|b', '%'];
  for (const field of fields) {
    const row = ['1', field, 'x'];
    expect(csvText({ columns: ['a', 'b', 'c'], rows: [row] })).toBe(
      `a,b,c\n${stringify([row.map((one) => (/^[-']/.test(one) ? `'${one}` : one))])}`,
    );
  }
});

test("a text that a spreadsheet would take for a formula has a ' in front, and one ' taken away gives it back; numbers stay numbers", () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "'=1", '＝1', '\n=1'];
  const lines = csvText({ columns: ['text', 'number'], rows: texts.map((text) => [text, -0.5]) });
  expect(lines).toBe(
    `text,number\n'=1+1,-0.5\n'+1,-0.5\n'-1,-0.5\n'@SUM(A1),-0.5\n'\t=1,-0.5\n''=1,-0.5\n'＝1,-0.5\n"'\n=1",-0.5\n`,
  );
  expect(csvText({ columns: ['a'], rows: [['a=1 -1'], ['x\r=1'], ['\u001b[31m']] })).toBe(
    'a\na=1 -1\nx␍=1\n⟨U+001B⟩[31m\n',
  );
});

test('no text of a hostile run begins a formula, a row or a control sequence in any CSV file', () => {
  for (const [name, table] of Object.entries(csvTables(analyse(hostileRun())))) {
    const text = csvText(table);
    expect(pythonRows(text), name).toBe(`${[...table.rows].length + 1} rows of ${table.columns.length}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(text, name).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
  }
});

test('cells.csv', () => {
  expect(file('cells.csv')).toMatchInlineSnapshot(`
    "dataset,model,condition,oracle,k,tasks,graded,solved,ungraded,rate,ci_low,ci_high,interval,samples,planned,rate_if_ungraded_unsolved,rate_if_ungraded_solved,cut_by_limit,published_graded,published_solved,published_rate,clopper_pearson_low,clopper_pearson_high
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

test('attempts.csv: one row per step, cost unknown where it is', () => {
  expect(file('attempts.csv')).toMatchInlineSnapshot(`
    "condition,task_id,sample,step,outcome,reason,verdict,accepted,extraction,input_tokens,output_tokens,cost_usd,paid_usd,candidate_sha256,k_run,proposed_by,finish_reason,assertions_passed,assertions_total,published_outcome,published_reason,published_extraction,trial_end,drift
    baseline,t/1,0,0,solved,,,,clean,100,50,0.01,0.01,sha-t/1-0-0,,generate,stop,3,3,,,,submitted,
    baseline,t/2,0,0,ungraded,sandbox-lost,,,clean,100,50,,,sha-t/2-0-0,,generate,stop,1,3,,,,submitted,
    lucid,t/1,0,0,solved,,accept,true,clean,100,50,0.01,0,sha-t/1-0-0,,generate,stop,3,3,,,,submitted,
    lucid,t/2,0,0,ungraded,sandbox-lost,reject,false,clean,100,50,,0,sha-t/2-0-0,,generate,stop,1,3,,,,error,
    lucid,t/2,0,1,unsolved,assertion,reject,false,clean,100,50,,,sha-t/2-0-1,,regenerate,stop,1,3,,,,error,
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
  expect(first('cells.csv', 12)).toBe(
    'dataset model condition oracle k tasks graded solved ungraded rate ci_low ci_high',
  );
  expect(first('regressions.csv', 6)).toBe('condition k_from k_to tasks regressed gained');
  expect(first('attempts.csv', 14)).toBe(
    'condition task_id sample step outcome reason verdict accepted extraction input_tokens output_tokens cost_usd paid_usd candidate_sha256',
  );
  expect(first('calls.csv', 11)).toBe(
    'condition task_id sample step role occurrence key shared finish_reason input_tokens output_tokens',
  );
});
