import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { createDockerSandbox } from '../../harness/sandbox/docker/sandbox.ts';
import { PLAIN, toJob } from '../sandbox/programs.ts';
import { containersOf, docker, hasDocker, pause, until } from './daemon.ts';

const OWNER = fileURLToPath(new URL('./owner-process.ts', import.meta.url));

const owners: ChildProcess[] = [];
afterEach(() => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL');
});

function runningOf(pid: number): string[] {
  return docker('ps', '-q', '--filter', 'status=running', '--filter', `label=lucid-bench.owner-pid=${pid}`);
}

/** Another run, with containers at work. */
async function startOwner(): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ['--import', 'tsx', OWNER], { stdio: ['ignore', 'pipe', 'inherit'] });
  owners.push(child);
  await once(child.stdout, 'data');
  const { pid } = child;
  if (pid === undefined) throw new Error('the other run has no process');
  return Object.assign(child, { pid });
}

describe.runIf(await hasDocker('what runs leave behind'))('no container is left', () => {
  test('after a sandbox is closed', async () => {
    const sandbox = await createDockerSandbox({ slots: 2 });
    await Promise.all(['a', 'b', 'c'].map((taskId) => sandbox.execute({ ...toJob(PLAIN), taskId })));
    expect(containersOf().length).toBeGreaterThanOrEqual(3);
    await sandbox.close();
    expect(containersOf()).toEqual([]);
  });

  test('after a sandbox is closed with verdicts under way and waiting', async () => {
    const sandbox = await createDockerSandbox({ slots: 1 });
    const sleeping = { ...toJob({ ...PLAIN, code: 'import time\ntime.sleep(60)\n', limits: { wallMs: 90_000 } }) };
    const executions = ['a', 'b'].map((taskId) => sandbox.execute({ ...sleeping, taskId }));
    const settled = Promise.allSettled(executions);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await sandbox.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(containersOf()).toEqual([]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('after %s', async (signal) => {
    const owner = await startOwner();
    expect(containersOf(owner.pid).length).toBeGreaterThan(0);
    owner.kill(signal);
    await once(owner, 'exit');
    expect(containersOf(owner.pid)).toEqual([]);
  });

  test('after kill -9: the runner ends when its owner is gone', async () => {
    const owner = await startOwner();
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    await until('its containers have ended', () => runningOf(owner.pid).length === 0);
  });

  test('after kill -9 and the next run, even of those that could not end by themselves', async () => {
    const owner = await startOwner();
    const [id = ''] = runningOf(owner.pid);
    pause(id);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    await until('the others have ended', () => runningOf(owner.pid).length === 0);
    expect(containersOf(owner.pid).length).toBeGreaterThan(0); // the paused one, perhaps one that never started
    const sandbox = await createDockerSandbox({ slots: 1 });
    expect(containersOf(owner.pid)).toEqual([]);
    await sandbox.close();
  });

  test('but another run that is alive keeps its own', async () => {
    const owner = await startOwner();
    const before = containersOf(owner.pid);
    const sandbox = await createDockerSandbox({ slots: 1 });
    await sandbox.close();
    expect(containersOf(owner.pid)).toEqual(expect.arrayContaining(before));
    owner.kill('SIGTERM');
    await once(owner, 'exit');
  });
});
