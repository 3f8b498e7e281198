import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DataError, UsageError } from '../../harness/errors.ts';
import { importStudy } from '../../harness/published/import-study.ts';
import { findStudy } from '../../harness/published/study.ts';
import { readRun } from '../../harness/records/stored-run.ts';
import { writeReport } from '../../harness/report/write-report.ts';
import { runScript } from '../fixtures/command.ts';
import { emptyStudyFolder, lucid, patchResultOf, resultOf, writeResult } from './result-files.ts';

const humaneval = lucid.benchmarks.filter(({ dataset }) => dataset === 'humaneval');
const newOut = () => mkdtempSync(join(tmpdir(), 'published-out-'));

async function failure(folder: string, out = newOut()): Promise<Error> {
  return importStudy(lucid, folder, out).then(
    () => new Error('it was imported'),
    (error: Error) => error,
  );
}

test('an unknown study names the known ones', () => {
  expect(() => findStudy('lucit')).toThrow('expected the name of a study that can be imported (lucid), got "lucit"');
});

test('a folder that is not there, a file and an archive are told apart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'published-'));
  expect(await failure(join(folder, 'nowhere'))).toBeInstanceOf(UsageError);
  expect((await failure(join(folder, 'nowhere'))).message).toMatch(/expected a folder of result files, but it cannot/);
  writeFileSync(join(folder, 'all.tgz'), '');
  expect((await failure(join(folder, 'all.tgz'))).message).toMatch(/got a file; unpack the archive/);
  mkdirSync(join(folder, 'photos'));
  expect((await failure(folder)).message).toMatch(
    /expected the result directories of lucid \(humaneval, .*swebench-v2\) here or in results\/, got photos; give the folder/,
  );
});

test('half of a benchmark is refused, naming what is missing', async () => {
  const folder = emptyStudyFolder(humaneval);
  rmSync(join(folder, 'results', 'humaneval-c3'), { recursive: true });
  const error = await failure(folder);
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toMatch(
    /expected all 10 result directories of humaneval, got 9; missing: humaneval-c3; add them/,
  );
});

test('directories without a result file are refused', async () => {
  expect((await failure(emptyStudyFolder(humaneval))).message).toMatch(/expected result files .* got none/);
});

test.each([
  ['{"task_id": "HumanEval/0", ', /it is not JSON/],
  ['', /it is empty/],
  ['[]', /field at the top/],
  [JSON.stringify({ ...resultOf(), final_passed: 'yes' }), /field final_passed/],
  [JSON.stringify({ ...resultOf(), final_passed: false }), /final_passed is false, final_test_output says true/],
  [JSON.stringify(resultOf({ condition: 'magic' })), /field condition: expected one of baseline, .*, got "magic"/],
  [JSON.stringify(resultOf({ max_iterations: 2 })), /field max_iterations: expected one of 1, 3, 5, got 2/],
  [JSON.stringify(resultOf({ task_id: 'HumanEval/7' })), /its content is that of "HumanEval_7_baseline_k1.json"/],
  [
    JSON.stringify(
      resultOf({ iterations: [1, 2].map((iteration) => ({ iteration, verification: '', passed: true })) }),
    ),
    /expected at most max_iterations = 1, got 2/,
  ],
])('a broken file is named with its field (%#)', async (text, expected) => {
  const folder = emptyStudyFolder(humaneval);
  writeResult(folder, 'humaneval', resultOf({ task_id: 'HumanEval/1' }));
  writeFileSync(join(folder, 'results', 'humaneval-b', 'HumanEval_0_baseline_k1.json'), text);
  const error = await failure(folder);
  expect(error).toBeInstanceOf(DataError);
  expect(error.message).toMatch(/got 1 that is not:\n {2}humaneval-b\/HumanEval_0_baseline_k1.json: /);
  expect(error.message).toMatch(expected);
  expect(error.message).toMatch(/Fetch it again, or move it away/);
});

test.each<[string, (path: string) => void, RegExp]>([
  ['a pipe', (path) => void execFileSync('mkfifo', [path]), /it is no file/],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path), /it is no file/],
  ['a link to nothing', (path) => symlinkSync('/nowhere', path), /it cannot be read/],
  [
    'a gigabyte',
    (path) => {
      writeFileSync(path, '');
      truncateSync(path, 2 ** 30);
    },
    /it has 1\.0 GB/,
  ],
  [
    'Latin-1',
    (path) => writeFileSync(path, Buffer.from([0x7b, 0xe9])),
    /line:1: expected UTF-8, got the byte 0xe9 as byte 2/,
  ],
  ['a million brackets', (path) => writeFileSync(path, '['.repeat(1e6)), /not JSON/],
  [
    'a million levels',
    (path) => writeFileSync(path, `${'{"a":'.repeat(1e6)}1${'}'.repeat(1e6)}`),
    /not JSON|field task_id/,
  ],
  [
    'levels in a field',
    (path) =>
      writeFileSync(
        path,
        JSON.stringify(resultOf()).replace('"iterations":[]', `"iterations":${'['.repeat(5000)}${']'.repeat(5000)}`),
      ),
    /field iterations/,
  ],
  [
    'a huge number',
    (path) => writeFileSync(path, JSON.stringify({ ...resultOf(), max_iterations: 1e300 })),
    /field max_iterations/,
  ],
  ['a prototype', (path) => writeFileSync(path, '{"__proto__": {"task_id": "HumanEval/0"}}'), /field task_id/],
  [
    'control characters',
    (path) => writeFileSync(path, JSON.stringify(resultOf({ task_id: '\u001b[2J' }))),
    /field task_id: expected printable characters/,
  ],
  [
    'a path',
    (path) => writeFileSync(path, JSON.stringify(resultOf({ task_id: '../../../etc/x' }))),
    /its content is that of "\.\._\.\._\.\._etc_x/,
  ],
  [
    'a name without end',
    (path) => writeFileSync(path, JSON.stringify({ ...resultOf(), model: 'x'.repeat(1e6) })),
    /field model/,
  ],
])('%s in place of a result file is refused and named', async (_name, make, expected) => {
  const folder = emptyStudyFolder(humaneval);
  writeResult(folder, 'humaneval', resultOf({ task_id: 'HumanEval/1' }));
  make(join(folder, 'results', 'humaneval-b', 'HumanEval_0_baseline_k1.json'));
  const out = newOut();
  const { message } = await failure(folder, out);
  expect(message).toMatch(/humaneval-b\/HumanEval_0_baseline_k1.json: /);
  expect(message).toMatch(expected);
  expect(message.length).toBeLessThan(1500);
  expect(readdirSync(out)).toEqual([]);
});

test('names that are formulas, markup and words of JavaScript are imported, and nothing that is written acts', async () => {
  const folder = emptyStudyFolder(humaneval);
  const names = [
    '=HYPERLINK("http:__x")',
    '<script>alert(1)<_script>',
    '__proto__',
    'constructor',
    '[a](javascript:x)',
    '@SUM|`x`',
  ];
  for (const task_id of names) writeResult(folder, 'humaneval', { ...resultOf({ task_id }), model: '=1+1<b>' });
  const out = newOut();
  await importStudy(lucid, folder, out);
  const run = join(out, 'humaneval');
  await writeReport(await readRun(run), run);
  const read = (name: string): string => readFileSync(join(run, name), 'utf8');
  expect(read('attempts.csv')).toContain(`"'=HYPERLINK(""http:__x"")"`);
  expect(read('cells.csv')).toContain("'=1+1<b>");
  for (const name of readdirSync(run).filter((one) => one.endsWith('.csv')))
    expect(read(name), name).not.toMatch(/(^|,)"?[=@]/m);
  expect(read('tables.md')).not.toMatch(/<[a-z/!]|\]\(/i);
  for (const page of ['report.html', ...readdirSync(join(run, 'tasks')).map((name) => join('tasks', name))]) {
    expect(read(page), page).not.toMatch(/<script>alert|<b>/);
  }
  expect(readdirSync(join(run, 'tasks'))).toHaveLength(names.length);
});

test('many broken files are counted, the first five named', async () => {
  const folder = emptyStudyFolder(humaneval);
  for (let task = 0; task < 8; task++) {
    writeFileSync(join(folder, 'results', 'humaneval', `HumanEval_${task}_baseline_k1.json`), '{');
  }
  const { message } = await failure(folder);
  expect(message.match(/not JSON/g)).toHaveLength(5);
  expect(message).toMatch(/and 3 more/);
});

test('a bill that is none is named; another run is not overwritten', async () => {
  const folder = emptyStudyFolder(lucid.benchmarks.filter(({ dataset }) => dataset === 'swe-bench-lite'));
  writeResult(folder, 'swebench-v2', patchResultOf());
  const bill = join(folder, 'results', 'swebench-v2', 'cost_tracker_chunk1.json');
  writeFileSync(bill, '{"calls": 3}');
  expect((await failure(folder)).message).toMatch(/cost_tracker_chunk1.json: expected the study's list of calls/);
  rmSync(bill);
  const out = newOut();
  mkdirSync(join(out, 'swe-bench-lite'));
  writeFileSync(join(out, 'swe-bench-lite', 'notes.txt'), 'mine');
  expect((await failure(folder, out)).message).toMatch(/expected an earlier import of lucid or nothing/);
});

test('the commands end with one sentence and exit code 2, without a stack', async () => {
  for (const [script, message] of [
    ['import', /^error: .*nowhere: expected a folder of result files/],
    ['verify-paper', /^error: .*nowhere: expected a run folder/],
  ] as const) {
    const { code, stderr } = await runScript(script, ['lucid', '/nowhere']);
    expect([code, stderr.includes('    at ')]).toEqual([2, false]);
    expect(stderr).toMatch(message);
  }
});
