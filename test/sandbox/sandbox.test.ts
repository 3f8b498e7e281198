import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SandboxLostError } from '../../harness/errors.ts';
import { startProcessRunner } from '../../harness/sandbox/process.ts';
import { startChild } from '../../harness/sandbox/runner/child.ts';
import type { RunnerConnection } from '../../harness/sandbox/runner/client.ts';
import { findPython } from '../../harness/sandbox/runner/python.ts';
import { createRunnerSandbox } from '../../harness/sandbox/runner/runner-sandbox.ts';
import type { Sandbox } from '../../harness/types/execution.ts';
import { backends, leftOver } from './backends.ts';
import { CORES, SHOWS_ITS_CORES } from './cores.ts';
import { PLAIN, type Program, toJob } from './programs.ts';

const job = (program: Partial<Program>) => toJob({ ...PLAIN, ...program });

describe.each(await backends())('a verdict in $kind', (backend) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await backend.create(4);
  });
  afterAll(() => sandbox.close());

  test('goes on after a failed assertion and says what failed', async () => {
    const execution = await sandbox.execute(
      job({
        code: "def add(a, b):\n    if a == 2:\n        raise ValueError('two at', object())\n    return [a + b] * (a == 3) or a + b\n",
        tests:
          "assert add(1, 1) == 3, 'first'\nassert add(2, 1) == 3\nassert add(0, 0) == 0\nfor i in range(2, 5):\n    assert add(i + 1, 0) == i + 1\nif add(0, 0):\n    assert False\n",
      }),
    );
    expect(execution).toMatchObject({ outcome: { status: 'unsolved', reason: 'assertion' }, assertions: 'fepf-' });
    expect(execution.failures).toEqual([
      { assertion: 0, source: "assert add(1, 1) == 3, 'first'", got: '2', message: 'AssertionError: first' },
      { assertion: 1, source: 'assert add(2, 1) == 3', message: "ValueError: ('two at', <object object at 0x…>)" },
      { assertion: 3, source: 'assert add(i + 1, 0) == i + 1', got: '[3]', message: 'AssertionError' },
    ]);
  });

  test.skipIf(CORES < 2)('keeps to one core where there is a slot for each', async () => {
    const own = await backend.create(CORES);
    const shown = job({ code: SHOWS_ITS_CORES });
    const executions = await Promise.all(Array.from({ length: CORES }, () => own.execute(shown)));
    await own.close();
    const found = executions.map(({ output }) => JSON.parse(output));
    expect(found.map((cores) => cores.length)).toEqual(found.map(() => 1));
    expect(new Set(found.flat()).size).toBe(CORES);
  });

  test('has the random numbers of its seed; what it forks has others', async () => {
    const code = `import os, random\nprint(random.random(), flush=True)\nif os.fork() == 0:\n    print(random.random(), flush=True)\n    os._exit(0)\nos.wait()\n${PLAIN.code}`;
    const outputs = [await sandbox.execute(job({ code })), await sandbox.execute(job({ code }))].map(({ output }) =>
      output.split('\n'),
    );
    expect(outputs[0]?.[0]).toBe(outputs[1]?.[0]);
    expect(new Set(outputs.flatMap((lines) => lines.slice(0, 2))).size).toBe(3);
  });

  test('keeps what held before the program hung or ended', async () => {
    const code =
      'import time, os\ndef add(a, b):\n    if a == 2:\n        os._exit(3)\n    if a == 3:\n        time.sleep(1e6)\n    return a + b\n';
    const ended = job({ code, tests: 'assert add(1, 1) == 2\nassert add(2, 1) == 3\nassert add(1, 2) == 3\n' });
    expect(await sandbox.execute(ended)).toMatchObject({
      outcome: { status: 'unsolved', reason: 'exited-early' },
      assertions: 'pe-',
      failures: [{ assertion: 1, source: 'assert add(2, 1) == 3', message: 'the process ended before the verdict' }],
    });
    const hung = job({
      code,
      tests: 'assert add(1, 1) == 2\nassert add(3, 1) == 4\nassert add(1, 2) == 3\n',
      limits: { wallMs: 700 },
    });
    expect(await sandbox.execute(hung)).toMatchObject({
      outcome: { status: 'unsolved', reason: 'timeout' },
      assertions: 'pe-',
    });
  });

  test('is decided by the first assertion that did not hold', async () => {
    const code = 'import os\ndef add(a, b):\n    if a == 2:\n        os._exit(3)\n    return 0\n';
    const execution = await sandbox.execute(job({ code, tests: 'assert add(1, 1) == 2\nassert add(2, 1) == 3\n' }));
    expect(execution).toMatchObject({ outcome: { status: 'unsolved', reason: 'assertion' }, assertions: 'fe' });
  });

  test('is the same twice, whatever the program prints, hashes or draws', async () => {
    const code =
      "import random, os\nprint(object(), random.random(), {str(i) for i in range(9)}, os.getcwd())\ndef add(a, b):\n    return [random.random(), {str(i) for i in range(9)}, open('missing')]\n";
    const tests = 'import random\nassert random.random() + add(1, 2)[0] < 0\nassert add(1, 2) == random.random()\n';
    const [first, second] = await Promise.all([1, 2].map(() => sandbox.execute(job({ code, tests }))));
    expect({ ...first, times: 0 }).toEqual({ ...second, times: 0 });
    expect(first?.output).not.toMatch(/0x[0-9a-f]|tmp/);
  });

  test('keeps head and tail of a long output', async () => {
    const { output } = await sandbox.execute(
      job({ code: `print('begin')\nprint('x' * 50_000)\nprint('end')\n${PLAIN.code}` }),
    );
    expect(output.length).toBeLessThanOrEqual(2_000);
    expect(output).toMatch(/^begin\n[\s\S]*\[…\][\s\S]*x\nend\n$/);
  });

  test('ends soon after its program did, though a process that was left behind holds its socket', async () => {
    const code = 'import os, time\ndef add(a, b):\n    if os.fork() == 0:\n        time.sleep(60)\n    os._exit(3)\n';
    const execution = await sandbox.execute(job({ code, limits: { wallMs: 30_000 } }));
    expect(execution).toMatchObject({ outcome: { status: 'unsolved', reason: 'exited-early' } });
    expect(execution.times.wallMs).toBeLessThan(15_000);
  });

  test('is not given to a child that answers in place of its program', async () => {
    // The pause is for a busy machine: a child that is done before its parent has ended answers for a program that lives.
    const code = `import os, time\nif os.fork():\n    os._exit(0)\ntime.sleep(0.8)\n${PLAIN.code}`;
    const execution = await sandbox.execute(job({ code }));
    expect(execution).toMatchObject({ outcome: { status: 'unsolved', reason: 'exited-early' } });
  });

  test('measures wall and CPU time apart', async () => {
    const sleeping = await sandbox.execute(job({ code: `import time\ntime.sleep(0.4)\n${PLAIN.code}` }));
    expect(sleeping.times.wallMs).toBeGreaterThan(400);
    expect(sleeping.times.cpuMs).toBeLessThan(300);
  });

  test.each([
    ['does not compile', 'assert add(1, 2) ='],
    ['raises before it calls the program', 'import nothing_of_that_name\nassert add(1, 2) == 3\n'],
    ['has no assertion', 'add(1, 2)\n'],
  ])('of a suite that %s is ungraded', async (_, tests) => {
    const execution = await sandbox.execute(job({ tests }));
    expect(execution.outcome).toEqual({ status: 'ungraded', reason: 'harness-error' });
    expect(execution.failures[0]?.message).toMatch(/./);
  });

  test('of a prelude that raises is ungraded', async () => {
    const execution = await sandbox.execute(job({ prelude: '1 / 0\n' }));
    expect(execution.outcome).toEqual({ status: 'ungraded', reason: 'harness-error' });
  });

  test('is right for each of many programs under way at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        sandbox.execute(
          job({
            code: `def add(a, b):\n    return ${i % 3 === 0 ? 'None' : i}\n`,
            tests: `assert add(1, 2) == ${i}\n`,
          }),
        ),
      ),
    );
    expect(answers.map((answer) => answer.assertions).join('')).toBe('fpp'.repeat(20));
  });
});

test('no process is left after a sandbox is closed', async () => {
  const mark = `${1e6 + process.pid}.25`;
  const before = leftOver(mark);
  for (const backend of await backends()) {
    const sandbox = await backend.create(2);
    const daemon = `import os\nif os.fork() == 0:\n    os.execv('/bin/sleep', ['sleep', '${mark}'])\n`;
    await Promise.all([sandbox.execute(job({})), sandbox.execute(job({ code: daemon + PLAIN.code }))]);
    expect(leftOver(mark).filter((line) => line.includes(mark))).toEqual([]);
    await sandbox.close();
    await expect(sandbox.execute(job({}))).rejects.toThrow(SandboxLostError);
  }
  expect(leftOver(mark)).toEqual(before);
});

/** A sandbox of processes, and every runner that it started. */
async function withKnownRunners(slots: number) {
  const python = await findPython();
  const started: RunnerConnection[] = [];
  const sandbox = createRunnerSandbox({
    kind: 'process',
    description: '',
    slots,
    start: async () => {
      const connection = await startProcessRunner(python.path, slots);
      started.push(connection);
      return connection;
    },
  });
  return { sandbox, started };
}

test('jobs of a lost runner are done again, each on a fresh one', async () => {
  const { sandbox, started } = await withKnownRunners(4);
  await sandbox.execute(job({}));
  const underWay = [1, 2, 3].map(() => sandbox.execute(job({ code: `import time\ntime.sleep(0.5)\n${PLAIN.code}` })));
  await started[0]?.stop();
  expect((await Promise.all(underWay)).map((execution) => execution.outcome.status)).toEqual([
    'solved',
    'solved',
    'solved',
  ]);
  expect(started).toHaveLength(4);
  await sandbox.close();
});

test('jobs given ahead of time are not tried out when another ends their runner', async () => {
  const { sandbox, started } = await withKnownRunners(1);
  await sandbox.execute(job({}));
  const slow = sandbox.execute(job({ code: `import time\ntime.sleep(2)\n${PLAIN.code}` }));
  const others = [1, 2, 3].map(() => sandbox.execute(job({})));
  await new Promise((resolve) => setTimeout(resolve, 500));
  await started[0]?.stop();
  expect((await slow).outcome).toEqual({ status: 'solved' });
  for (const other of others) expect((await other).outcome).toEqual({ status: 'solved' });
  await sandbox.close();
});

test('a candidate that is gone before there is a program for it is no verdict', async () => {
  const python = await findPython();
  const runners: RunnerConnection[] = [];
  const sandbox = createRunnerSandbox({
    kind: 'process',
    description: '',
    slots: 1,
    start: async () => {
      const connection = await startProcessRunner(python.path, 1);
      runners.push(connection);
      return connection;
    },
  });
  await sandbox.execute(job({}));
  const waiting = await preparedCandidates();
  expect(waiting.length).toBe(1);
  for (const pid of waiting) process.kill(pid, 'SIGKILL');
  const state = () => execFileSync('ps', ['-o', 'stat=', '-p', waiting.join()], { encoding: 'utf8' });
  while (!state().startsWith('Z')) await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await sandbox.execute(job({}))).outcome).toEqual({ status: 'solved' });
  expect(runners.length).toBe(1);
  await sandbox.close();
});

/** Processes whose parent's parent is a runner of this process. */
async function preparedCandidates(): Promise<number[]> {
  for (let tries = 0; tries < 250; tries++) {
    const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
    const childrenOf = (parents: readonly number[]) =>
      pairs.filter(([, parent = 0]) => parents.includes(parent)).map(([pid = 0]) => pid);
    const found = childrenOf(childrenOf(childrenOf([process.pid])));
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return [];
}

test('a runner that cannot start is a lost sandbox, not a verdict', async () => {
  const starts: string[] = [];
  const sandbox = createRunnerSandbox({
    kind: 'process',
    description: '',
    slots: 1,
    start: async () => {
      starts.push('start');
      return startChild(['sh', '-c', 'echo no such thing >&2; exit 5'], async () => {});
    },
  });
  await expect(sandbox.execute(job({}))).rejects.toThrow(/no such thing/);
  expect(starts).toHaveLength(2);
  await sandbox.close();
});
