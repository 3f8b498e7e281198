import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOutOfTime } from '../../harness/recording/out-of-time.ts';
import { DEFAULT_LIMITS } from '../../harness/sandbox/limits.ts';
import type { Execution, UnsolvedReason } from '../../harness/types/execution.ts';
import { temporaryFolder } from '../fixtures/command.ts';

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
