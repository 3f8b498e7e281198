import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';
import { given, PYTHON_FLAGS, startChild } from '../../harness/sandbox/runner/child.ts';
import type { RunnerConnection } from '../../harness/sandbox/runner/client.ts';
import { findPython } from '../../harness/sandbox/runner/python.ts';
import { createRunnerSandbox } from '../../harness/sandbox/runner/runner-sandbox.ts';
import { BOOTSTRAP, runnerProgram } from '../../harness/sandbox/runner/source.ts';
import { PLAIN, toJob } from './programs.ts';

const isRoot = process.getuid?.() === 0;

/** A folder of this test's, in which every process sandbox that it opens has its scratch folders. */
function ownScratch(): string {
  const own = mkdtempSync(join(tmpdir(), 'never-began-'));
  chmodSync(own, 0o755);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = own;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(own, { recursive: true, force: true });
  });
  return own;
}

const startRunner = (python: string, scratch: string, program: Buffer): RunnerConnection =>
  given(
    startChild([python, ...PYTHON_FLAGS, '-c', BOOTSTRAP, `--scratch=${scratch}`], async () => {}),
    program,
  );

// Another user is needed, to whom the folder is closed.
test.skipIf(!isRoot)(
  'a process that ends before it has a program is no verdict: the job is run in another runner',
  { timeout: 60_000 },
  async () => {
    const own = ownScratch();
    const sandbox = await createProcessSandbox({ slots: 1 });
    expect((await sandbox.execute(toJob(PLAIN))).outcome).toEqual({ status: 'solved' });
    for (const name of readdirSync(own)) chmodSync(join(own, name), 0o700);
    for (let count = 0; count < 3; count++) {
      expect((await sandbox.execute(toJob(PLAIN))).outcome).toEqual({ status: 'solved' });
    }
    const suite = { source: 'assert add(1, 2) == 3\n' };
    for (const name of readdirSync(own)) chmodSync(join(own, name), 0o700);
    for (let count = 0; count < 3; count++) {
      const { outcome, failures } = await sandbox.execute({ ...toJob(PLAIN), suite });
      expect(outcome, JSON.stringify(failures)).toEqual({ status: 'solved' });
    }
    await sandbox.close();
  },
);

test('where no process can begin, nothing is said of any program', { timeout: 60_000 }, async () => {
  const { path } = await findPython();
  const sandbox = createRunnerSandbox({
    kind: 'process',
    description: 'whose scratch folder is not there',
    slots: 1,
    start: async () => startRunner(path, '/proc/nowhere', runnerProgram()),
  });
  await expect(sandbox.execute(toJob(PLAIN))).rejects.toThrow('the runner was lost');
  await sandbox.close();
});

test('a program that ends as such a process does is unsolved', { timeout: 60_000 }, async () => {
  const sandbox = await createProcessSandbox({ slots: 1 });
  const { outcome } = await sandbox.execute(toJob({ ...PLAIN, code: 'import os\nos._exit(98)\n' }));
  expect(outcome).toEqual({ status: 'unsolved', reason: 'ended-its-sandbox' });
  await sandbox.close();
});

test('a program that leaves more than can be removed in time has its verdict, and the next one a runner of its own', {
  timeout: 60_000,
}, async () => {
  const own = ownScratch();
  // As many characters, for the lengths that the program is sent with.
  const whole = runnerProgram().toString('latin1');
  const hasty = Buffer.from(whole.replace('CLEAN_SECONDS = 4  # how', 'CLEAN_SECONDS = .001 #ow'), 'latin1');
  expect(hasty.toString('latin1')).not.toBe(whole);
  const { path } = await findPython();
  let started = 0;
  const sandbox = createRunnerSandbox({
    kind: 'process',
    description: 'that gives up soon',
    slots: 1,
    start: async () => {
      const scratch = join(own, `scratch${++started}`);
      mkdirSync(scratch);
      return startRunner(path, scratch, hasty);
    },
  });
  const code = `import os\nfor number in range(3_000):\n    os.mkdir(f'{number}')\n${PLAIN.code}`;
  expect((await sandbox.execute(toJob({ ...PLAIN, code }))).outcome).toEqual({ status: 'solved' });
  expect((await sandbox.execute(toJob(PLAIN))).outcome).toEqual({ status: 'solved' });
  expect(started).toBe(2);
  await sandbox.close();
});
