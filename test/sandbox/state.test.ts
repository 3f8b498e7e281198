import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { findsTraces, leavesTraces } from '../../harness/tasks/function/traces.ts';
import type { SandboxExecution } from '../../harness/types/execution.ts';
import { hasDocker } from '../docker/daemon.ts';
import { ROOT } from '../fixtures/command.ts';
import { backends } from './backends.ts';
import { ADD, PLAIN, type Program } from './programs.ts';

/** Everything of its surroundings that a program can see and another could have changed, as JSON; what is long as its sum. */
const STATE = `
import fcntl, hashlib, json, os, resource, signal
def read(path):
    try:
        return open(path).read()
    except OSError:
        return None
def listed(path):
    try:
        return sorted(name for name in os.listdir(path) if name != os.path.basename(os.getcwd()))
    except OSError:
        return None
def process(pid):
    stat = read(f'/proc/{pid}/stat').rpartition(')')[2].split()
    status = dict(line.split(':\\t') for line in read(f'/proc/{pid}/status').splitlines())
    return [int(stat[1]) > 1, stat[15], stat[16], stat[38], len(os.sched_getaffinity(int(pid))), status['SigQ'].split('/')[1], read(f'/proc/{pid}/oom_score_adj')]
state = {
    'ipc': {name: len(read(f'/proc/sysvipc/{name}').splitlines()) for name in ('shm', 'sem', 'msg')},
    'queues': read('/proc/sys/fs/mqueue/queues_max') and listed('/dev/mqueue'),
    'sockets': len([line for line in (read('/proc/net/unix') or '').splitlines() if ('@' if PRIVATE else '@5eed51') in line]),
    'keys': len((read('/proc/keys') or '').splitlines()) if PRIVATE else None,
    # An open file's lock shows no process (-1) and is seen from everywhere: of those, only the ones this test takes.
    'locks': len([line for line in (read('/proc/locks') or '').splitlines() if ' -1 ' not in line or f' {LOCKED} {LOCKED}' in line]) if PRIVATE else None,
    'files': {place: listed(place) for place in ('/tmp', '/dev/shm', '/dev', '/run', '/var/tmp')} if PRIVATE else None,
    'processes': sorted(process(pid) for pid in os.listdir('/proc') if pid.isdigit()) if PRIVATE else None,
    'mounts': read('/proc/self/mounts') if PRIVATE else None,
    'descriptors': {fd: [fcntl.fcntl(fd, fcntl.F_GETFL), fcntl.fcntl(fd, fcntl.F_GETOWN)] for fd in (0, 1, 2)},
    'own': [os.umask(0o077), os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0), len(os.sched_getaffinity(0)), resource.getrlimit(resource.RLIMIT_NOFILE),
            read('/proc/self/timerslack_ns'), read('/proc/self/coredump_filter'), sorted(map(int, signal.pthread_sigmask(signal.SIG_BLOCK, [])))],
    'namespaces': {name: os.readlink(f'/proc/self/ns/{name}') for name in ('ipc', 'mnt', 'net', 'user', 'uts')},
}
if PRIVATE:
    usage = read('/sys/fs/cgroup/memory/memory.usage_in_bytes') or read('/sys/fs/cgroup/memory.current')
    state['memory'] = usage and int(usage) >> 26  # in steps of 64 MB
texts = {name: json.dumps(value, sort_keys=True) for name, value in state.items()}
print(json.dumps({name: text if len(text) < 120 else hashlib.sha256(text.encode()).hexdigest()[:16] for name, text in texts.items()}))
`;

/** Changes what it may change of itself and of others, and holds memory where that could outlive it. */
const CHANGES = `
import array, ctypes, os, resource, socket
LIBC = ctypes.CDLL(None, use_errno=True)
def tried(work):
    try:
        return work()
    except (OSError, ValueError, MemoryError):
        return None
for pid in [0, *map(int, filter(str.isdigit, os.listdir('/proc')))]:
    for which in (0, 1, 2):
        tried(lambda: os.setpriority(which, pid, 10))
    tried(lambda: os.sched_setaffinity(pid, {0}))
    tried(lambda: os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0)))
    tried(lambda: resource.prlimit(pid, resource.RLIMIT_NOFILE, (20, 20)))
    tried(lambda: open(f'/proc/{pid}/oom_score_adj', 'w').write('1000'))
    tried(lambda: open(f'/proc/{pid}/timerslack_ns', 'w').write('1'))
    tried(lambda: open(f'/proc/{pid}/coredump_filter', 'w').write('0'))
os.umask(0)
tried(lambda: os.setgid(0))
tried(lambda: os.mkdir('/tmp/5eed51'))
job = socket.socket(fileno=os.dup(3))
one, other = socket.socketpair()
for _ in range(20):
    def hold():
        fd = os.memfd_create('held')
        os.write(fd, bytes(8 << 20))
        one.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [fd, one.fileno(), other.fileno()]))], socket.MSG_DONTWAIT)
        os.close(fd)
    tried(hold)
tried(lambda: job.sendmsg([b'[1]'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [one.fileno(), other.fileno()]))], socket.MSG_DONTWAIT))
`;

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

/** Runs programs one after the other, as this user or as nobody, in a process of their own. */
function run(kind: string, isNobody: boolean, programs: readonly Program[]): readonly SandboxExecution[] {
  const folder = mkdtempSync(join(tmpdir(), 'state-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'programs.json'), JSON.stringify(programs), { mode: 0o644 });
  const become = isNobody ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'] : ['env'];
  const script = ['--import', 'tsx', 'test/fixtures/run-programs.ts', kind, join(folder, 'programs.json')];
  const { stdout, stderr } = spawnSync(become[0] ?? '', [...become.slice(1), process.execPath, ...script], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...(isNobody ? { PATH: '/usr/bin:/bin', HOME: tmpdir() } : {}) },
  });
  if (stdout === '') throw new Error(stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SandboxExecution);
}

const program = (name: string, code: string): Program => ({
  ...PLAIN,
  name,
  code,
  limits: { outputBytes: 1 << 20, memoryMb: 1024, cpuSeconds: 5 },
});

const own = (await backends()).map(({ kind }) => ({ kind: kind as string, isNobody: false }));
const places = [
  ...own,
  ...(isRoot ? own.map(({ kind }) => ({ kind, isNobody: true })) : []),
  ...((await hasDocker('what a verdict leaves')) ? [{ kind: 'docker', isNobody: false }] : []),
];

describe.each(places)('in $kind (as an ordinary user: $isNobody)', ({ kind, isNobody }) => {
  const isPrivate = kind !== 'process';
  const key = randomUUID();
  const head = `PRIVATE, LOCKED = ${isPrivate ? 'True' : 'False'}, ${crc32(key)}`;
  const state = program('state', `${head}\n${STATE}${ADD}`);

  test('what a program sees around it is the same after programs that change and leave what they can', {
    timeout: 120_000,
    // Without a sandbox the machine is shared with the tests beside this one; what a program of ours left is there every time.
    retry: isPrivate ? 0 : 2,
  }, () => {
    const changes = program('changes', `${CHANGES}${ADD}`);
    const leaves = program(
      'leaves',
      leavesTraces('add', key).replaceAll(isPrivate ? '\0' : /^ {4}tried\(lambda: os.close\(os.open.*$/gm, '    pass'),
    );
    const after = run(kind, isNobody, [state, state, changes, state, leaves, state, changes, leaves, state]);
    const states = [1, 3, 5, 8].map((index) => after[index]?.output);
    expect(after[1]?.outcome, JSON.stringify(after[1])).toEqual({ status: 'solved' });
    expect(JSON.parse(states[0] ?? '')).toHaveProperty('ipc');
    expect(states.slice(1)).toEqual([states[0], states[0], states[0]]);
  });

  test.runIf(isPrivate)('a program finds nothing of what the one before it left', { timeout: 120_000 }, () => {
    const finder = program('finder', findsTraces('add', ADD));
    const [leaves, found] = run(kind, isNobody, [program('leaves', leavesTraces('add')), finder]);
    expect(leaves?.outcome.status).toBe('unsolved');
    expect(found, found?.output).toMatchObject({ outcome: { status: 'unsolved' }, output: '[]\n' });
  });
});
