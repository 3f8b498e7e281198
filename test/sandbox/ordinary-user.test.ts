import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeScratch } from '../../harness/sandbox/remove-scratch.ts';
import { given, PYTHON_FLAGS, startChild } from '../../harness/sandbox/runner/child.ts';
import { createRunnerSandbox } from '../../harness/sandbox/runner/runner-sandbox.ts';
import { BOOTSTRAP, runnerProgram } from '../../harness/sandbox/runner/source.ts';
import type { Sandbox } from '../../harness/types/execution.ts';
import { HONEST } from './honest-programs.ts';
import { HOSTILE_TO_GRADER } from './hostile-programs.ts';
import { expectedOutcome, PLAIN, toJob } from './programs.ts';

/** A user of this file alone: one that other tests become as well would let these programs find processes that are not their runner's. */
const AS_NOBODY = ['setpriv', '--reuid=65531', '--regid=65531', '--clear-groups', '--'];
const PYTHON = '/usr/bin/python3';

function canBecomeNobody(): boolean {
  if (process.getuid?.() !== 0) return false; // an ordinary user: the other tests already run this way
  try {
    execFileSync('setpriv', [...AS_NOBODY.slice(1), PYTHON, '-c', 'import sys; assert sys.version_info >= (3, 8)'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    console.warn('NOT TESTED: verdicts that share one uid (no setpriv, or no /usr/bin/python3)');
    return false;
  }
}

/** What one uid for all processes could let a program do, and the system call filter does not. */
const REACHING_OUT =
  /kills all|network|clock|limits|deletes|symbolic|deeper|signals|traces|memory of|forges|daemons|fork bomb|thread bomb|stops itself|closes/;

describe.runIf(canBecomeNobody())('where all processes share one uid', () => {
  let folder: string;
  let sandbox: Sandbox;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nobody-'));
    await chmod(folder, 0o1777);
    sandbox = asNobody();
  });
  /** A runner for each of two slots, as an ordinary user has. */
  function asNobody(...flags: readonly string[]): Sandbox {
    const runner = [PYTHON, ...PYTHON_FLAGS, '-c', BOOTSTRAP, `--scratch=${folder}`, ...flags];
    return createRunnerSandbox({
      kind: 'process',
      description: '',
      runners: 2,
      slots: 1,
      start: async () =>
        given(
          startChild([...AS_NOBODY, ...runner], async () => {}),
          runnerProgram(),
        ),
    });
  }
  afterAll(async () => {
    await sandbox.close();
    await removeScratch(folder);
  });

  test.each(HONEST)('an honest program that $name is solved', async (program) => {
    expect(await sandbox.execute(toJob(program))).toMatchObject({ outcome: { status: 'solved' }, failures: [] });
  });

  test.each(HOSTILE_TO_GRADER.filter((program) => REACHING_OUT.test(program.name)))(
    'a program that $name is told apart, and the next one is judged rightly',
    async (program) => {
      const execution = await sandbox.execute(toJob(program));
      expect(execution, JSON.stringify(execution)).toMatchObject({ outcome: expectedOutcome(program) });
      expect(await sandbox.execute(toJob(PLAIN))).toMatchObject({ outcome: { status: 'solved' } });
    },
  );

  test('a program that ends its sandbox each time is unsolved, and no other with it', async () => {
    const open = asNobody('--no-seccomp'); // as on a kernel that has no filter
    const killer = `import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n${PLAIN.code}`;
    const [ended, ...others] = await Promise.all(
      [killer, ...Array(5).fill(PLAIN.code)].map((code) => open.execute(toJob({ ...PLAIN, code }))),
    );
    await open.close();
    expect(ended).toMatchObject({ outcome: { status: 'unsolved', reason: 'ended-its-sandbox' } });
    expect(others.map(({ outcome }) => outcome.status)).toEqual(Array(5).fill('solved'));
    const filtered = await sandbox.execute(toJob({ ...PLAIN, code: killer }));
    expect(filtered.outcome).toEqual({ status: 'unsolved', reason: 'exception' });
  });

  test('a program cannot reach the network', async () => {
    const code = `import socket\nfor family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK):\n    try:\n        socket.socket(family)\n        FOUND = True\n        break\n    except PermissionError:\n        FOUND = False\n${PLAIN.code}`;
    const execution = await sandbox.execute(toJob({ ...PLAIN, code, tests: 'assert add(1, 2) == 3\n' }));
    expect(execution.outcome.status).toBe('solved');
    const used = await sandbox.execute(toJob({ ...PLAIN, code: `${code}assert FOUND\n` }));
    expect(used.outcome).toEqual({ status: 'unsolved', reason: 'exception' });
  });

  test('a fork bomb does not outlive a runner that is killed', async () => {
    const bomb = HOSTILE_TO_GRADER.find(({ name }) => name === 'is a fork bomb');
    if (bomb === undefined) throw new Error('the bundle holds no fork bomb');
    const before = sandbox.execute(toJob({ ...bomb, limits: { wallMs: 8_000, cpuSeconds: 8 } }));
    await eventually(() => runnerProcesses(folder).length > 8);
    process.kill(Math.min(...runnerProcesses(folder)), 'SIGKILL');
    await eventually(() => runnerProcesses(folder).length <= 8);
    await before.catch(() => undefined);
    await sandbox.close();
    await eventually(() => runnerProcesses(folder).length === 0);
    expect(runnerProcesses(folder)).toEqual([]);
  });
});

/** Processes whose command line names this folder's runner: forks of it keep that. */
function runnerProcesses(folder: string): number[] {
  return spawnSync('pgrep', ['-f', `scratch=${folder}`], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number);
}

async function eventually(isTrue: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 100 && !isTrue(); attempt++) await new Promise((resolve) => setTimeout(resolve, 100));
}
