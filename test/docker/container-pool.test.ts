import { afterEach, expect, test } from 'vitest';
import { SandboxLostError } from '../../harness/errors.ts';
import { type ContainerPool, createContainerPool } from '../../harness/sandbox/docker/pool.ts';
import { startProcessRunner } from '../../harness/sandbox/process.ts';
import type { RunnerConnection } from '../../harness/sandbox/runner/client.ts';
import { findPython } from '../../harness/sandbox/runner/python.ts';
import { CORES, SHOWS_ITS_CORES } from '../sandbox/cores.ts';
import { PLAIN, toJob } from '../sandbox/programs.ts';

/** The pool's decisions, with runners that are processes: they need no daemon. */
interface Started {
  readonly number: number;
  readonly connection: RunnerConnection;
  isStopped: boolean;
}

const { path: python } = await findPython();
const pools: ContainerPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function createPool(sizes: { slots: number; bound: number; warm: number; cores?: number }) {
  const started: Started[] = [];
  const pool = createContainerPool({
    cores: 64,
    ...sizes,
    async start() {
      const connection = await startProcessRunner(python, 1);
      const one: Started = { number: started.length, connection, isStopped: false };
      started.push(one);
      return {
        ...connection,
        stop: () => {
          one.isStopped = true;
          return connection.stop();
        },
      };
    },
  });
  pools.push(pool);
  const live = () => started.filter(({ isStopped }) => !isStopped).length;
  return { pool, started, live };
}

const job = (taskId: string, code = PLAIN.code) => ({ ...toJob({ ...PLAIN, code }), taskId });
const sleeping = (seconds: number) => `import time\ntime.sleep(${seconds})\n${PLAIN.code}`;

test('a task keeps its container; another task gets another one', async () => {
  const { pool, started } = createPool({ slots: 2, bound: 8, warm: 1 });
  for (const taskId of ['a', 'a', 'b', 'a', 'b']) await pool.execute(job(taskId));
  await pool.warmed();
  expect(started.length).toBe(3); // a, b, and one that waits
});

test('jobs that may share a container get as many as there are slots, whatever their tasks, and no other job is given one', async () => {
  const { pool, started } = createPool({ slots: 2, bound: 8, warm: 0 });
  const shared = (taskId: string) => pool.execute({ ...job(taskId), sharesContainer: true });
  for (const taskId of ['a', 'b', 'c']) await shared(taskId);
  await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(shared));
  expect(started.length).toBe(2);
  await pool.execute(job('a'));
  expect(started.length).toBe(3);
  await Promise.all(['a', 'b', 'c'].map(shared));
  expect(started.length).toBe(3);
});

test('never more containers live than the bound, and the one idle longest makes place', async () => {
  const { pool, started, live } = createPool({ slots: 1, bound: 3, warm: 1 });
  for (const taskId of ['a', 'b', 'a', 'c']) await pool.execute(job(taskId));
  expect(live()).toBeLessThanOrEqual(3);
  expect(started.filter(({ isStopped }) => isStopped).length).toBe(1); // b
  await pool.warmed();
  const before = started.length;
  await pool.execute(job('a'));
  expect(started.length).toBe(before);
});

test('verdicts of one task follow one another, those of others do not wait for them', async () => {
  const { pool } = createPool({ slots: 2, bound: 4, warm: 2 });
  const order: string[] = [];
  const run = (name: string, taskId: string, code?: string) =>
    pool.execute(job(taskId, code)).then(() => order.push(name));
  await pool.warmed();
  await Promise.all([run('first', 'slow', sleeping(1.5)), run('second', 'slow'), run('other', 'quick')]);
  expect(order).toEqual(['other', 'first', 'second']);
});

async function coresOf(pool: ContainerPool): Promise<number[][]> {
  await pool.warmed();
  const executions = await Promise.all(['a', 'b'].map((taskId) => pool.execute(job(taskId, SHOWS_ITS_CORES))));
  return executions.map(({ output }) => JSON.parse(output));
}

test.skipIf(CORES < 2)('with a slot for every core, tasks at work keep to a core of their own', async () => {
  const { pool } = createPool({ slots: 2, bound: 4, warm: 2, cores: 2 });
  for (const verdict of ['first', 'next']) {
    const [one, other] = await coresOf(pool);
    expect([one?.length, other?.length], verdict).toEqual([1, 1]);
    expect(one, verdict).not.toEqual(other);
  }
});

test.skipIf(CORES < 2)('with fewer slots than cores, the kernel chooses', async () => {
  const { pool } = createPool({ slots: 2, bound: 4, warm: 2, cores: 64 });
  for (const found of await coresOf(pool)) expect(found.length).toBe(CORES);
});

/** Ends every container that is there, again and again, until the promise is settled. */
async function endContainersUntil(
  settled: Promise<unknown>,
  started: readonly Started[],
  everyMs: number,
): Promise<void> {
  let isSettled = false;
  const note = () => {
    isSettled = true;
  };
  settled.then(note, note);
  while (!isSettled) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    for (const one of started.filter(({ isStopped }) => !isStopped)) {
      one.isStopped = true;
      await one.connection.stop();
    }
  }
  await settled;
}

test('a job whose runner is lost, as that of a plain program in its place is, throws, and the next job gets a fresh one', async () => {
  const { pool, started } = createPool({ slots: 1, bound: 2, warm: 1 });
  const lost = expect(pool.execute(job('a', sleeping(60)))).rejects.toThrow(SandboxLostError);
  await endContainersUntil(lost, started, 20); // no program is done as soon
  expect((await pool.execute(job('a'))).outcome.status).toBe('solved');
});

test('jobs of a task at work go to its container, and none goes before one whose task waits for a container', async () => {
  const { pool, started } = createPool({ slots: 1, bound: 3, warm: 0 });
  const order: string[] = [];
  const run = (name: string, taskId: string) => pool.execute(job(taskId)).then(() => order.push(name));
  await Promise.all([run('a1', 'a'), run('a2', 'a'), run('b1', 'b'), run('a3', 'a'), run('b2', 'b')]);
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
  expect(started.length).toBe(2);
});

test('jobs that a lost container had not begun are done in another', async () => {
  const { pool, started } = createPool({ slots: 1, bound: 4, warm: 1 });
  const slow = pool.execute(job('a', sleeping(3)));
  const others = [1, 2, 3].map(() => pool.execute(job('a')));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await started[0]?.connection.stop();
  for (const each of [slow, ...others]) expect((await each).outcome.status).toBe('solved');
});

test('a start that fails is tried once more, then the sandbox is lost', async () => {
  let attempts = 0;
  const pool = createContainerPool({
    slots: 1,
    bound: 2,
    warm: 0,
    cores: 64,
    async start() {
      attempts++;
      throw new SandboxLostError('no container could be started: no space left on device');
    },
  });
  pools.push(pool);
  await expect(pool.execute(job('a'))).rejects.toThrow(/no space left/);
  expect(attempts).toBe(2);
});

test('after close nothing runs and nothing is left', async () => {
  const { pool, live } = createPool({ slots: 1, bound: 3, warm: 1 });
  const executions = ['a', 'b'].map((taskId) => pool.execute(job(taskId, sleeping(60))));
  const settled = Promise.allSettled(executions);
  await pool.close();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(live()).toBe(0);
  await expect(pool.execute(job('c'))).rejects.toThrow(SandboxLostError);
});
