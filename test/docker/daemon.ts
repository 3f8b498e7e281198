import { execFileSync } from 'node:child_process';
import { createDockerSandbox } from '../../harness/sandbox/docker/sandbox.ts';

/** Whether the docker sandbox can be tested here; says loudly what is not tested when it cannot. */
export async function hasDocker(what: string): Promise<boolean> {
  try {
    const sandbox = await createDockerSandbox({ slots: 1 });
    await sandbox.close();
    docker('version'); // the tests use the command line to look at containers from outside
    return true;
  } catch (error) {
    console.warn(`NOT TESTED: ${what} (${error instanceof Error ? error.message : error})`);
    return false;
  }
}

/** A test may point DOCKER_HOST elsewhere for the sandbox; the command line always talks to the real daemon. */
const ENVIRONMENT = { ...process.env };

/** Runs the docker command line; what it printed, in lines. */
export function docker(...command: string[]): string[] {
  const text = execFileSync('docker', command, {
    encoding: 'utf8',
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return text.split('\n').filter((line) => line !== '');
}

/** Ids of the containers of ours whose owner is this process, or another one, in any state. */
export function containersOf(pid = process.pid): string[] {
  return docker('ps', '-aq', '--no-trunc', '--filter', `label=lucid-bench.owner-pid=${pid}`);
}

/** What a shell command of ours printed inside a container, as its root. */
export function inside(container: string, ...command: string[]): string {
  return docker('exec', container, ...command).join('\n');
}

/** Pauses a container; once more where the kernel's freezer gave up, as that of control groups v1 does on a loaded machine. */
export function pause(container: string): void {
  for (let tries = 1; ; tries++) {
    try {
      docker('pause', container);
      return;
    } catch (error) {
      if (tries === 10 || !String(error).includes('unable to freeze')) throw error;
    }
  }
}

/** Waits until something holds; throws when it does not in time. */
export async function until(what: string, isSo: () => boolean, timeoutMs = 30_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
