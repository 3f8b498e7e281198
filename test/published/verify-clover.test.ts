import { expect, test } from 'vitest';
import { type CloverCell, loadCloverTables } from '../../harness/published/clover/clover-cells.ts';
import { compareRun } from '../../harness/published/clover/compare-run.ts';
import { jointAcceptance } from '../../harness/published/clover/joint.ts';
import { verifyClover } from '../../harness/published/clover/verify-clover.ts';
import { cloverReport } from '../../harness/report/published/clover-report.ts';
import { CHECKS, type CheckName, type CheckTry } from '../../harness/types/consistency.ts';
import type { WholeRun } from '../../harness/types/record.ts';
import { runScript } from '../fixtures/command.ts';
import { makeRun } from '../fixtures/run.ts';

const tables = loadCloverTables();
const found = verifyClover(tables);

test('all 92 figures are held to their counts; two percentages are not those of their counts', () => {
  expect(found.cells.length).toBe(92);
  expect(found.cells.filter(({ status }) => status === 'differs')).toEqual(
    ['C2', 'C3'].map((set) => ({
      table: 'table 4',
      condition: `${set}, anno2doc: rejected`,
      k: '1',
      published: '24/60 = 60 %',
      here: '24/60 = 40.0 %',
      status: 'differs',
      why: '36/60 is 60 %',
    })),
  );
  expect(found.cells.filter(({ why }) => why.includes('not run here')).length).toBe(21);
});

test('six counts bound the count of those that all six accept, and say what independent failures would give', () => {
  // 60, 53, 51, 60, 58 and 49 of 60: 29 are missed in all, so at least 31 pass all six; 60 * 53*51*58*49 / 60^4 = 35.57.
  const [once] = found.joint;
  expect(once).toMatchObject({ set: 'ground-truth', k: 1, least: 31, most: 49, published: 45 });
  expect(once?.independent).toBeCloseTo((60 * 53 * 51 * 58 * 49) / 60 ** 4, 9);
  expect(found.joint.every(({ published, least, most }) => least <= published && published <= most)).toBe(true);
  // Where one check accepts none, none can be accepted, and 0 is certain.
  expect(found.joint.find(({ set, k }) => set === 'C6' && k === 10)).toMatchObject({
    most: 0,
    independent: 0,
    tail: 1,
  });
});

test('the tail is that of the binomial distribution', () => {
  const check = (name: CloverCell['check'], count: number): CloverCell => ({
    table: 't',
    set: 's',
    ...(name === undefined ? {} : { check: name }),
    measure: 'accepted',
    k: 1,
    count,
    total: 2,
  });
  const all = ['anno-sound', 'anno-complete', 'doc2anno', 'anno2doc', 'code2doc'] as const;
  const cells = (decided: number) => [
    check(undefined, decided),
    ...all.map((name) => check(name, 2)),
    check('doc2code', 1),
  ];
  // Two programs at one half each: none in 1/4, both in 1/4, at most one in 3/4.
  for (const [decided, tail] of [0.25, 0.75, 0.25].entries())
    expect(jointAcceptance(cells(decided))[0]?.tail).toBeCloseTo(tail, 9);
});

test('sets that show a check the same artefacts are compared; where they differ, by how much is said', () => {
  expect(found.same.length).toBe(12);
  expect(
    found.same
      .filter(({ status }) => status === 'differs')
      .map(({ condition, k, published }) => [condition, k, published]),
  ).toEqual([
    ['anno-complete: accepted in C2 : C3', '10', '44/60 : 39/60'],
    ['code2doc: accepted in ground-truth : C2', '1', '58/60 : 60/60'],
  ]);
});

test('none of 240 excludes 1.5 %, none of 60 excludes 6 %', () => {
  const high = (what: string) => found.bounds.find((bound) => bound.what === what)?.interval?.high;
  // 1 - 0.025 ** (1 / n), the exact bound of no success.
  expect(high('C6, k = 10')).toBeCloseTo(1 - 0.025 ** (1 / 60), 9);
  expect(high('all wrong sets, k = 10')).toBeCloseTo(1 - 0.025 ** (1 / 240), 9);
  expect(found.rise).toEqual({ holds: 42, pairs: 42 });
});

test('a figure that falls with more attempts, and one outside the bounds, would be seen', () => {
  const changed = tables.cells.map((cell) =>
    cell.table === 'table 1' && cell.set === 'ground-truth' && cell.k === 10 ? { ...cell, count: 20 } : cell,
  );
  const { rise, joint, cells } = verifyClover({ ...tables, cells: changed });
  expect(rise).toEqual({ holds: 41, pairs: 42 });
  expect(joint.filter(({ published, least }) => published < least).map(({ k }) => k)).toEqual([10]);
  expect(cells[1]).toMatchObject({ published: '20/60 = 87 %', status: 'differs', why: '' });
  expect(cloverReport(verifyClover({ ...tables, cells: changed }))).toContain(
    '11 of 12 published decisions lie within',
  );
});

test('the command needs no run, and ends with 1 because figures contradict one another', async () => {
  const { code, stdout } = await runScript('verify-paper', ['clover']);
  expect(code).toBe(1);
  expect(stdout).toContain('92 published numbers: 80 match, 2 differ, 0 missing, 10 not run; 21 are out of scope');
  const given = await runScript('verify-paper', ['clover', 'results/x']);
  expect([given.code, given.stderr]).toEqual([
    2,
    expect.stringContaining('error: results/x: expected a run folder, or what import wrote, got ENOENT'),
  ]);
  const none = await runScript('verify-paper', ['lucid']);
  expect([none.code, none.stderr]).toEqual([2, 'error: verify-paper lucid: expected a run folder, got none\n']);
});

/** A run in which each right triple passes all checks but those named, and the C1 triples fail all that a model has part in. */
function runOf(dataset: string, programs: number, failing: Readonly<Record<number, CheckName>>): WholeRun {
  const sets = ['ground-truth', 'C1'];
  const tasks = sets.flatMap((set) => Array.from({ length: programs }, (_, at) => `${set} ${at}`));
  const made = makeRun({
    tasks,
    conditions: { clover: { trials: tasks.map(() => 's/') } },
    identity: { dataset, k: [0] },
  });
  const triesOf = (taskId: string): CheckTry[] => {
    const [set, at] = taskId.split(' ');
    return CHECKS.map((check) => {
      const isPassed = check === 'anno-sound' || (set === 'ground-truth' && failing[Number(at)] !== check);
      const evidence = { kind: 'judge', said: isPassed ? 'yes' : 'no', byWords: isPassed } as const;
      return { check, attempt: 0, try: 1, evidence };
    });
  };
  return {
    ...made,
    trajectories: made.trajectories.map((trajectory) => ({
      ...trajectory,
      steps: trajectory.steps.map((step) => ({ ...step, consistency: triesOf(trajectory.taskId) })),
    })),
    grades: made.grades.map((grade) => {
      const [set = '', program = ''] = grade.taskId.split(' ');
      return { ...grade, label: { set, program } };
    }),
  };
}

test('cells of a run stand beside the published ones: match, differs, or not run and why', () => {
  // Of 60 right triples the checks let as many pass as Table 2 says of two of them.
  const failing = Object.fromEntries([
    ...Array.from({ length: 7 }, (_, at) => [at, 'anno-complete'] as const),
    ...Array.from({ length: 40 }, (_, at) => [at + 7, 'doc2code'] as const),
  ]);
  const rows = compareRun(tables.cells, runOf('clover-triples', 60, failing));
  expect(rows).toHaveLength(tables.cells.length);
  const row = (condition: string, k: string) => rows.find((one) => one.condition === condition && one.k === k);
  expect(row('ground-truth, anno-complete: accepted', '1')).toMatchObject({
    published: '53/60',
    here: expect.stringMatching(/^53\/60 \[/),
    status: 'match',
    why: 'strict: 53/60',
  });
  expect(row('ground-truth, doc2code: accepted', '1')).toMatchObject({ published: '49/60', status: 'differs' });
  expect(row('ground-truth: accepted', '1')).toMatchObject({
    published: '45/60',
    here: expect.stringMatching(/^13\/60/),
  });
  expect(row('C1: accepted', '1')).toMatchObject({ published: '0/60', status: 'match' });
  // Table 4 counts what is rejected.
  expect(row('C1, anno-complete: accepted', '1')).toMatchObject({ published: '53/60', status: 'differs' });
  expect(row('ground-truth: accepted', '10')).toMatchObject({
    status: 'not run',
    why: 'attempts in this run: 1; for 10 give --k 9',
  });
  expect(row('C2: accepted', '1')).toMatchObject({ status: 'not run', why: 'no triple of this set was checked' });
  expect(cloverReport(verifyClover(tables), rows)).toContain(
    'The published figures of Clover (arXiv 2310.17807) beside this run',
  );
});

test('a run of other tasks, or without the arm, is refused', () => {
  expect(() => compareRun(tables.cells, runOf('kata-triples', 2, {}))).toThrow(
    'verify-paper clover: expected a run of clover-triples, got one of kata-triples',
  );
  const other = runOf('clover-triples', 2, {});
  const [condition] = other.manifest.identity.conditions;
  if (condition === undefined) throw new Error('a run has a condition');
  const conditions = [{ ...condition, name: 'clover-names' }];
  const renamed = { ...other, manifest: { ...other.manifest, identity: { ...other.manifest.identity, conditions } } };
  expect(() => compareRun(tables.cells, renamed)).toThrow('with the condition clover, got clover-names');
});
