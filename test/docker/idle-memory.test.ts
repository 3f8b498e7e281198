import { describe, expect, test } from 'vitest';
import { createDockerSandbox } from '../../harness/sandbox/docker/sandbox.ts';
import { PLAIN, toJob } from '../sandbox/programs.ts';
import { containersOf, docker, hasDocker } from './daemon.ts';

/** `14.5MiB / 1.375GiB` */
function megabytes(usage: string): number {
  const [, number = '', unit = ''] = /^([\d.]+)([KMG]i)B/.exec(usage) ?? [];
  return Number(number) * ({ Ki: 1 / 1024, Mi: 1, Gi: 1024 }[unit] ?? Number.NaN);
}

describe.runIf(await hasDocker('the memory of idle containers'))('an idle container', () => {
  test('takes at most 25 MB', async () => {
    const sandbox = await createDockerSandbox({ slots: 1 });
    for (const taskId of ['a', 'a', 'a', 'b', 'c']) await sandbox.execute({ ...toJob(PLAIN), taskId });
    const usages = docker('stats', '--no-stream', '--format', '{{.MemUsage}}', ...containersOf()).map(megabytes);
    await sandbox.close();
    console.info(`memory of idle containers, MB: ${usages.map((usage) => usage.toFixed(1)).join(', ')}`);
    expect(usages.length).toBeGreaterThanOrEqual(3);
    for (const usage of usages) expect(usage).toBeLessThanOrEqual(25);
  });
});
