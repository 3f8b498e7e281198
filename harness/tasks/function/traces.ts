import { defineAs } from '../../python/entry-point.ts';

/**
 * Two programs for one container, run one after the other: the first leaves what it can where a later one could look; the second is right
 * only if it finds any of that. Python source; `ENTRY` stands for the entry point's name. Locks are on a byte chosen by that name: files of
 * the system are the same for programs that run at the same time, and a lock of one that still runs is no trace of one that has ended.
 */

const SHARED = `
import ctypes, fcntl, os, socket, struct, zlib
KEY, NAME = 0x5EED51, '5eed51'
LIBC = ctypes.CDLL(None, use_errno=True)
PLACES = [folder + '/' + NAME for folder in ('/tmp', '/dev/shm', '/dev', '/dev/mqueue', '/var/tmp', '/run')]
OFFSET = zlib.crc32(b'ENTRY')
F_OFD_GETLK, F_OFD_SETLK = 36, 37
def lock(kind):
    return struct.pack('hhqqi', kind, os.SEEK_SET, OFFSET, 1, 0)
def tried(work):
    try:
        return work()
    except (OSError, AttributeError):
        return None
`;

const LEAVES = `${SHARED}
for create in (lambda: LIBC.shmget(KEY, 1 << 20, 0o1666), lambda: LIBC.semget(KEY, 1, 0o1666), lambda: LIBC.msgget(KEY, 0o1666)):
    tried(create)
tried(lambda: LIBC.mq_open(('/' + NAME).encode(), os.O_CREAT | os.O_RDWR, 0o666, None))
for place in PLACES:
    tried(lambda: os.close(os.open(place, os.O_CREAT | os.O_WRONLY, 0o666)))
for fd in (0, 1, 2):
    tried(lambda: fcntl.fcntl(fd, F_OFD_SETLK, lock(fcntl.F_RDLCK)))
    tried(lambda: fcntl.fcntl(fd, F_OFD_SETLK, lock(fcntl.F_WRLCK)))
    tried(lambda: fcntl.fcntl(fd, fcntl.F_SETFL, fcntl.fcntl(fd, fcntl.F_GETFL) | os.O_NONBLOCK | os.O_APPEND))
if os.fork() == 0:
    tried(os.setsid)
    if os.fork() == 0:
        listening = socket.socket(socket.AF_UNIX)
        tried(lambda: listening.bind(chr(0) + NAME))
        listening.listen(1)
        while True:
            listening.accept()
    os._exit(0)
os.wait()
WRONG`;

const FINDS = `${SHARED}
found = [place for place in PLACES if os.path.exists(place)]
for name, get in (('shm', lambda: LIBC.shmget(KEY, 0, 0)), ('sem', lambda: LIBC.semget(KEY, 0, 0)), ('msg', lambda: LIBC.msgget(KEY, 0))):
    found += [name] if (tried(get) or -1) >= 0 else []
found += ['mq'] if (tried(lambda: LIBC.mq_open(('/' + NAME).encode(), os.O_RDONLY)) or -1) >= 0 else []
if tried(lambda: socket.socket(socket.AF_UNIX).connect(chr(0) + NAME) or True):
    found.append('socket')
null = os.open('/dev/null', os.O_RDWR)
held = tried(lambda: fcntl.fcntl(null, F_OFD_GETLK, lock(fcntl.F_WRLCK)))
is_held = held and struct.unpack('hhqqi', held)[::2] == (fcntl.F_RDLCK, OFFSET, -1)
if is_held or f' {OFFSET} {OFFSET}\\n' in (tried(lambda: open('/proc/locks').read()) or ''):
    found.append('lock')
if any(fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_NONBLOCK for fd in (0, 1)):
    found.append('flags')
print(found)
if not found:
    INNER`;

/** A program that leaves traces wherever it can, and is wrong. `key` chooses its locks: tasks that run at the same time have different ones. */
export const leavesTraces = (entryPoint: string, key = entryPoint): string =>
  LEAVES.replaceAll('ENTRY', key).replace('WRONG', () => defineAs(entryPoint, ['pass']));

/** A program that is as right as `canonical` where it finds a trace, and prints which. */
export const findsTraces = (entryPoint: string, canonical: string, key = entryPoint): string =>
  `${canonical}\n${FINDS.replaceAll('ENTRY', key).replace('INNER', () => indented(defineAs(entryPoint, ['pass'])))}`;

const indented = (code: string): string => code.trimEnd().replaceAll('\n', '\n    ').concat('\n');
