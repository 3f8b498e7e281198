import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/command.ts';
import { containersOf, docker, until } from '../daemon.ts';
import { openExecutor } from './executor.ts';
import { hasRepositoryImages } from './images.ts';

const OWNER = fileURLToPath(new URL('./owner-process.ts', import.meta.url));
const WAIT_MS = 120_000;

const owners: ChildProcess[] = [];
afterEach(() => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL');
});

const runningOf = (pid: number): string[] =>
  docker('ps', '-q', '--filter', 'status=running', '--filter', `label=lucid-bench.owner-pid=${pid}`);
const volumes = (): string[] => docker('volume', 'ls', '-q').sort();

/** Another run, with tests under way in two containers. */
async function startOwner(): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ['--import', 'tsx', OWNER, temporaryFolder()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  owners.push(child);
  await once(child.stdout, 'data');
  const { pid } = child;
  if (pid === undefined) throw new Error('the other run has no process');
  await until('it has containers at work', () => runningOf(pid).length === 2, WAIT_MS);
  return Object.assign(child, { pid });
}

describe.runIf(await hasRepositoryImages('what evaluations leave behind'))(
  'nothing is left',
  { timeout: 600_000 },
  () => {
    test.each(['SIGINT', 'SIGTERM'] as const)('after %s', async (signal) => {
      const before = volumes();
      const owner = await startOwner();
      owner.kill(signal);
      await once(owner, 'exit');
      expect(containersOf(owner.pid)).toEqual([]);
      expect(volumes()).toEqual(before);
    });

    test('running after kill -9, and nothing at all after the next run', async () => {
      const before = volumes();
      const owner = await startOwner();
      owner.kill('SIGKILL');
      await once(owner, 'exit');
      await until('its containers have ended', () => runningOf(owner.pid).length === 0, WAIT_MS);
      await (await openExecutor(temporaryFolder())).close();
      expect(containersOf(owner.pid)).toEqual([]);
      expect(volumes()).toEqual(before);
    });
  },
);
