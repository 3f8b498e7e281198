import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';
import { createRerunIfCpuStarved, wasCpuStarved } from '../../harness/sandbox/runner/rerun-if-cpu-starved.ts';
import type { ExecutionJob, SandboxExecution } from '../../harness/types/execution.ts';
import { PLAIN, toJob } from './programs.ts';

const job: ExecutionJob = toJob({ ...PLAIN, limits: { wallMs: 900 } });

const solved: SandboxExecution = {
  outcome: { status: 'solved' },
  assertions: 'p',
  failures: [],
  output: '',
  times: { wallMs: 10, cpuMs: 5 },
};

function cut(runQueueDelayMs: number): SandboxExecution {
  return {
    ...solved,
    outcome: { status: 'unsolved', reason: 'timeout' },
    times: { wallMs: 900, cpuMs: 9, runQueueDelayMs },
  };
}

test('a time-out counts as the machine’s when the program had no core for a third of its time', () => {
  expect(wasCpuStarved(cut(300), job)).toBe(true);
  expect(wasCpuStarved(cut(299), job)).toBe(false);
  expect(wasCpuStarved(solved, job)).toBe(false);
  const { runQueueDelayMs: _, ...times } = cut(0).times;
  expect(wasCpuStarved({ ...cut(0), times }, job)).toBe(false);
});

test('a starved job is run once more with nothing beside it, and what comes out then stands', async () => {
  const rerunIfCpuStarved = createRerunIfCpuStarved();
  const log: string[] = [];
  let underWay = 0;
  const run = (name: string, answers: SandboxExecution[]) => async () => {
    underWay += 1;
    log.push(`${name} beside ${underWay - 1}`);
    await sleep(20);
    underWay -= 1;
    return answers.shift() ?? cut(900);
  };
  const starved = run('starved', [cut(900), solved]);
  const slow = run('slow', []);
  const first = [
    rerunIfCpuStarved(job, starved),
    rerunIfCpuStarved(job, slow),
    rerunIfCpuStarved(job, run('other', [solved])),
  ];
  await sleep(30);
  const later = rerunIfCpuStarved(job, run('later', [solved]));
  expect(await Promise.all([...first, later])).toEqual([solved, cut(900), solved, solved]);
  expect(log.slice(3)).toEqual(['starved beside 0', 'slow beside 0', 'later beside 0']);
});

test('a job whose program somebody killed is run once more, and nothing of that is in what comes out', async () => {
  const killed: SandboxExecution = { ...solved, outcome: { status: 'unsolved', reason: 'exited-early' } };
  const answers = [{ ...killed, wasKilled: true }, solved];
  const run = async () => answers.shift() ?? { ...killed, wasKilled: true };
  const rerunIfCpuStarved = createRerunIfCpuStarved();
  expect(await rerunIfCpuStarved(job, run)).toEqual(solved);
  expect(await rerunIfCpuStarved(job, run)).toEqual(killed);
});

test.skipIf(process.platform !== 'linux')('a program that is killed from outside is not at fault', async () => {
  const mark = join(tmpdir(), `lucid-bench-killed-${process.pid}-${Date.now()}`);
  const code = [
    'import os, time',
    `with open('${mark}', 'a') as file:`,
    "    file.write(f'{os.getpid()} ')",
    'time.sleep(0.8)',
    PLAIN.code,
  ];
  writeFileSync(mark, '');
  chmodSync(mark, 0o666);
  const sandbox = await createProcessSandbox({ slots: 1 });
  const execution = sandbox.execute(toJob({ ...PLAIN, code: code.join('\n'), limits: { wallMs: 30_000 } }));
  while (!readFileSync(mark, 'utf8').endsWith(' ')) await sleep(5);
  process.kill(Number(readFileSync(mark, 'utf8')), 'SIGKILL');
  expect((await execution).outcome).toEqual({ status: 'solved' });
  expect(readFileSync(mark, 'utf8').trim().split(' ')).toHaveLength(2);
  await sandbox.close();
  rmSync(mark);
});

test('a job that throws on its second run does not hold up the others', async () => {
  const rerunIfCpuStarved = createRerunIfCpuStarved();
  let runs = 0;
  const broken = rerunIfCpuStarved(job, async () => {
    runs += 1;
    if (runs === 2) throw new Error('lost');
    return cut(900);
  });
  await expect(broken).rejects.toThrow('lost');
  expect(await rerunIfCpuStarved(job, async () => solved)).toEqual(solved);
});

test.skipIf(process.platform !== 'linux')(
  'the runner tells a program that had no core from one that slept',
  async () => {
    const sandbox = await createProcessSandbox({ slots: 1 });
    const limits = { wallMs: 1_500, cpuSeconds: 5 };
    const code =
      'import os\nfor _ in range(12):\n    if os.fork() == 0:\n        while True:\n            pass\ndef add(a, b):\n    while True:\n        pass\n';
    const crowded = await sandbox.execute(toJob({ name: 'crowded', code, expected: 'timeout', limits }));
    const sleeping = 'import time\ndef add(a, b):\n    time.sleep(60)\n';
    const asleep = await sandbox.execute(toJob({ name: 'asleep', code: sleeping, expected: 'timeout', limits }));
    await sandbox.close();
    expect(crowded.outcome).toEqual({ status: 'unsolved', reason: 'timeout' });
    expect(crowded.times.runQueueDelayMs).toBeGreaterThan(500);
    expect(asleep.outcome).toEqual({ status: 'unsolved', reason: 'timeout' });
    expect(asleep.times.runQueueDelayMs ?? 0).toBeLessThan(500);
  },
);

test.skipIf(process.platform !== 'linux')(
  'a wall clock that was met because the tests had no core is the machine’s too',
  async () => {
    const sandbox = await createProcessSandbox({ slots: 1 });
    const limits = { wallMs: 1_500, cpuSeconds: 5 };
    const tests = 'for _ in range(10**9):\n    pass\nassert candidate(1, 2) == 3\n';
    const crowd =
      'import os\nfor _ in range(12):\n    if os.fork() == 0:\n        while True:\n            pass\ndef add(a, b):\n    return a + b\n';
    const crowded = await sandbox.execute(toJob({ name: 'crowded', code: crowd, tests, expected: 'timeout', limits }));
    const slow = await sandbox.execute(toJob({ ...PLAIN, name: 'slow tests', tests, limits }));
    await sandbox.close();
    expect(crowded.outcome).toEqual({ status: 'unsolved', reason: 'timeout' });
    expect(slow.outcome).toEqual({ status: 'unsolved', reason: 'timeout' });
    expect(crowded.times.runQueueDelayMs).toBeGreaterThan(500);
  },
);
