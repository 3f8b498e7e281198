import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { SandboxLostError } from '../../harness/errors.ts';
import { createDockerSandbox } from '../../harness/sandbox/docker/sandbox.ts';
import type { ExecutionJob, Sandbox } from '../../harness/types/execution.ts';
import { PLAIN, toJob } from '../sandbox/programs.ts';
import { containersOf, docker, hasDocker, pause, until } from './daemon.ts';

const SLOW = { ...PLAIN, code: `import time\ntime.sleep(2)\n${PLAIN.code}` };
const slowJob = (limits: Partial<ExecutionJob['limits']> = {}): ExecutionJob => ({
  ...toJob({ ...SLOW, limits }),
  taskId: 'slow',
});

/** The containers in which a verdict is under way: a candidate runs there beside broker, forker and tester. */
function atWork(): string[] {
  return containersOf().filter((id) => {
    try {
      return docker('top', id, '-o', 'pid').length > 4;
    } catch {
      return false;
    }
  });
}

async function workingContainer(): Promise<string> {
  await until('a verdict is under way', () => atWork().length > 0);
  const [id = ''] = atWork();
  return id;
}

describe.runIf(await hasDocker('containers that are lost'))('a job whose container is lost', () => {
  let sandbox: Sandbox | undefined;
  afterEach(async () => {
    await sandbox?.close();
    sandbox = undefined;
    expect(containersOf()).toEqual([]);
  });

  test('by docker kill is done again in a fresh one', async () => {
    sandbox = await createDockerSandbox({ slots: 1 });
    const execution = sandbox.execute(slowJob());
    docker('kill', await workingContainer());
    expect((await execution).outcome).toEqual({ status: 'solved' });
  });

  test('again and again, whatever runs in it, is reported as a lost sandbox, never as a wrong answer', async () => {
    sandbox = await createDockerSandbox({ slots: 1 });
    let isOver = false;
    const execution = sandbox.execute(slowJob()).finally(() => {
      isOver = true;
    });
    execution.catch(() => {});
    await workingContainer();
    while (!isOver) {
      for (const id of containersOf()) spawnSync('docker', ['kill', id]);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await expect(execution).rejects.toThrow(SandboxLostError);
    const next = await sandbox.execute({ ...toJob(PLAIN), taskId: 'slow' });
    expect(next.outcome).toEqual({ status: 'solved' });
  });

  test('by docker pause does not hang, and is done again in a fresh one', async () => {
    sandbox = await createDockerSandbox({ slots: 1 });
    const execution = sandbox.execute(slowJob({ wallMs: 8_000 }));
    execution.catch(() => {}); // when it is the pause that fails
    pause(await workingContainer());
    expect((await execution).outcome).toEqual({ status: 'solved' });
  });

  test('while it was idle starts in a fresh one', async () => {
    sandbox = await createDockerSandbox({ slots: 1 });
    await sandbox.execute({ ...toJob(PLAIN), taskId: 'task' });
    for (const id of containersOf()) docker('kill', id);
    const execution = await sandbox.execute({ ...toJob(PLAIN), taskId: 'task' });
    expect(execution.outcome).toEqual({ status: 'solved' });
  });

  test('because the daemon was restarted waits for it and is done again', async () => {
    const daemon = await createDaemonDouble();
    process.env.DOCKER_HOST = `unix://${daemon.path}`;
    try {
      sandbox = await createDockerSandbox({ slots: 2 });
      const executions = [0, 1].map((i) => sandbox?.execute({ ...slowJob(), taskId: `slow ${i}` }));
      await until('verdicts are under way', () => atWork().length === 2);
      await daemon.stop();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await daemon.start();
      const outcomes = (await Promise.all(executions)).map((execution) => execution?.outcome.status);
      expect(outcomes).toEqual(['solved', 'solved']);
      await sandbox.close();
    } finally {
      delete process.env.DOCKER_HOST;
      await daemon.stop();
    }
  });
});

/** A socket before the real daemon's that can go away and come back, as the daemon's own does when it is restarted. */
async function createDaemonDouble(): Promise<{ path: string; start(): Promise<void>; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'docker-'));
  const path = join(folder, 'docker.sock');
  const open = new Set<Socket>();
  let server: Server | undefined;
  async function start(): Promise<void> {
    server = createServer({ allowHalfOpen: true }, (client) => {
      const upstream = connect({ path: '/var/run/docker.sock', allowHalfOpen: true });
      for (const socket of [client, upstream]) {
        open.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => open.delete(socket));
      }
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve) => server?.listen(path, resolve));
  }
  async function stop(): Promise<void> {
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    for (const socket of open) socket.destroy();
    await closed;
    server = undefined;
    await rm(path, { force: true });
  }
  await start();
  return { path, start, stop };
}
