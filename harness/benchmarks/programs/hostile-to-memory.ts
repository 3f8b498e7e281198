import type { Program } from './programs.ts';

const { raw } = String;

/**
 * What a program needs that leaves a child behind: `child(work)` runs it in a process that has left its parent, and waits until it is
 * ready.
 */
export const LEAVES = raw`import ctypes, mmap, os, resource, signal, socket, sys, time
libc = ctypes.CDLL(None, use_errno=True)
os.umask(0)
libc.shmat.restype = ctypes.c_void_p
def attempt(work, *arguments):
    try:
        return work(*arguments)
    except (OSError, AttributeError, ValueError, MemoryError, OverflowError):
        return None
def child(work):
    reading, writing = os.pipe()
    if os.fork() == 0:
        attempt(os.setsid)
        if os.fork() == 0:
            held = attempt(work)
            os.write(writing, b'.')
            while True:
                time.sleep(600)
        os._exit(0)
    os.close(writing)
    os.read(reading, 1)
    os.close(reading)
    return True
`;

const WRONG = 'def add(a, b):\n    return None\n';

/** In their code `MB` is a megabyte. */
function holder(name: string, code: string): Program {
  return {
    name,
    code: `${LEAVES}MB = 1 << 20\n${code}\n${WRONG}`,
    expected: 'assertion',
    limits: { memoryMb: 1024, cpuSeconds: 3 },
    holdsMemory: true,
  };
}

/** Programs that keep memory beyond their end. After each of them a program that needs 600 MB must have it. */
export const MEMORY_HOLDERS: readonly Program[] = [
  holder(
    'touches 4 x 256 MB of shared memory and detaches',
    raw`for key in range(0x4e1d, 0x4e21):
    place = libc.shmget(key, ctypes.c_size_t(256 * MB), 0o1666)
    here = libc.shmat(place, None, 0)
    if here and here != 2 ** 64 - 1:
        ctypes.memset(here, 1, 256 * MB)
        libc.shmdt(ctypes.c_void_p(here))`,
  ),
  holder(
    'locks shared memory without a name in memory',
    raw`for _ in range(4):
    place = libc.shmget(0, ctypes.c_size_t(200 * MB), 0o1600)
    here = libc.shmat(place, None, 0)
    if here and here != 2 ** 64 - 1:
        ctypes.memset(here, 1, 200 * MB)
        libc.shmctl(place, 11, None)
        libc.shmdt(ctypes.c_void_p(here))`,
  ),
  holder(
    'fills 16,000 message queues',
    raw`text = ctypes.create_string_buffer(b'\1' + bytes(7) + b'.' * 8184, 8200)
for key in range(1, 16_000):
    queue = libc.msgget(key, 0o1666)
    if queue < 0 or libc.msgsnd(queue, text, ctypes.c_size_t(8192), 0o4000) < 0:
        break
    libc.msgsnd(queue, text, ctypes.c_size_t(8192), 0o4000)`,
  ),
  holder(
    'makes three million semaphores',
    raw`for key in range(1, 100):
    if libc.semget(key, 32_000, 0o1666) < 0:
        break`,
  ),
  holder(
    'fills POSIX message queues',
    raw`class Attributes(ctypes.Structure):
    _fields_ = [('values', ctypes.c_long * 8)]
for number in range(64):
    shape = Attributes((ctypes.c_long * 8)(0, 10, 8192))
    queue = libc.mq_open(b'/held' + str(number or '').encode(), 0o4102, 0o666, ctypes.byref(shape))
    while queue >= 0 and libc.mq_send(queue, b'.' * 8192, ctypes.c_size_t(8192), 0) == 0:
        pass`,
  ),
  holder(
    'fills what it can of shared folders',
    raw`for folder in '/dev/shm', '/tmp', '.', '/var/tmp', '/run', '/run/lock', '/dev/mqueue':
    for number in range(32):
        if attempt(lambda: open(f'{folder}/held-{number}', 'wb').write(b'.' * 15 * MB)) is None:
            break`,
  ),
  holder(
    'leaves a child with deleted files that are open',
    raw`def hold():
    files = []
    for number in range(24):
        files.append(open(f'/dev/shm/held-{number}' if number < 4 else f'held-{number}', 'wb'))
        os.unlink(files[-1].name)
        files[-1].write(b'.' * 15 * MB)
        files[-1].flush()
    return files
child(hold)`,
  ),
  holder(
    'leaves children with anonymous memory files',
    raw`def hold():
    files = [os.memfd_create('held') for _ in range(20)]
    for file in files:
        for _ in range(15):
            os.write(file, b'.' * MB)
    return files
for _ in range(3):
    child(hold)`,
  ),
  holder(
    'leaves children of 300 MB each',
    raw`for _ in range(3):
    child(lambda: b'.' * (300 * MB))`,
  ),
  holder(
    'leaves children that ignore signals, stop, and hold 300 MB each',
    raw`def hold():
    held = b'.' * (300 * MB)
    for number in range(1, 65):
        attempt(signal.signal, number, signal.SIG_IGN)
    os.kill(os.getpid(), signal.SIGSTOP)
    return held
for _ in range(2):
    if os.fork() == 0:
        attempt(os.setsid)
        held = attempt(hold)
        os._exit(0)
time.sleep(0.3)`,
  ),
  holder(
    'leaves a child with shared mappings and locked memory',
    raw`def hold():
    shared = [mmap.mmap(-1, 200 * MB) for _ in range(4)]
    for area in shared:
        for place in range(0, 200 * MB, 4096):
            area[place] = 1
    libc.mlockall(7)
    return shared
child(hold)`,
  ),
  holder(
    'stashes memory files in sockets that hold each other',
    raw`def stash():
    one, other = socket.socketpair()
    for _ in range(8):
        file = os.memfd_create('held')
        for _ in range(15):
            os.write(file, b'.' * MB)
        socket.send_fds(one, [b'.'], [file])
        os.close(file)
    socket.send_fds(one, [b'.'], [one.fileno(), other.fileno()])
    socket.send_fds(other, [b'.'], [one.fileno(), other.fileno()])
for _ in range(6):
    attempt(stash)`,
  ),
  holder(
    'leaves children with pipes and sockets full of data',
    raw`def hold():
    held = []
    while True:
        try:
            ends = os.pipe() if len(held) % 2 else [end.detach() for end in socket.socketpair()]
            held.append(ends)
            os.set_blocking(ends[1], False)
            attempt(__import__('fcntl').fcntl, ends[1], 1031, MB)
            while os.write(ends[1], b'.' * MB):
                pass
        except BlockingIOError:
            continue
        except OSError:
            return held
for _ in range(8):
    child(hold)`,
  ),
  holder(
    'makes folders with all its processes until it is ended',
    raw`for _ in range(8):
    if os.fork() == 0:
        break
for number in range(3_000):
    if attempt(os.mkdir, f'{"held" * 30}-{os.getpid()}-{number}') is False:
        break
else:
    if os.getpid() != os.getpgid(0):
        os._exit(0)`,
  ),
  holder(
    'nests a hundred folders in each of a hundred, without rights',
    raw`for one in range(100):
    path = f'{one}'
    for _ in range(100):
        attempt(os.mkdir, path)
        path += '/in'
for one in range(100):
    attempt(os.chmod, f'{one}/in/in', 0)
    attempt(os.chmod, f'{one}', 0)`,
  ),
  holder(
    'fills the caches of the kernel with names that are not there',
    raw`for number in range(200_000):
    attempt(os.stat, f'/tmp/{"nothing" * 20}-{number}')`,
  ),
];

/** Honest, and in need of memory. */
export const NEEDS_600_MB: Program = {
  name: 'needs 600 MB',
  code: "HELD = b'.' * (600 << 20)\ndef add(a, b):\n    return a + b if HELD[-1] == 46 else None\n",
  expected: 'solved',
  limits: { memoryMb: 1024, cpuSeconds: 3 },
};
