import { expect, test } from 'vitest';
import { analyse } from '../../../harness/metrics/analysis.ts';
import { csvTables } from '../../../harness/report/csv/csv-files.ts';
import { markdownReport } from '../../../harness/report/markdown.ts';
import { csvText } from '../../../harness/text/csv.ts';
import type { ClaimsReport, VerifiedClaim } from '../../../harness/types/claims.ts';
import type { Step, WholeRun } from '../../../harness/types/record.ts';
import { makeRun } from '../../fixtures/run.ts';

const claim = (
  id: string,
  step: number,
  verdict: VerifiedClaim['verdict'],
  before?: VerifiedClaim['verdict'],
): VerifiedClaim => ({
  id,
  step,
  text: `claim ${id}`,
  category: 'functionality',
  severity: 'critical',
  place: { part: 'docstring', line: 2 },
  verdict,
  reason: verdict === 'NOT-APPLICABLE' ? 'vacuous: nothing fails it' : '',
  evidence: verdict === 'FAIL' ? [{ assertion: 'assert f(1) == 2', input: '1', expected: '2', got: '3' }] : [],
  ...(before === undefined ? {} : { before }),
});

const report = (
  claims: readonly VerifiedClaim[],
  gaps?: ClaimsReport['gaps'],
  carried?: ClaimsReport['gaps'],
): ClaimsReport => ({
  claims,
  checks: [
    {
      id: 'abc',
      kind: 'assertions',
      source: 'assert f(1) == 2',
      claim: 'c1',
      step: 0,
      state: 'valid',
      support: 1,
      outcome: { status: 'held' },
    },
  ],
  merged: 0,
  dropped: 1,
  ...(gaps === undefined ? {} : { gaps }),
  ...(carried === undefined ? {} : { carried }),
  inputSha256: 'x',
});

/** Two steps: one claim of two fails and is mended, the other one breaks; a third is new and cannot be checked. */
function claimsRun(): WholeRun {
  const made = makeRun({
    tasks: ['t/1'],
    conditions: { 'lucid-generated': { verifier: 'generated-tests', trials: ['a/s/'] } },
  });
  const more: readonly Partial<Step>[] = [
    { report: report([claim('c1', 0, 'PASS'), claim('c2', 0, 'FAIL')], { gap: 0.5, weighted: 0.5 }) },
    {
      report: report(
        [claim('c1', 0, 'FAIL', 'PASS'), claim('c2', 0, 'PASS', 'FAIL'), claim('c3', 1, 'NOT-APPLICABLE')],
        { gap: 0.5, weighted: 0.5 },
        { gap: 0.5, weighted: 0.5 },
      ),
      remediation: {
        steps: [{ claim: 'c2', priority: 1, severity: 'critical', diagnosis: 'off', change: 'mend' }],
        preserve: ['c1'],
      },
    },
  ];
  const trajectories = made.trajectories.map((one) => ({
    ...one,
    steps: one.steps.map((step, index) => ({ ...step, ...more[index] })),
  }));
  const check = {
    condition: 'lucid-generated',
    taskId: 't/1',
    sample: 0,
    check: 'abc',
    claim: 'c1',
    kind: 'assertions',
    state: 'valid',
    rejectsReference: false,
    wrongPrograms: 4,
    caught: 3,
  } as const;
  return { ...made, trajectories, checks: [check] };
}

const tables = csvTables(analyse(claimsRun()));
const text = (name: string): string => {
  const table = tables[name];
  return table === undefined ? '' : csvText(table);
};

test('claims.csv: one row per claim and round, with evidence, plan and what became of it', () => {
  expect(text('claims.csv')).toMatchInlineSnapshot(`
    "condition,task_id,sample,k_run,step,claim,first_step,category,severity,about,line,text,verdict,before,reason,checks,checks_held,checks_failed,preserved,plan_priority,plan_diagnosis,plan_change,assertion,input,expected,got,exception,negated,verdict_flipped
    lucid-generated,t/1,0,,0,c1,0,functionality,critical,docstring,2,claim c1,PASS,,,1,1,0,,,,,,,,,,false,false
    lucid-generated,t/1,0,,0,c2,0,functionality,critical,docstring,2,claim c2,FAIL,,,0,0,0,,,,,assert f(1) == 2,1,2,3,,false,false
    lucid-generated,t/1,0,,1,c1,0,functionality,critical,docstring,2,claim c1,FAIL,PASS,,1,1,0,true,,,,assert f(1) == 2,1,2,3,,false,false
    lucid-generated,t/1,0,,1,c2,0,functionality,critical,docstring,2,claim c2,PASS,FAIL,,0,0,0,false,1,off,mend,,,,,,false,false
    lucid-generated,t/1,0,,1,c3,1,functionality,critical,docstring,2,claim c3,NOT-APPLICABLE,,vacuous: nothing fails it,0,0,0,false,,,,,,,,,false,false
    "
  `);
});

test('attempts.csv has the gap before and after a round at its end; without claims it has no such columns', () => {
  const [header = '', first = '', second = ''] = text('attempts.csv').split('\n');
  expect(header).toMatch(
    /,drift,gap,weighted_gap,gap_before,weighted_gap_before,gap_carried,weighted_gap_carried,claims_pass,/,
  );
  expect(first).toMatch(/,0\.5,0\.5,,,,,1,0,1,0,,$/);
  expect(second).toMatch(/,0\.5,0\.5,0\.5,0\.5,0\.5,0\.5,1,0,1,1,,$/);
  const plain = csvTables(analyse(makeRun({ tasks: ['t'], conditions: { baseline: { trials: ['s'] } } })));
  expect(plain['attempts.csv']?.columns).not.toContain('gap');
  expect(plain['claims.csv']).toBeUndefined();
});

test('a claim that passed and breaks is a regression at claim level, in csv and in the tables', () => {
  const [header = '', , second = ''] = text('claim-rounds.csv').split('\n');
  const row = Object.fromEntries(header.split(',').map((name, index) => [name, second.split(',')[index]]));
  expect(row).toMatchObject({
    step: '1',
    broken: '1',
    broken_of: '1',
    preserved_broken: '1',
    repaired: '1',
    not_applicable: '1',
    new_claims: '1',
  });
  expect(markdownReport(analyse(claimsRun()))).toContain('## Claims and the gap, round by round');
});

test('check quality: what the checks that counted are worth', () => {
  expect(text('check-quality.csv').split('\n')[1]).toMatch(/^lucid-generated,1,1,0,0,0,0,0,0,1,0,/);
  expect(text('checks.csv')).toContain(
    'lucid-generated,t/1,0,,abc,c1,assertions,0,1,valid,,false,4,3,false,assert f(1) == 2',
  );
});

test('the gap a loop measured is held against the hidden assertions', () => {
  const [header = '', ...points] = text('gap-truth-points.csv').trim().split('\n');
  expect(header).toBe('condition,task_id,sample,step,gap,weighted_gap,hidden_failing');
  expect(points).toHaveLength(2);
  expect(points[1]).toBe('lucid-generated,t/1,0,1,0.5,0.5,0');
});
