import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { DataError } from '../../harness/errors.ts';
import { packLines, SUMS_FILE, sumsOf } from '../../harness/models/recorded/recording-files.ts';
import { forReplay } from '../../harness/models/recorded/replay.ts';
import { type WrittenRecording, writeRecording } from '../../harness/recording/write-recording.ts';
import { readRun } from '../../harness/records/stored-run.ts';
import type { BenchOutcome } from '../fixtures/bench.ts';
import { runBench } from '../fixtures/bench.ts';
import { ROOT, runScript, temporaryFolder, withoutNetwork } from '../fixtures/command.ts';
import { startKataServer } from '../fixtures/kata-server.ts';
import { arms, editedConditions, recordStudy, replay, study, tablesOf } from '../fixtures/recorded-study.ts';

const timeout = 300_000;
const pythons = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions');

let into: string;
let path: string;
let written: WrittenRecording;
let first: BenchOutcome;
let recorded: ReadonlySet<string>;
let asked: number;

beforeAll(async () => {
  into = temporaryFolder();
  const server = await startKataServer();
  ({ written } = await recordStudy(server.url, into));
  asked = server.requests.length;
  recorded = new Set(server.requests.map(({ body }) => JSON.stringify(body)));
  await server.close();
  path = written.path;
  first = await replay(path);
}, timeout);

const rows = ({ folder }: BenchOutcome, file: string): Record<string, string>[] => {
  const [header = '', ...lines] = readFileSync(join(folder, file), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(header.split(',').map((name, index) => [name, values[index] ?? '']));
  });
};

const tablesMd = ({ folder }: BenchOutcome): string => readFileSync(join(folder, 'tables.md'), 'utf8');

describe('a recorded study', () => {
  test('is packed whole, small and without a path', () => {
    expect(readdirSync(path).sort()).toEqual([
      'SHA256SUMS',
      'manifest.json',
      'responses.jsonl.gz',
      'verdicts.jsonl.gz',
    ]);
    expect(written.manifest.answers).toBe(asked);
    expect(written.manifest.tasksLeftOut).toBe(0);
    expect(written.bytes).toBeLessThan(200_000);
    const manifest = readFileSync(join(path, 'manifest.json'), 'utf8');
    expect(manifest).not.toMatch(/\/tmp|127\.0\.0\.1|\/root|lucid-bench-test/);
    const keys =
      gunzipSync(readFileSync(join(path, 'responses.jsonl.gz')))
        .toString()
        .match(/^\{"key":"\w+/gm) ?? [];
    expect(keys).toEqual([...keys].sort());
  });

  test('replays with every arm, without a request and without drift, under a header that says what it is', () => {
    expect(first.error).toBeUndefined();
    expect(first.said).toContain('model calls: 0 made');
    const header = tablesMd(first).split('\n## ')[2] ?? '';
    expect(header).toMatch(/^What was run/);
    expect(header).toContain('recorded study: tiny of');
    expect(header).toContain('model: openai-compatible:tiny');
    expect(header).toContain('quantisation: q8_0, engine: fixture 1, licence of the answers: MIT');
    expect(header).toMatch(/minimum detectable effect between two arms: .* n = 3 tasks/);
    expect(header).toContain('no evidence about the paper');
    expect(header).toContain('not in the recording: random-verifier, lucid-no-extract');
    expect(header).toMatch(/drift: 0 of \d+ steps/);
    expect(new Set(rows(first, 'cells.csv').map(({ condition }) => condition))).toEqual(new Set(arms));
    expect(rows(first, 'cells.csv').every(({ ungraded }) => ungraded === '0')).toBe(true);
    expect(new Set(rows(first, 'attempts.csv').map(({ drift }) => drift))).toEqual(new Set(['false']));
  });

  test.each(['3.10', '3.13'])('has the same tables under Python %s', { timeout }, async (version) => {
    const python = pythonOf(version);
    if (python === undefined) return;
    expect(tablesOf(await replay(path, { python }))).toEqual(tablesOf(first));
  });

  test('has the same tables in bubblewrap', { timeout }, async () => {
    const inBubblewrap = await replay(path, { sandbox: 'bubblewrap' });
    if (/does not work here/.test(String(inBubblewrap.error))) {
      console.warn('NOT TESTED: a replay in bubblewrap (it does not work here)');
      return;
    }
    expect(tablesOf(inBubblewrap)).toEqual(tablesOf(first));
  });

  test('with one prompt edited has exactly that arm stale, and --stale asks for that arm alone', {
    timeout,
  }, async () => {
    const conditionsFolder = editedConditions(
      'shared/regenerate.ts',
      'planOnlyPrompt(situation)',
      "planOnlyPrompt({ ...situation, plan: 'First: ' + situation.plan })",
    );
    const edited = { conditionsFolder };
    const stale = await replay(path, edited);
    expect(stale.error).toBeUndefined();
    expect(tablesMd(stale)).toMatch(/\| lucid-no-context† +\| not recorded with these prompts/);
    expect(stale.said).toContain('not recorded with these prompts: lucid-no-context');
    const withoutStale = (outcome: BenchOutcome) =>
      rows(outcome, 'cells.csv').filter(({ condition }) => condition !== 'lucid-no-context');
    expect(withoutStale(stale)).toEqual(withoutStale(first));
    const own = rows(stale, 'cells.csv').filter(({ condition }) => condition === 'lucid-no-context');
    expect(own.map(({ graded, solved, rate }) => [graded, solved, rate])).toEqual(own.map(() => ['0', '0', '']));
    expect(rows(stale, 'taxonomy.csv').filter(({ reason }) => reason === 'not-recorded')).not.toEqual([]);

    const copy = join(temporaryFolder(), 'recorded');
    cpSync(into, copy, { recursive: true });
    const server = await startKataServer();
    const completed = await recordStudy(server.url, copy, { stale: true, ...edited });
    await server.close();
    const asked = server.requests.map(({ body }) => JSON.stringify(body));
    expect(asked.filter((body) => body.includes('First: '))).not.toEqual([]);
    expect(asked.filter((body) => recorded.has(body))).toEqual([]);
    expect(completed.written.manifest).toMatchObject({ tasksLeftOut: 0, quantisation: 'q8_0' });
    const again = await replay(completed.written.path, edited);
    expect(tablesMd(again)).not.toContain('not recorded with these prompts');
    expect(withoutStale(again)).toEqual(withoutStale(first));
  });

  test('says of an arm nobody recorded that it is not recorded', { timeout }, async () => {
    const other = await replay(path, { conditions: ['baseline', 'lucid-no-extract'] });
    expect(tablesMd(other)).toMatch(/\| lucid-no-extract† +\| not recorded with these prompts/);
  });

  test('with one byte altered fails its checksum, whichever file it is in', { timeout }, async () => {
    for (const name of ['manifest.json', 'responses.jsonl.gz', 'verdicts.jsonl.gz']) {
      const copy = copyOfRecording();
      const bytes = readFileSync(join(copy, name));
      const middle = Math.floor(bytes.length / 2);
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      writeFileSync(join(copy, name), bytes);
      const { error } = await replay(copy);
      expect(String(error)).toMatch(new RegExp(`${name} was altered: its checksum is`));
    }
  });

  test('cut short anywhere is refused, and so are more rounds or samples than it holds', { timeout }, async () => {
    for (const name of ['manifest.json', 'responses.jsonl.gz', 'verdicts.jsonl.gz', 'SHA256SUMS']) {
      const copy = copyOfRecording();
      const bytes = readFileSync(join(copy, name));
      writeFileSync(join(copy, name), bytes.subarray(0, bytes.length / 2));
      const { error } = await replay(copy);
      expect(error, name).toBeInstanceOf(DataError);
      expect(String(error)).toMatch(/was altered: its checksum is \w+, SHA256SUMS says/);
    }
    const asked = (given: { k?: number[]; samples?: number }) =>
      forReplay({ model: `recorded:${path}`, dataset: 'kata', ...given }, (flag) => flag in given);
    expect(await asked({ k: [1] })).toMatchObject({ k: [1], samples: 1 });
    await expect(asked({ k: [1, 5] })).rejects.toThrow('--k 5: the recording tiny ends at k = 2');
    await expect(asked({ samples: 2 })).rejects.toThrow('--samples 2: the recording tiny has 1 of each task');
  });

  test('whose verdict comes out otherwise here shows drift, tells the loop what was recorded and misses nothing', {
    timeout,
  }, async () => {
    const { copy, verdicts } = copyWithVerdicts();
    const flipped = verdicts.find(({ suite, status }) => suite === 'public' && status === 'reject');
    flipped.status = 'accept';
    repack(copy, verdicts);
    const drifted = await replay(copy);
    expect(drifted.error).toBeUndefined();
    expect(tablesMd(drifted)).not.toContain('not recorded with these prompts');
    const attempts = rows(drifted, 'attempts.csv').filter(({ drift }) => drift === 'true');
    expect(attempts.length).toBeGreaterThan(0);
    expect(attempts.every(({ verdict, task_id }) => verdict === 'accept' && task_id === flipped.taskId)).toBe(true);
    expect(tablesMd(drifted)).toMatch(new RegExp(`drift: ${attempts.length} of \\d+ steps`));
    expect(tablesMd(drifted)).toContain('## Drift');
  });

  test('builds prompts from the recorded texts: another text makes the arms stale that are told it', {
    timeout,
  }, async () => {
    const { copy, verdicts } = copyWithVerdicts();
    repack(
      copy,
      verdicts.map((verdict) => (verdict.suite === 'public' ? { ...verdict, feedback: 'another Python' } : verdict)),
    );
    expect((await replay(copy)).said).toMatch(/not recorded with these prompts: lucid-public;/);
  });

  test('goes through the command line: recorded, packed again, replayed without a network by its name alone', {
    timeout,
  }, async () => {
    const work = temporaryFolder();
    const server = await startKataServer();
    const flags = ['--study', 'small', '--into', join(work, 'recorded'), '--sandbox', 'process'];
    const asked = ['--conditions', 'baseline,lucid-public', '--k', '2', '--limit', '2', '--max-output-tokens', '99'];
    const run = [...asked, '--cache', join(work, 'cache'), '--out', join(work, 'run')];
    const model = ['--model', `openai-compatible:small@${server.url}`];
    const done = await runScript('record', [...flags, ...run, ...model, '--note', 'a note']);
    await server.close();
    expect(done.stderr).not.toContain('error');
    expect(done.stdout).toMatch(/small: \d+ answers, \d+ verdicts, \d+ bytes/);
    const again = await runScript('record', [...flags, ...run, ...model]);
    expect(again.stderr).toContain('is recorded already; add --stale');
    const packed = await runScript('record', [...flags, '--pack-only', join(work, 'run'), '--note', 'a note']);
    expect(packed.stdout.trim()).toBe(done.stdout.trim().split('\n').at(-1));
    const bench = ['--import', 'tsx', 'scripts/bench.ts', '--sandbox', 'process', '--out', join(work, 'replay')];
    const [isolated = 'env', ...rest] = withoutNetwork();
    const command = [...rest, process.execPath, ...bench, '--model', `recorded:${join(work, 'recorded', 'small')}`];
    const replayed = spawnSync(isolated, command, { cwd: ROOT, encoding: 'utf8' });
    expect(replayed.stderr).toContain('nothing is sent');
    expect(replayed.status).toBe(0);
    expect(readFileSync(join(work, 'replay/tables.md'), 'utf8')).toContain('note: a note');
    expect(readFileSync(join(work, 'replay/cells.csv'), 'utf8')).toBe(
      readFileSync(join(work, 'run/cells.csv'), 'utf8'),
    );
  });

  test('is packed from a run that was stopped: the tasks before the first one that is not complete, in drawn order', {
    timeout,
  }, async () => {
    const server = await startKataServer();
    const drawn = { ...study, limit: undefined, subset: 4, conditions: ['baseline', 'self-refine'] };
    const { folder } = await runBench(server.url, drawn);
    const smaller = await runBench(server.url, { ...drawn, subset: 2 });
    await server.close();
    const { taskIds } = (await readRun(folder)).manifest.identity;
    expect((await readRun(smaller.folder)).manifest.identity.taskIds).toEqual(taskIds.slice(0, 2));
    const trajectories = readFileSync(join(folder, 'trajectories.jsonl'), 'utf8').trim().split('\n');
    const isMissing = (line: string) => line.includes('"condition":"self-refine"') && line.includes(`"${taskIds[2]}"`);
    const left = trajectories.filter((line) => !isMissing(line));
    expect(left).toHaveLength(trajectories.length - 1);
    writeFileSync(join(folder, 'trajectories.jsonl'), `${left.join('\n')}\n`);
    const options = {
      ...{ study: 'partial', into: temporaryFolder(), runs: [folder], facts: { evidence: 'none.' } },
      environment: {},
    };
    const { manifest } = await writeRecording(options);
    expect(manifest).toMatchObject({ tasksLeftOut: 2, drawnOf: 60 });
    expect(manifest.identity.taskIds).toEqual(taskIds.slice(0, 2));
    const replayed = await replay(join(options.into, 'partial'), {
      conditions: ['baseline', 'self-refine'],
      tasks: taskIds.slice(0, 2),
      limit: undefined,
    });
    expect(tablesMd(replayed)).toContain('recorded tasks: 2 of 60, drawn by seed 1');
    expect(tablesMd(replayed)).not.toContain('not recorded with these prompts');
    const again = await writeRecording({ ...options, study: 'again' });
    const sizes = (name: string) => readFileSync(join(options.into, name, 'responses.jsonl.gz'));
    expect(sizes('again')).toEqual(sizes('partial'));
    expect(statSync(join(again.path, SUMS_FILE)).size).toBeGreaterThan(0);
    // As where another version of the grader gave its executions other keys.
    writeFileSync(join(folder, 'executions.jsonl'), '');
    await expect(writeRecording(options)).rejects.toThrow('graded by another version of lucid-bench');
  });
});

function copyOfRecording(): string {
  const copy = join(temporaryFolder(), 'tiny');
  cpSync(path, copy, { recursive: true });
  return copy;
}

/** A copy of the recording and what its verdicts say, to be changed and packed again. */
function copyWithVerdicts() {
  const copy = copyOfRecording();
  const lines = gunzipSync(readFileSync(join(copy, 'verdicts.jsonl.gz')))
    .toString()
    .trim()
    .split('\n');
  return { copy, verdicts: lines.map((line) => JSON.parse(line)) };
}

function repack(folder: string, verdicts: readonly object[]): void {
  writeFileSync(join(folder, 'verdicts.jsonl.gz'), packLines(verdicts));
  const names = ['manifest.json', 'responses.jsonl.gz', 'verdicts.jsonl.gz'];
  writeFileSync(
    join(folder, SUMS_FILE),
    sumsOf(new Map(names.map((name) => [name, readFileSync(join(folder, name))]))),
  );
}

/** An interpreter of that version among those pyenv has. */
function pythonOf(version: string): string | undefined {
  const versions = existsSync(pythons) ? readdirSync(pythons) : [];
  const name = versions.find((other) => other.startsWith(`${version}.`));
  if (name !== undefined) return join(pythons, name, 'bin/python3');
  console.warn(`NOT TESTED: a replay under Python ${version} (none found in ${pythons})`);
  return undefined;
}
