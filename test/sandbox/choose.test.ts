import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsageError } from '../../harness/errors.ts';
import { chooseSandbox } from '../../harness/sandbox/choose.ts';
import { findPython } from '../../harness/sandbox/runner/python.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'choose-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function withPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  const { PATH: before, DOCKER_HOST: daemon } = process.env;
  process.env.PATH = path;
  process.env.DOCKER_HOST = `unix://${path}/no-daemon.sock`;
  try {
    return await work();
  } finally {
    process.env.PATH = before;
    if (daemon === undefined) delete process.env.DOCKER_HOST;
    else process.env.DOCKER_HOST = daemon;
  }
}

test('auto says which sandbox it took', async () => {
  const sandbox = await chooseSandbox('auto', { slots: 1, needsIsolation: false });
  expect(sandbox.why).toMatch(/^(docker|bubblewrap|process): the safest that works here/);
  await sandbox.close();
});

test('without Docker and bubblewrap, auto takes process for trusted programs and refuses a model’s', async () => {
  const python = (await findPython()).path;
  await withPath(folder, async () => {
    const sandbox = await chooseSandbox('auto', { slots: 1, needsIsolation: false, python });
    expect(sandbox.kind).toBe('process');
    expect(sandbox.why).toMatch(/bubblewrap does not work: there is no bwrap/);
    await sandbox.close();
    const refused = chooseSandbox('auto', { slots: 1, needsIsolation: true, python });
    await expect(refused).rejects.toThrow(/build-images.* install bubblewrap .* --sandbox process/);
    await expect(refused).rejects.toThrow(UsageError);
  });
});

test('process is taken for a model’s programs when asked for by name', async () => {
  const sandbox = await chooseSandbox('process', { slots: 1, needsIsolation: true });
  expect(sandbox.kind).toBe('process');
  expect(sandbox.description).toMatch(/not isolated/);
  await sandbox.close();
});

test('docker asked for by name says that no daemon is running', async () => {
  await withPath(folder, async () => {
    const refused = chooseSandbox('docker', { slots: 1, needsIsolation: true });
    await expect(refused).rejects.toThrow(/--sandbox docker does not work here: no Docker daemon is running/);
    await expect(refused).rejects.toThrow(UsageError);
  });
});

test('no Python, or too old a one, is a usage error that says what was found', async () => {
  const old = join(folder, 'python3.6');
  await writeFile(old, '#!/bin/sh\necho \'["/x/python3.6", 3, 6, "3.6.9", []]\'\n');
  await chmod(old, 0o755);
  await expect(findPython(old)).rejects.toThrow(/3\.8 or later.*found: .*python3\.6 is Python 3\.6\.9/);
  await expect(findPython(join(folder, 'none'))).rejects.toThrow(UsageError);
});

test('a shim is resolved to the interpreter behind it', async () => {
  const { path } = await findPython();
  const shim = join(folder, 'python3');
  await writeFile(shim, `#!/bin/sh\nexec ${path} "$@"\n`);
  await chmod(shim, 0o755);
  expect((await findPython(shim)).path).toBe(path);
});
