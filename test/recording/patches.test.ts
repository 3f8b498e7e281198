import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withKindDefaults } from '../../harness/kinds/kind-defaults.ts';
import { packLines, SUMS_FILE, sumsOf } from '../../harness/models/recorded/recording-files.ts';
import { forReplay } from '../../harness/models/recorded/replay.ts';
import { record } from '../../harness/recording/record.ts';
import type { WrittenRecording } from '../../harness/recording/write-recording.ts';
import type { BenchParts } from '../../harness/run/study.ts';
import type { Environment } from '../../harness/storage/cache-folder.ts';
import { type BenchOutcome, benchDefaults, quietParts, runBench } from '../fixtures/bench.ts';
import { comparableFiles, temporaryFolder } from '../fixtures/command.ts';
import { createKeepingExecutor } from '../fixtures/keeping-executor.ts';
import { halfRight, makeSmallRepositories } from '../fixtures/patch-folders.ts';
import { startPatchServer } from '../fixtures/patch-server.ts';
import { lines, rows } from '../fixtures/patch-study.ts';

const timeout = 300_000;
const small = makeSmallRepositories(4);
const NAMES = ['manifest.json', 'responses.jsonl.gz', 'verdicts.jsonl.gz', 'contexts.jsonl.gz', 'logs.jsonl.gz'];

/** Flask 0 is right at once, pytest 1 breaks a test first, flask 2 does not apply, pytest 3 never has a patch. */
const answersOf = (problem: (typeof small.problems)[number]) => {
  const right = problem.canonical;
  switch (problem.task.id.at(-1)) {
    case '0':
      return { first: right, mended: right };
    case '1':
      return { first: halfRight(problem), mended: right };
    case '2':
      return { first: right.replace('-    return 0', '-    return nothing'), mended: halfRight(problem) };
    default:
      return { first: '', mended: '' };
  }
};

const study = {
  dataset: 'small',
  conditions: ['baseline', 'self-refine', 'lucid-public', 'resample-public'],
  k: [1],
  limit: undefined,
  context: 'gold-files',
  contextTokens: 2_000,
} as const;
const notGiven = (): boolean => false;

let written: WrittenRecording;
let run: string;
let cache: Environment;
let executor: ReturnType<typeof createKeepingExecutor>;

const partsOf = (more: Partial<BenchParts> = {}): BenchParts => ({
  ...quietParts(),
  datasetsFolder: small.datasets,
  environment: cache,
  ...more,
});

/** Packs the run again, into another folder. */
function packAgain(more: { mirrors?: string | undefined; environment?: Environment } = {}) {
  const { mirrors, environment } = { mirrors: small.mirrors, environment: cache, ...more };
  const options = { ...benchDefaults, ...study, model: 'openai:any', cache: temporaryFolder(), mirrors };
  const flags = { study: 'again', into: temporaryFolder(), packOnly: run };
  return record(flags, options, notGiven, partsOf({ environment }));
}

/** As `npm run bench -- --model recorded:FOLDER`, with an empty cache folder. */
async function replay(path: string, parts: Partial<BenchParts> = {}, changed = {}): Promise<BenchOutcome> {
  const options = { ...benchDefaults, model: `recorded:${path}`, cache: temporaryFolder() };
  const asked = await withKindDefaults(await forReplay(options, notGiven), notGiven, small.datasets);
  const environment = { ...process.env, XDG_CACHE_HOME: temporaryFolder() };
  return runBench('', { ...asked, ...changed }, { datasetsFolder: small.datasets, environment, ...parts });
}

/** Where no Docker daemon answers. */
async function replayWithoutDocker(path: string): Promise<BenchOutcome> {
  process.env.DOCKER_HOST = 'unix:///nowhere/docker.sock';
  return replay(path);
}
const dockerHost = process.env.DOCKER_HOST;
afterEach(() => {
  if (dockerHost === undefined) delete process.env.DOCKER_HOST;
  else process.env.DOCKER_HOST = dockerHost;
});

beforeAll(async () => {
  cache = { ...process.env, XDG_CACHE_HOME: temporaryFolder() };
  executor = createKeepingExecutor(small.mirrors, cache);
  const server = await startPatchServer(small.problems, answersOf);
  const work = temporaryFolder();
  run = join(work, 'run');
  const model = `openai-compatible:tiny@${server.url}`;
  const options = { ...benchDefaults, ...study, mirrors: small.mirrors, model, cache: join(work, 'cache'), out: run };
  const flags = { study: 'tiny', into: join(work, 'recorded'), evidence: 'none' };
  ({ written } = await record(flags, options, notGiven, partsOf({ patchExecutor: executor })));
  await server.close();
}, timeout);

const tables = ({ folder }: { folder: string }): string => readFileSync(join(folder, 'tables.md'), 'utf8');
const cells = (folder: string): string => readFileSync(join(folder, 'cells.csv'), 'utf8');
const outcomes = (folder: string) =>
  rows(folder, 'attempts.csv').map(({ condition, task_id, step, outcome, reason, drift }) =>
    [condition, task_id, step, outcome, reason, drift].join(' '),
  );
const undrifted = (folder: string): string[] => outcomes(folder).map((row) => row.replace(/(true|false)?$/, 'false'));

describe('a recorded study of patches', () => {
  test('holds answers, verdicts, what was shown and the logs, and no outcome beside a log', () => {
    const sums = readFileSync(join(written.path, SUMS_FILE), 'utf8');
    expect(sums.match(/\S+$/gm)).toEqual(NAMES);
    expect(written.remarks).toEqual([]);
    expect(written.manifest).toMatchObject({ tasksLeftOut: 0, identity: { maxOutputTokens: 4096 } });
    expect(written.manifest.identity.patches).toMatchObject({ context: 'gold-files', contextTokens: 2_000 });
    const logs = unpacked('logs.jsonl.gz');
    expect(logs.some(({ suite }) => suite === 'public')).toBe(true);
    for (const log of logs) {
      expect(Object.keys(log)).not.toContain('outcome');
      expect(Object.keys(log)).toEqual(
        expect.arrayContaining(['program', 'taskId', 'evaluationSha256', 'image', 'log']),
      );
    }
    const [context] = unpacked('contexts.jsonl.gz');
    expect(context?.shown).toMatchObject([{ path: 'module_0.py' }]);
  });

  test('replays without a mirror and without a request, with drift 0, where patches can be evaluated', {
    timeout,
  }, async () => {
    const again = await replay(written.path, { patchExecutor: executor });
    expect(again.error).toBeUndefined();
    expect(again.said).toContain('model calls: 0 made');
    expect(cells(again.folder)).toBe(cells(run));
    expect(tables(again)).toMatch(/drift: 0 of \d+ steps/);
    expect(tables(again)).not.toContain('recorded logs');
    const comparable = (folder: string) => {
      const { 'grades.jsonl': grades, 'trajectories.jsonl': trajectories } = comparableFiles(folder);
      return { grades, trajectories };
    };
    expect(comparable(again.folder)).toEqual(comparable(run));
  });

  test('without Docker grades the recorded logs again, to the same outcomes, and says for how many steps', {
    timeout,
  }, async () => {
    const bare = await replayWithoutDocker(written.path);
    expect(bare.error).toBeUndefined();
    expect(bare.said).toMatch(/sandbox: none: .*; recorded logs are graded/);
    expect(cells(bare.folder)).toBe(cells(run));
    expect(outcomes(bare.folder)).toEqual(undrifted(run));
    expect(tables(bare)).toMatch(/drift: 0 of \d+ steps/);
    const grades = lines<{ ofRecordedLog?: true; outcome: { reason?: string } }>(bare.folder, 'grades.jsonl');
    const ofLogs = grades.filter(({ ofRecordedLog }) => ofRecordedLog).length;
    expect(ofLogs).toBe(grades.filter(({ outcome }) => outcome.reason !== 'empty').length);
    for (const text of [tables(bare), bare.said.replaceAll('\n', ' ')])
      expect(text).toContain(`${ofLogs} of ${grades.length} steps are graded by the log of the recorded run`);
    expect(tables(bare)).toMatch(/then and is not run here/);
    expect(new Set(grades.map(({ outcome }) => outcome.reason ?? 'solved'))).toEqual(
      new Set(['solved', 'tests-failed', 'patch-does-not-apply', 'empty']),
    );
  });

  test('never copies a recorded outcome: another log has another grade, and drifts', { timeout }, async () => {
    const copy = changed('logs.jsonl.gz', (log) => ({
      ...log,
      log: log.taskId === 'pallets__flask-0' ? String(log.log).replaceAll('PASSED tests', 'FAILED tests') : log.log,
    }));
    const other = await replayWithoutDocker(copy);
    expect(other.error).toBeUndefined();
    const own = rows(other.folder, 'attempts.csv').filter(({ task_id }) => task_id === 'pallets__flask-0');
    expect(new Set(own.map(({ outcome, drift }) => `${outcome} ${drift}`))).toEqual(new Set(['unsolved true']));
  });

  test('leaves ungraded, never failed, what it holds no log of; the loop is told what was recorded', {
    timeout,
  }, async () => {
    const copy = changed('logs.jsonl.gz', (log) => (log.taskId === 'pytest-dev__pytest-1' ? undefined : log));
    const partly = await replayWithoutDocker(copy);
    expect(partly.error).toBeUndefined();
    const own = rows(partly.folder, 'attempts.csv').filter(({ task_id }) => task_id === 'pytest-dev__pytest-1');
    expect(own.length).toBe(
      rows(run, 'attempts.csv').filter(({ task_id }) => task_id === 'pytest-dev__pytest-1').length,
    );
    expect(new Set(own.map(({ outcome, reason }) => `${outcome} ${reason}`))).toEqual(
      new Set(['ungraded image-missing']),
    );
    expect(tables(partly)).toContain('(image-missing)');
    const others = (folder: string) => undrifted(folder).filter((row) => !row.includes('pytest-dev__pytest-1'));
    expect(others(partly.folder)).toEqual(others(run));
  });

  test('with a byte of its logs or contexts altered, or one of these files missing, is refused in a sentence', {
    timeout,
  }, async () => {
    for (const name of ['logs.jsonl.gz', 'contexts.jsonl.gz']) {
      const copy = copyOfRecording();
      const bytes = readFileSync(join(copy, name));
      const middle = Math.floor(bytes.length / 2);
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      writeFileSync(join(copy, name), bytes);
      await expect(replay(copy)).rejects.toThrow(`${name} was altered: its checksum is`);
      rmSync(join(copy, name));
      await expect(replay(copy)).rejects.toThrow(`${name} is missing: the recording is not whole`);
    }
  });

  test('is of its own dataset and no other', async () => {
    const flags = { model: `recorded:${written.path}`, dataset: 'swe-bench-verified' };
    await expect(forReplay(flags, (flag) => flag in flags)).rejects.toThrow(
      'the recording tiny is of small; leave out --dataset swe-bench-verified',
    );
  });

  test('shows what a flag asks for instead, which is then not recorded', { timeout }, async () => {
    const other = await replay(written.path, { patchExecutor: executor }, { context: 'none' });
    expect(other.error).toBeUndefined();
    expect(other.said).toContain('NOTE: tasks do not show what they showed when they were recorded');
    expect(other.said).toContain('not recorded with these prompts: baseline, self-refine');
  });

  test('is completed without mirrors: nothing that it holds is asked for again, and it keeps its logs and contexts', {
    timeout,
  }, async () => {
    const into = join(temporaryFolder(), 'recorded');
    cpSync(written.path, join(into, 'tiny'), { recursive: true });
    const server = await startPatchServer(small.problems, answersOf);
    const work = temporaryFolder();
    const model = `openai-compatible:tiny@${server.url}`;
    const completed = await record(
      { study: 'tiny', into, stale: true },
      { ...benchDefaults, dataset: 'small', model, cache: join(work, 'cache'), out: join(work, 'run') },
      notGiven,
      partsOf({ patchExecutor: executor }),
    );
    expect(server.requests).toEqual([]);
    await server.close();
    expect(completed.written.manifest.identity.patches).toEqual(written.manifest.identity.patches);
    for (const name of NAMES.slice(1))
      expect(readFileSync(join(into, 'tiny', name)), name).toEqual(readFileSync(join(written.path, name)));
  });

  test('is packed again to the same bytes; without mirrors, or where nothing is kept, it is not packed', {
    timeout,
  }, async () => {
    const again = await packAgain();
    for (const name of NAMES.slice(1))
      expect(readFileSync(join(again.written.path, name)), name).toEqual(readFileSync(join(written.path, name)));
    await expect(packAgain({ mirrors: undefined })).rejects.toThrow('--context gold-files needs --mirrors FOLDER');
    const elsewhere = { ...process.env, XDG_CACHE_HOME: temporaryFolder() };
    await expect(packAgain({ environment: elsewhere })).rejects.toThrow(
      /graded on another machine, or by another version .*: no evaluation of it is kept here/,
    );
    const fewer = { ...process.env, XDG_CACHE_HOME: temporaryFolder() };
    cpSync(String(cache.XDG_CACHE_HOME), fewer.XDG_CACHE_HOME, { recursive: true });
    const logs = unpacked('logs.jsonl.gz').filter(({ suite }) => suite === 'hidden');
    const folder = join(fewer.XDG_CACHE_HOME, 'lucid-bench/small/preflight/evaluations');
    rmSync(join(folder, `${logs[0]?.evaluationSha256}.json`));
    const partly = await packAgain({ environment: fewer });
    expect(partly.written.remarks).toEqual([
      expect.stringMatching(/^1 graded patches have no evaluation in the cache folder here/),
    ]);
  });
});

function copyOfRecording(): string {
  const copy = join(temporaryFolder(), 'tiny');
  cpSync(written.path, copy, { recursive: true });
  return copy;
}

type Line = Readonly<Record<string, unknown>>;

const unpacked = (name: string): Line[] =>
  gunzipSync(readFileSync(join(written.path, name)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** A copy of the recording with other lines in a file, and the sums of these. */
function changed(name: string, change: (line: Line) => Line | undefined): string {
  const copy = copyOfRecording();
  writeFileSync(
    join(copy, name),
    packLines(
      unpacked(name)
        .map(change)
        .filter((line) => line !== undefined),
    ),
  );
  writeFileSync(join(copy, SUMS_FILE), sumsOf(new Map(NAMES.map((each) => [each, readFileSync(join(copy, each))]))));
  return copy;
}
