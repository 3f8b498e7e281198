import { expect, test } from 'vitest';
import { type CloverCell, loadCloverTables } from '../../harness/published/clover/clover-cells.ts';
import { jointAcceptance } from '../../harness/published/clover/joint.ts';
import { verifyClover } from '../../harness/published/clover/verify-clover.ts';
import { cloverReport } from '../../harness/report/published/clover-report.ts';
import { runScript } from '../fixtures/command.ts';

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
    'error: verify-paper clover compares no run: expected no second argument, got "results/x"\n',
  ]);
  const none = await runScript('verify-paper', ['lucid']);
  expect([none.code, none.stderr]).toEqual([2, 'error: verify-paper lucid: expected a run folder, got none\n']);
});
