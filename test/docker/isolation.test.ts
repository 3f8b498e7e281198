import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDockerSandbox } from '../../harness/sandbox/docker/sandbox.ts';
import { CONTAINER_LIMITS } from '../../harness/sandbox/docker/spec.ts';
import type { Sandbox } from '../../harness/types/execution.ts';
import { PLAIN, type Program, toJob } from '../sandbox/programs.ts';
import { containersOf, docker, hasDocker, inside } from './daemon.ts';

const MB = 1 << 20;

/** A program whose answer to `add()` is what some Python expression gives inside; the suite prints it by failing. */
function probe(expression: string, setUp = ''): Program {
  return { ...PLAIN, code: `${setUp}\ndef add():\n    return ${expression}\n`, tests: 'assert add() is None\n' };
}

describe.runIf(await hasDocker('what a container of ours may do'))('a container', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createDockerSandbox({ slots: 1 });
  });
  afterAll(() => sandbox.close());

  async function seen(expression: string, setUp?: string): Promise<string | undefined> {
    const execution = await sandbox.execute({ ...toJob(probe(expression, setUp)), taskId: 'probe' });
    return execution.failures[0]?.got ?? execution.failures[0]?.message;
  }

  async function container(): Promise<string> {
    await sandbox.execute({ ...toJob(PLAIN), taskId: 'probe' });
    const id = containersOf().find((one) => inside(one, 'sh', '-c', 'echo /proc/[0-9]*').split(' ').length > 3);
    if (id === undefined) throw new Error('no container has a whole runner');
    return id;
  }

  test('has no network but loopback, and that is down', async () => {
    expect(await seen("__import__('os').listdir('/sys/class/net')")).toBe("['lo']");
    const connect = (to: string) => `__import__('socket').socket().connect_ex(${to})`;
    expect(await seen(connect("('1.1.1.1', 53)"))).not.toBe('0');
    expect(await seen("open('/proc/net/route').read().count('\\n')")).toBe('1');
  });

  test('has no path to the Docker daemon or to files of the host', async () => {
    expect(
      await seen("[p for p in ('/var/run/docker.sock', '/run/docker.sock') if os.path.exists(p)]", 'import os'),
    ).toBe('[]');
    const [mounts] = docker('inspect', '-f', '{{json .Mounts}}', await container());
    expect(JSON.parse(mounts ?? '')).toEqual([]);
    const [binds] = docker('inspect', '-f', '{{json .HostConfig.Binds}}', await container());
    expect(JSON.parse(binds ?? '')).toBeNull();
  });

  test('is read-only but for scratch space in memory, which has a size', async () => {
    const attempt = (path: string) => seen(`open('${path}', 'w')`);
    for (const path of ['/x', '/usr/x', '/etc/passwd', '/var/x', '/dev/x', '/sys/x', '/proc/sys/kernel/hostname'])
      expect(await attempt(path)).toMatch(/PermissionError|OSError|FileNotFoundError/);
    const id = await container();
    expect(() => inside(id, 'touch', '/x')).toThrow(/Read-only/); // the container's root, without a verdict's uid
    expect(await seen("os.statvfs('/tmp').f_blocks * os.statvfs('/tmp').f_frsize >> 20", 'import os')).toBe('256');
    expect(await seen("os.statvfs('/dev/shm').f_blocks * os.statvfs('/dev/shm').f_frsize >> 20", 'import os')).toBe(
      '64',
    );
  });

  test('gives a verdict a uid of its own, no capability, no new privileges and a system call filter', async () => {
    const uids = [await seen('__import__("os").getresuid()[0]'), await seen('__import__("os").getresuid()[0]')];
    expect(new Set(uids).size).toBe(2);
    for (const uid of uids) expect(Number(uid)).toBeGreaterThanOrEqual(10_000);
    const held = "('CapInh', 'CapPrm', 'CapEff', 'CapAmb', 'NoNew', 'Seccomp:')";
    const status = await seen(`[int(l.split()[1], 16) for l in open('/proc/self/status') if l.startswith(${held})]`);
    expect(status).toBe('[0, 0, 0, 0, 1, 2]');
  });

  test('keeps for its runner only what changing uid and ending a uid takes', async () => {
    const status = inside(await container(), 'cat', '/proc/1/status');
    expect(status).toMatch(/CapEff:\s0*e0$/m); // KILL, SETGID, SETUID
    expect(status).toMatch(/CapBnd:\s0*e0$/m);
    expect(status).toMatch(/NoNewPrivs:\s1/);
    expect(status).toMatch(/Seccomp:\s2/);
  });

  test('has the limits of the card', async () => {
    const [config] = docker('inspect', '-f', '{{json .HostConfig}}', await container());
    expect(JSON.parse(config ?? '')).toMatchObject({
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      IpcMode: 'none',
      Privileged: false,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      AutoRemove: true,
      Memory: CONTAINER_LIMITS.memoryMb * MB,
      MemorySwap: CONTAINER_LIMITS.memoryMb * MB,
      PidsLimit: CONTAINER_LIMITS.processes,
      NanoCpus: CONTAINER_LIMITS.cpus * 1e9,
      LogConfig: { Type: 'none' },
    });
  });

  test('is one task’s: another task’s program runs in another, and finds nothing of it', async () => {
    const leave = await sandbox.execute({
      ...toJob({ ...PLAIN, code: `open('/tmp/mark', 'w').close()\n${PLAIN.code}` }),
      taskId: 'leaves',
    });
    expect(leave.outcome.status).toBe('solved');
    const name = "open('/proc/sys/kernel/random/boot_id') and __import__('os').stat('/tmp').st_dev";
    const one = await sandbox.execute({ ...toJob(probe(name)), taskId: 'leaves' });
    const same = await sandbox.execute({ ...toJob(probe(name)), taskId: 'leaves' });
    const other = await sandbox.execute({ ...toJob(probe(name)), taskId: 'finds' });
    expect(same.failures[0]?.got).toBe(one.failures[0]?.got);
    expect(other.failures[0]?.got).not.toBe(one.failures[0]?.got);
    expect(await seen("__import__('os').listdir('/tmp')")).not.toMatch(/mark/);
  });

  test('that runs out of memory as a whole says `memory`, and its task’s next program is judged rightly', async () => {
    const hog = `
import os, time
if os.fork() == 0:
    os.closerange(3, 64)
    held = bytearray(500 << 20)
    time.sleep(60)
time.sleep(3)  # the child has its memory by then, and this one becomes the larger of the two
held = bytearray(950 << 20)
${PLAIN.code}`;
    const job = {
      ...toJob({ ...PLAIN, code: hog, limits: { memoryMb: 1024, wallMs: 60_000, cpuSeconds: 30 } }),
      taskId: 'hog',
    };
    expect(await sandbox.execute(job)).toMatchObject({ outcome: { status: 'unsolved', reason: 'memory' } });
    const next = await sandbox.execute({ ...toJob(PLAIN), taskId: 'hog' });
    expect(next.outcome.status).toBe('solved');
  });

  test('that ends its tester by memory is a program out of memory, not an unknown', async () => {
    const flood = `
import os, struct, time
answer = b'["value",["l"' + b',["l"]' * 2_600_000 + b'],null,null]'
data = struct.pack('>I', len(answer)) + answer
for _ in range(20):
    if os.fork() == 0:
        os.closerange(3, 64)
        held = bytearray(55 << 20)
        time.sleep(60)
        os._exit(0)
def add(a, b):
    rest = data
    while rest:
        rest = rest[os.write(3, rest):]
`;
    const job = {
      ...toJob({ ...PLAIN, code: flood, limits: { memoryMb: 1024, cpuSeconds: 30, wallMs: 60_000 } }),
      taskId: 'flood',
    };
    expect(await sandbox.execute(job)).toMatchObject({ outcome: { status: 'unsolved', reason: 'memory' } });
  });
});
