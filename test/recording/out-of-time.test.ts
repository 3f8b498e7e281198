import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readRecordingFolder } from '../../harness/models/recorded/read-recording.ts';
import { readOutOfTime } from '../../harness/recording/out-of-time.ts';
import { writeRecording } from '../../harness/recording/write-recording.ts';
import { DEFAULT_LIMITS } from '../../harness/sandbox/limits.ts';
import type { Execution, UnsolvedReason } from '../../harness/types/execution.ts';
import { runBench } from '../fixtures/bench.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { startKataServer } from '../fixtures/kata-server.ts';
import { replay, study } from '../fixtures/recorded-study.ts';

const took = (key: string, cpuMs: number, wallMs: number) => ({ kind: 'execution', key, cpuMs, wallMs });

const LINES = [
  { kind: 'reference', taskId: 'slow', cpuMs: 1500, wallMs: 1600, stretch: { cpu: 2, wall: 2 } },
  { kind: 'trial', trial: 'x', startedAt: '2026-01-01', wallMs: 1 },
  took('looped', 2998, 3100),
  took('slept', 4, 10_004),
  took('on a busy machine', 1800, 10_020),
  took('quick', 900, 950),
  took('again', 2999, 3100),
  took('again', 12, 15),
];

async function readFrom(lines: readonly object[]) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'timings.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return readOutOfTime(folder, DEFAULT_LIMITS);
}

const unsolved = (reason: UnsolvedReason): Execution => ({
  outcome: { status: 'unsolved', reason },
  assertions: 'fe-',
  failures: [],
  output: '',
});

test('a program was out of time when a clock ended it that had had half its CPU time, whatever decided the reason', async () => {
  const wasOutOfTime = await readFrom(LINES);
  const of = (key: string, taskId = 'task') => wasOutOfTime(key, unsolved('assertion'), taskId, 1);
  expect(['looped', 'on a busy machine', 'slept', 'quick', 'nobody'].map((key) => of(key))).toEqual([
    ...[true, true],
    ...[false, false, false],
  ]);
});

test('a clock is the task’s own here: stretched for a slow machine, or by its suite', async () => {
  const wasOutOfTime = await readFrom(LINES);
  expect(wasOutOfTime('looped', unsolved('timeout'), 'slow', 1)).toBe(false);
  expect(wasOutOfTime('looped', unsolved('timeout'), 'task', 3)).toBe(false);
});

test('the last run of a program counts, and one that was out of memory, or solved, is none', async () => {
  const wasOutOfTime = await readFrom(LINES);
  expect(wasOutOfTime('again', unsolved('timeout'), 'task', 1)).toBe(false);
  expect(wasOutOfTime('looped', unsolved('memory'), 'task', 1)).toBe(false);
  const solved: Execution = { ...unsolved('timeout'), outcome: { status: 'solved' } };
  expect(wasOutOfTime('looped', solved, 'task', 1)).toBe(false);
});

test('a recording says which programs a clock ended, and one that is not of this repository is replayed within all limits', {
  timeout: 300_000,
}, async () => {
  const server = await startKataServer();
  const { folder } = await runBench(server.url, { ...study, conditions: ['baseline'], limit: 3 });
  await server.close();
  const lines = (file: string) => readFileSync(join(folder, file), 'utf8').trim().split('\n');
  const failed = lines('executions.jsonl').find((line) => line.includes('"reason":"assertion"'));
  const { key, execution } = JSON.parse(failed ?? '{}');
  writeFileSync(
    join(folder, 'timings.jsonl'),
    `${[...lines('timings.jsonl'), JSON.stringify(took(key, 990, 1200))].join('\n')}\n`,
  );
  const facts = { evidence: 'none.' };
  const { path } = await writeRecording({
    study: 'clocks',
    into: temporaryFolder(),
    runs: [folder],
    facts,
    environment: process.env,
  });
  const verdicts = gunzipSync(readFileSync(join(path, 'verdicts.jsonl.gz')))
    .toString()
    .trim()
    .split('\n');
  const marked = verdicts.map((line) => JSON.parse(line)).filter(({ isOutOfTime }) => isOutOfTime);
  expect(marked.map(({ assertions }) => assertions)).toEqual([execution.assertions]);
  expect((await readRecordingFolder(path)).timedOut).toBe(1);
  const replayed = await replay(path, { conditions: ['baseline'] });
  expect(replayed.error).toBeUndefined();
  const tables = readFileSync(join(replayed.folder, 'tables.md'), 'utf8');
  expect(tables).toContain('recorded study: clocks');
  expect(tables).not.toContain('out of time:');
});
