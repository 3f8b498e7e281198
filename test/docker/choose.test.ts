import { describe, expect, test } from 'vitest';
import { chooseSandbox } from '../../harness/sandbox/choose.ts';
import { connectDocker, type DockerEngine } from '../../harness/sandbox/docker/engine.ts';
import { pythonImageName } from '../../harness/sandbox/docker/python-image.ts';
import { createDockerSandbox } from '../../harness/sandbox/docker/sandbox.ts';
import { PLAIN, toJob } from '../sandbox/programs.ts';
import { hasDocker } from './daemon.ts';

describe.runIf(await hasDocker('how the docker sandbox is chosen'))('with a daemon and our image', () => {
  test('auto takes docker, and the image’s sum is known', async () => {
    const sandbox = await chooseSandbox('auto', { slots: 1, needsIsolation: true });
    expect(sandbox.why).toBe('docker: the safest that works here');
    expect(sandbox.imageDigest).toMatch(/^sha256:[0-9a-f]{64}$/);
    await sandbox.close();
  });

  test('without the image one sentence names the command that makes it', async () => {
    const engine: DockerEngine = { ...connectDocker(), image: async () => undefined };
    const refused = createDockerSandbox({ slots: 1, engine });
    await expect(refused).rejects.toThrow(`the image ${pythonImageName()} is not there: run npm run build-images once`);
  });

  test('the first verdict comes within 3 seconds', async () => {
    const begin = performance.now();
    const sandbox = await createDockerSandbox({ slots: 1 });
    await sandbox.execute(toJob(PLAIN));
    const tookMs = performance.now() - begin;
    await sandbox.close();
    console.info(`first verdict after ${Math.round(tookMs)} ms`);
    // The claim is for a quiet machine; on a loaded one (CI) this only guards against a change of kind.
    expect(tookMs).toBeLessThan(15_000);
  });
});
