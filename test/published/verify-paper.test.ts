import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importStudy } from '../../harness/published/import-study.ts';
import { loadPublishedTables } from '../../harness/published/published-cells.ts';
import { readRuns } from '../../harness/published/read-runs.ts';
import { type VerifiedCell, verifyCells } from '../../harness/published/verify-cells.ts';
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
