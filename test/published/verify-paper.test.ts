import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importStudy } from '../../harness/published/import-study.ts';
import { loadPublishedTables, type PublishedConclusion } from '../../harness/published/published-cells.ts';
import { readRuns } from '../../harness/published/read-runs.ts';
import { judgeConclusions } from '../../harness/published/verify/conclusions.ts';
import { type VerifiedCell, verifyCells } from '../../harness/published/verify/verify-cells.ts';
import { verifyFurther } from '../../harness/published/verify/verify-further.ts';
import { makeRun } from '../fixtures/run.ts';
import { lucid, writeFullStudy } from './result-files.ts';

const tables = loadPublishedTables('lucid');
const out = mkdtempSync(join(tmpdir(), 'published-full-'));
let folder: string;

beforeAll(async () => {
  folder = writeFullStudy();
  await importStudy(lucid, folder, out);
});
afterAll(() => {
  for (const path of [folder, out]) rmSync(path, { recursive: true });
});

const verdicts = (rows: readonly VerifiedCell[]) => new Set(rows.map(({ status }) => status));

test('the 25 HumanEval and the SWE-bench cells come out of a study of the published size', async () => {
  const { runs, isWhole } = await readRuns(out);
  const { rows, unchecked } = verifyCells(tables, runs, isWhole);
  expect(rows.filter(({ table }) => table.startsWith('humaneval')).length).toBe(27);
  expect(rows.map(({ published, here, status }) => ({ published, here, status })).slice(0, 2)).toEqual([
    { published: '142/164 = 86.6 %', here: '142/164 = 86.6 %', status: 'match' },
    { published: '143/164 = 87.2 %', here: '143/164 = 87.2 %', status: 'match' },
  ]);
  expect([rows.length, verdicts(rows), unchecked]).toEqual([33, new Set(['match']), []]);
});

test('a match says what it rests on', async () => {
  const { runs } = await readRuns(out);
  const { rows } = verifyCells(tables, runs, true);
  const why = (condition: string, k: string, table: string) =>
    rows.find((row) => row.condition === condition && row.k === k && row.table.startsWith(table))?.why;
  expect(why('lucid-learned-verify', '5', 'humaneval')).toBe('1 task without a result file, in no total');
  expect(why('baseline', '1', 'swe-bench')).toBe('100 tasks never evaluated, counted wrong');
});

test('one run folder is checked alone; in a whole import an absent benchmark is missing', async () => {
  const alone = await readRuns(join(out, 'humaneval'));
  expect(verifyCells(tables, alone.runs, alone.isWhole)).toMatchObject({ unchecked: ['swe-bench-lite'] });
  const { rows } = verifyCells(tables, alone.runs, true);
  expect(rows.filter(({ status }) => status === 'missing').map(({ why }) => why)).toEqual(
    Array(6).fill('no run of swe-bench-lite here'),
  );
});

test('a run of our own is compared too, and differs because it is another run', () => {
  const run = makeRun({
    tasks: ['HumanEval/0'],
    conditions: { baseline: { trials: ['s'] }, lucid: { trials: ['a/s+'] } },
    identity: { dataset: 'humaneval' },
  });
  const { rows } = verifyCells(tables, [run], false);
  expect(rows[0]).toMatchObject({ here: '1/1 = 100.0 %', status: 'differs' });
  expect(rows[0]?.why).toBe(
    'another run, not the published records: model scripted, nested protocol, extractor default; ' +
      '1 of the 164 tasks have a result file here: a part of the published files',
  );
  expect(rows[1]).toMatchObject({ status: 'missing', why: 'no result file for self-refine at k = 1 in this run' });
});

test('a folder that holds no run says what to do', async () => {
  await expect(readRuns(join(out, 'nowhere'))).rejects.toThrow(/expected a run folder, or what import wrote/);
  await expect(readRuns(folder)).rejects.toThrow(/run "npm run import -- lucid <folder of result files>" first/);
});

test('what else was published is counted too: numbers of two cells, a word for each row, percentages beside their counts', async () => {
  const { runs } = await readRuns(out);
  const further = verifyFurther(tables, runs);
  const row = (published: string) => further.find((one) => one.published.includes(published));
  expect(row('+36.4 %')).toMatchObject({ here: '+36.4 %', status: 'match' });
  expect(row('+65.5 %')).toMatchObject({ here: '+65.5 %', status: 'match' });
  expect(row('7.7 : 1')).toMatchObject({ here: '7.7 : 1', status: 'match', why: '+23 -3' });
  expect(row('points gained')).toMatchObject({ here: '+1.2', status: 'match' });
  // 97.6, 95.1, 97.0: it falls and rises again.
  expect(row('"Diverges"')).toMatchObject({ status: 'differs' });
  expect(row('the only condition')?.why).toContain('never falls either: self-refine, ');
  const series = further.filter(({ table }) => table === 'specification gap');
  expect(series.map(({ published, status }) => [published, status])).toEqual(
    ['57.3 %', '69.8 %', '83.2 %', '90.8 %'].map((published) => [published, 'cannot be reproduced']),
  );
  expect(series[0]?.why).toContain('pass / applicable 44.7;');
});

test('percentages that follow from their counts by one formula match, all or none', async () => {
  const counts = [
    { pass: 1, partial: 2, fail: 1, notApplicable: 0 },
    { pass: 3, partial: 0, fail: 1, notApplicable: 4 },
  ];
  const statuses = (values: number[]) => {
    const series = [{ table: 'gap', what: 'alignment', values, counts, source: 'made up' }];
    return verifyFurther({ ...tables, derived: [], labels: [], series }, []).map(({ status, why }) => [status, why]);
  };
  expect(statuses([50, 75])).toEqual([
    ['match', 'of 1/2/1/0 (pass, partial, fail, not applicable): (pass + partial / 2) / applicable'],
    ['match', 'of 3/0/1/4 (pass, partial, fail, not applicable): (pass + partial / 2) / applicable'],
  ]);
  expect(statuses([50, 74]).map(([status]) => status)).toEqual(['cannot be reproduced', 'cannot be reproduced']);
});

test('a conclusion stands where the records show it, by test and direction, and not where too little is known', async () => {
  const { runs } = await readRuns(out);
  const [gain, same, none] = [
    { condition: 'lucid', k: 1, comparator: 'baseline', comparatorK: 1, is: 'higher' },
    { condition: 'lucid', k: 5, comparator: 'lucid', comparatorK: 3, is: 'the same' },
    { condition: 'lucid', k: 5, comparator: 'lucid', comparatorK: 3, is: 'higher' },
  ].map((one) => ({ ...one, says: '', dataset: 'humaneval', source: '' }) as PublishedConclusion);
  if (gain === undefined || same === undefined || none === undefined) throw new Error('three');
  const verdictsOf = (conclusions: PublishedConclusion[]) =>
    judgeConclusions({ ...tables, conclusions }, runs).map(({ verdict }) => verdict);
  expect(verdictsOf([gain, same, none, { ...gain, is: 'lower' }, { ...gain, dataset: 'mbpp' }])).toEqual([
    'stands',
    'stands',
    'not shown',
    'contradicted',
    'no record here',
  ]);
});
