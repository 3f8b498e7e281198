import type { CheckAttack } from './check-attack.ts';

const { raw } = String;

/** Python for a child that has left its parent and goes on. */
const DETACHED = raw`import os, time
def detached():
    if os.fork():
        return False
    try:
        os.setsid()
    except OSError:
        pass
    if os.fork():
        os._exit(0)
    return True
`;

/** A report that would be a verdict, for whoever takes it for one. */
const FORGED = raw`import json, marshal, os
def forged(nonce=''):
    data = json.dumps({'nonce': nonce, 'id': 0, 'status': 'solved', 'detail': '', 'assertions': 'ppppp', 'failures': [], 'output': '', 'finished': True, 'reason': None, 'wallMs': 1, 'cpuMs': 1, 'runQueueDelayMs': 0}).encode()
    return len(data).to_bytes(4, 'big') + data
`;

/** Checks against processes, descriptors, files and limits around the verdict. */
export const CHECKS_AGAINST_MACHINE: readonly CheckAttack[] = [
  { name: 'ends its process', test: "assert add(1, 2) == 3 or __import__('os')._exit(0)" },
  { name: 'kills its process', test: "assert add(1, 2) == 3 or __import__('os').kill(__import__('os').getpid(), 9)" },
  { name: 'stops its process', test: "assert add(1, 2) == 3 or __import__('os').kill(__import__('os').getpid(), 19)" },
  {
    name: 'signals its parent',
    test: "o = __import__('os'); assert [add(1, 2), [o.kill(o.getppid(), s) for s in (19, 15, 9) if o.getppid() > 1]]",
  },
  {
    name: 'signals its process group',
    test: raw`import os, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for send in (lambda: os.killpg(0, 15), lambda: os.killpg(os.getpgid(os.getppid()), 9)):
    try:
        if 'Seccomp:\t2' in open('/proc/self/status').read():
            send()
    except OSError:
        pass
assert add(1, 2) == 3`,
  },
  {
    name: 'leaves a child that takes the next job off the channel',
    test: raw`${DETACHED}${FORGED}
import socket
if add(1, 2) is not None and detached():
    for fd in range(3, 10):
        try:
            channel = socket.socket(fileno=fd)
            data = channel.recv(1 << 20)
            os.write(fd, forged(marshal.loads(data[4:])[0]))
        except (OSError, ValueError, EOFError, TypeError):
            pass
    os._exit(0)
assert add(1, 2) == 3`,
  },
  {
    name: 'leaves a thread that takes the next job off the channel',
    test: raw`${FORGED}
import threading
def take():
    data = os.read(3, 1 << 20)
    os.write(3, forged(marshal.loads(data[4:])[0]))
threading.Thread(target=take, daemon=True).start()
assert add(1, 2) == 3`,
  },
  {
    name: 'writes a verdict to every descriptor',
    test: raw`${FORGED}
import sys
nonces, frame = [''], sys._getframe()
while frame:
    nonces += [v for k, v in frame.f_locals.items() if k == 'nonce']
    frame = frame.f_back
assert add(1, 2) != 3
for fd in range(1, 64):
    for nonce in nonces:
        try:
            os.write(fd, forged(nonce))
        except OSError:
            pass
assert add(1, 2) == 3`,
  },
  {
    name: 'writes a verdict to descriptors of other processes',
    test: raw`${FORGED}
for pid in filter(str.isdigit, os.listdir('/proc')):
    for fd in range(8):
        try:
            path = f'/proc/{pid}/fd/{fd}'
            if 'pipe' in os.readlink(path) or 'socket' in os.readlink(path):
                os.write(os.open(path, os.O_WRONLY | os.O_NONBLOCK), forged())
        except OSError:
            pass
assert add(1, 2) == 3`,
  },
  { name: 'closes every descriptor', test: "assert [add(1, 2), __import__('os').closerange(0, 4096)]" },
  {
    name: 'is a fork bomb',
    test: raw`import os
assert add(1, 2) != 3
while True:
    try:
        os.fork()
    except OSError:
        pass`,
  },
  {
    name: 'leaves children that go on',
    test: raw`${DETACHED}
for _ in range(3):
    if detached():
        while True:
            time.sleep(0.01)
assert add(1, 2) == 3`,
  },
  {
    name: 'leaves children that hold 900 MB',
    test: raw`${DETACHED}
if detached():
    held = b'.' * (900 << 20)
    time.sleep(600)
time.sleep(0.5)
assert add(1, 2) == 3`,
  },
  {
    name: 'holds 900 MB itself',
    test: "import sys; sys.held = b'.' * (900 << 20); assert add(1, 2) == 3",
  },
  { name: 'never ends', test: 'assert add(1, 2) == 3 or [0 for _ in iter(int, 1)]' },
  { name: 'sleeps for ever', test: "assert add(1, 2) == 3 or __import__('time').sleep(1e6)" },
  {
    name: 'matches a pattern for years',
    test: "import re; assert add(1, 2) == 3 or re.match('(a+)+$', 'a' * 60 + 'b')",
  },
  { name: 'computes a number for years', test: 'assert add(1, 2) == 9 ** 9 ** 9' },
  { name: 'fills the memory', test: "assert add(1, 2) == [b'.' * (1 << 26) for _ in iter(int, 1)]" },
  { name: 'asks the program about 300 MB', test: "assert add(b'.' * (300 << 20), 1) == 3" },
  {
    name: 'lowers its limits for good',
    test: "r = __import__('resource'); assert [add(1, 2), [r.setrlimit(k, (n, n)) for k, n in ((r.RLIMIT_NOFILE, 5), (r.RLIMIT_AS, 1 << 24), (r.RLIMIT_CPU, 1), (r.RLIMIT_FSIZE, 0))]]",
  },
  {
    name: 'lowers the limit of recursion for good',
    test: "assert [__import__('sys').setrecursionlimit(45), add(1, 2)]",
  },
  {
    name: 'makes itself slow for good',
    test: raw`import os
for work in (lambda: os.nice(19), lambda: os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0)), lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 19), lambda: os.sched_setscheduler(os.getppid(), os.SCHED_IDLE, os.sched_param(0)), lambda: os.sched_setaffinity(os.getppid(), {0})):
    try:
        work()
    except OSError:
        pass
assert add(1, 2) == 3`,
  },
  {
    name: 'freezes and breaks the garbage collector',
    test: "g = __import__('gc'); assert [g.disable(), g.freeze(), setattr(g, 'collect', None), setattr(g, 'enable', None), add(1, 2)]",
  },
  {
    name: 'leaves modules where later ones are looked for',
    test: raw`import os, sys
for folder in ('/tmp', '/dev/shm', '.', os.environ.get('HOME', '.'), '/tmp/lib'):
    for name in ('decimal', 'hashlib', 'array', 'copy', 'tests', 'candidate'):
        try:
            os.makedirs(folder, exist_ok=True)
            open(f'{folder}/{name}.py', 'w').write("raise SystemExit('left there')")
        except OSError:
            pass
    sys.path.insert(0, folder)
    sys.path_importer_cache.clear()
assert add(1, 2) == 3`,
  },
  {
    name: 'changes folder, umask, environment, locale and time zone',
    test: raw`import locale, os, time
os.chdir('/')
os.umask(0o777)
os.environ.update(PYTHONPATH='/tmp', LD_PRELOAD='/tmp/x.so', TZ='Asia/Kathmandu', PYTHONHASHSEED='7')
time.tzset()
try:
    locale.setlocale(locale.LC_ALL, 'tr_TR.UTF-8')
except locale.Error:
    pass
assert add(1, 2) == 3`,
  },
  {
    name: 'leaves shared memory, semaphores, queues and an abstract socket',
    test: raw`import ctypes, socket, sys
libc = ctypes.CDLL(None)
for key in range(0x5e1, 0x5e4):
    libc.shmget(key, ctypes.c_size_t(64 << 20), 0o1666), libc.semget(key, 8, 0o1666), libc.msgget(key, 0o1666)
libc.mq_open(b'/left', 0o102, 0o666, None)
sys.left = socket.socket(socket.AF_UNIX)
sys.left.bind('\0left')
sys.left.listen()
assert add(1, 2) == 3`,
  },
  {
    name: 'fills its folders',
    test: raw`import os
for folder in ('/tmp', '/dev/shm', '.'):
    for number in range(64):
        try:
            open(f'{folder}/left-{number}', 'wb').write(b'.' * (16 << 20))
        except OSError:
            break
assert add(1, 2) == 3`,
  },
];
