import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { analyse } from '../../harness/metrics/analysis.ts';
import { identitySha256 } from '../../harness/records/manifest-shape.ts';
import { openRun, readRun } from '../../harness/records/stored-run.ts';
import { csvTables } from '../../harness/report/csv/csv-files.ts';
import { markdownReport } from '../../harness/report/markdown.ts';
import { taskRecords } from '../../harness/report/page/task-records.ts';
import { writeReport } from '../../harness/report/write-report.ts';
import { csvText } from '../../harness/text/csv.ts';
import type { Manifest, WholeRun } from '../../harness/types/record.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { makeRun } from '../fixtures/run.ts';

const TEXT = ['a/s+', 's+', 'a/x/t', 'e/a#', 'u/s+', 's+'];
const small = makeRun({
  tasks: ['t/1', 't/2', 't/3'],
  conditions: { baseline: { trials: ['a', 's', 's', 'a', 's', 'x'] }, loop: { verifier: 'model', trials: TEXT } },
  identity: { samples: 2 },
});

const withSum = ({ manifest }: WholeRun): Manifest => ({
  ...manifest,
  identitySha256: identitySha256(manifest.identity),
});
const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function write(run: WholeRun): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(withSum(run)));
  writeFileSync(join(folder, 'trajectories.jsonl'), lines(run.trajectories));
  writeFileSync(join(folder, 'grades.jsonl'), lines(run.grades));
  return folder;
}

test('of lines in any order the last of a trial and of a step counts, and what is not planned is left out', async () => {
  const [first] = small.trajectories;
  const [grade] = small.grades;
  if (first === undefined || grade === undefined) throw new Error('no trial');
  const failed = { ...first, steps: [], end: { status: 'error', kind: 'x', message: 'first try' } } as const;
  const folder = write({
    ...small,
    trajectories: [failed, { ...first, taskId: 'not planned' }, ...small.trajectories.toReversed()],
    grades: [{ ...grade, outcome: { status: 'solved' } }, ...small.grades.toReversed(), { ...grade, step: 7 }],
  });
  const run = await readRun(folder);
  const planned = ['t/1', 't/2', 't/3'].flatMap((taskId) =>
    [0, 1].flatMap((sample) => ['baseline', 'loop'].map((condition) => [condition, taskId, sample])),
  );
  expect(run.trajectories.map(({ condition, taskId, sample }) => [condition, taskId, sample])).toEqual(planned);
  expect(run.trajectories[0]).toEqual(first);
  expect(run.grades.length).toBe(small.grades.length);
  expect(run.grades[0]).toEqual(grade);
});

test('a run read from its folder has the numbers it has in memory', async () => {
  const stored = await openRun(write(small));
  expect(markdownReport(analyse(stored))).toBe(markdownReport(analyse({ ...small, manifest: withSum(small) })));
});

test('records that were written anew since they were checked are no run', async () => {
  const folder = write(small);
  const run = await openRun(folder);
  expect([...run.trials()].length).toBe(small.trajectories.length);
  const path = join(folder, 'trajectories.jsonl');
  for (const rewritten of [
    lines(small.trajectories.toReversed()),
    lines(small.trajectories).replaceAll('"taskId"', ' "taskId"'),
  ]) {
    writeFileSync(path, rewritten);
    expect(() => [...run.trials()]).toThrow('trajectories.jsonl of the run folder was written anew while it was read');
  }
});

test('the page of a task with very many trials shows whole samples and says how many are left out', async () => {
  const run = await openRun(write(small));
  const shown = [...taskRecords({ run, columns: [] }, 1)].map(({ trials, leftOut }) => [
    ...trials.map(({ trajectory }) => `${trajectory.condition} ${trajectory.sample}`),
    leftOut,
  ]);
  expect(shown).toEqual(Array(3).fill(['baseline 0', 'loop 0', 2]));
});

test('a report goes through the records once for the metrics and once for all files with rows of each trial', async () => {
  const run = await openRun(write(small));
  let passes = 0;
  const trials = (taskId?: string) => {
    if (taskId === undefined) passes++;
    return run.trials(taskId);
  };
  const { files } = await writeReport({ ...run, trials }, temporaryFolder());
  const tables = csvTables(analyse(run));
  for (const path of files.filter((file) => basename(file) in tables)) {
    const table = tables[basename(path)];
    expect(readFileSync(path, 'utf8'), path).toBe(table && csvText(table));
  }
  expect(passes).toBe(2);
});

const [TASKS, SAMPLES, CHARACTERS] = [20, 10, 500_000];
const HEAP_MB = 110;

test('a run whose texts do not fit into memory is reported', async () => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const large = makeRun({
    tasks: Array.from({ length: TASKS }, (_, task) => `t/${task}`),
    conditions: {
      baseline: { trials: Array(TASKS * SAMPLES).fill('a') },
      loop: { verifier: 'model', trials: Array(TASKS * SAMPLES).fill('a/s+') },
    },
    identity: { samples: SAMPLES },
  });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(withSum(large)));
  writeFileSync(join(folder, 'grades.jsonl'), lines(large.grades));
  const out = createWriteStream(join(folder, 'trajectories.jsonl'));
  for (const trajectory of large.trajectories) {
    const steps = trajectory.steps.map((step) => ({
      ...step,
      candidate: `${step.candidate}\n# ${'x'.repeat(CHARACTERS)}\n`,
    }));
    if (!out.write(`${JSON.stringify({ ...trajectory, steps })}\n`)) await once(out, 'drain');
  }
  await finished(out.end());
  expect(statSync(join(folder, 'trajectories.jsonl')).size / 2 ** 20).toBeGreaterThan(2 * HEAP_MB);
  const heap = `--max-old-space-size=${HEAP_MB}`;
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [heap, '--import', 'tsx', 'scripts/report.ts', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const rows = readFileSync(join(folder, 'attempts.csv'), 'utf8').split('\n').length - 2;
  expect(rows).toBe(TASKS * SAMPLES * 3);
});
