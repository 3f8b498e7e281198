import { LEAVES } from './hostile-to-memory.ts';
import type { Program } from './programs.ts';

const { raw } = String;

/** Asked twice: its function is right if it finds what it left behind the first time. */
function leaver(name: string, code: string): Program {
  return {
    name,
    code: `${LEAVES}FOUND = False\n${code}\ndef add(a, b):\n    return a + b if FOUND else None\n`,
    expected: 'assertion',
    isAskedTwice: true,
  };
}

/** Programs that leave something for a later one to find. */
export const HOSTILE_TO_NEXT: readonly Program[] = [
  leaver(
    'finds its shared memory again',
    raw`FOUND = libc.shmget(0x1ef7, ctypes.c_size_t(4096), 0) >= 0
libc.shmget(0x1ef7, ctypes.c_size_t(4096), 0o1666)`,
  ),
  leaver(
    'finds its semaphores again',
    raw`FOUND = libc.semget(0x1ef8, 1, 0) >= 0
libc.semget(0x1ef8, 1, 0o1666)`,
  ),
  leaver(
    'finds its message queue again',
    raw`FOUND = libc.msgget(0x1ef9, 0) >= 0
libc.msgsnd(libc.msgget(0x1ef9, 0o1666), bytes(16), ctypes.c_size_t(8), 0o4000)`,
  ),
  leaver(
    'finds its POSIX message queue again',
    raw`FOUND = libc.mq_open(b'/left', 0) >= 0
libc.mq_open(b'/left', 0o102, 0o666, None)`,
  ),
  leaver(
    'finds its POSIX semaphore and shared memory again',
    raw`libc.sem_open.restype = ctypes.c_void_p
FOUND = bool(libc.sem_open(b'/left', 0)) or libc.shm_open(b'/left', 0, 0) >= 0
libc.sem_open(b'/left', os.O_CREAT, 0o666, 1)
libc.shm_open(b'/left', os.O_CREAT | os.O_RDWR, 0o666)`,
  ),
  leaver(
    'finds the abstract socket of a child again',
    raw`peer = socket.socket(socket.AF_UNIX)
FOUND = peer.connect_ex('\0left') == 0
def listen():
    listening = socket.socket(socket.AF_UNIX)
    listening.bind('\0left')
    listening.listen()
    return listening
child(listen)`,
  ),
  leaver(
    'finds a socket that it stashed in a socket again',
    raw`peer = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
FOUND = attempt(peer.connect, '\0left-stash') is None and bool(attempt(peer.getpeername))
one = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
attempt(one.bind, '\0left-stash')
left, right = socket.socketpair()
for end in left, right:
    attempt(socket.send_fds, end, [b'.'], [one.fileno(), left.fileno(), right.fileno()])
del left, right, one, end`,
  ),
  leaver(
    'finds its keys again',
    raw`def key(*arguments):
    return libc.syscall({'x86_64': 248, 'aarch64': 217}[os.uname().machine], *arguments)
def find(ring):
    return libc.syscall({'x86_64': 250, 'aarch64': 219}[os.uname().machine], 10, ring, b'user', b'left', 0)
FOUND = any(find(ring) > 0 for ring in (-3, -4, -5, -8))
for ring in -3, -4, -5:
    key(b'user', b'left', b'.', ctypes.c_size_t(1), ring)`,
  ),
  leaver(
    'finds a file again wherever one may be written',
    raw`folders = {'/tmp', '/dev/shm', '/var/tmp', '/run', '/run/lock', '/dev/mqueue', '/dev', '/', '/proc', '/home', '/usr/local', '/etc', os.path.dirname(os.getcwd()), '/sys/fs/cgroup'}
FOUND = any(os.path.exists(f'{folder}/.left') for folder in folders)
for folder in folders:
    attempt(lambda: open(f'{folder}/.left', 'w').close())`,
  ),
  leaver(
    'finds a fifo, a socket, a link and a hard link again',
    raw`for folder in '/tmp', '/dev/shm':
    names = [f'{folder}/left-{kind}' for kind in ('fifo', 'socket', 'link', 'hard', 'dev')]
    FOUND = FOUND or any(map(os.path.lexists, names))
    attempt(os.mkfifo, names[0])
    attempt(socket.socket(socket.AF_UNIX).bind, names[1])
    attempt(os.symlink, '/nowhere', names[2])
    for path in sys.executable, os.__file__, '/etc/passwd', '/proc/self/exe', names[0]:
        attempt(os.link, path, names[3])
    attempt(os.mknod, names[4], 0o20666, 0x103)`,
  ),
  leaver(
    'finds folders that cannot be opened again',
    raw`for folder in '/tmp', '/dev/shm':
    path = f'{folder}/left'
    FOUND = FOUND or os.path.exists(path)
    for name in 'left', 'left/' + 'x' * 250, 'left/' + 'x' * 250 + '/\x01\x1b[2J\n', 'left/-rf':
        attempt(os.makedirs, f'{folder}/{name}')
    attempt(os.setxattr, path, 'user.left', b'.')
    for name in 'left/' + 'x' * 250, 'left':
        attempt(os.chmod, f'{folder}/{name}', 0)`,
  ),
  leaver(
    'finds rights, owner and times of shared folders as it left them',
    raw`for folder in {'/tmp', '/dev/shm', os.path.dirname(os.getcwd()), '/'}:
    about = attempt(os.stat, folder)
    FOUND = FOUND or about.st_mtime == 1 or about.st_mode & 0o777 == 0o751 or bool(attempt(os.getxattr, folder, 'user.left'))
    attempt(os.utime, folder, (1, 1))
    attempt(os.chmod, folder, 0o1751)
    attempt(os.setxattr, folder, 'user.left', b'.')`,
  ),
  leaver(
    'finds a lock on a file of the system again',
    raw`import fcntl
for path in sys.executable, os.__file__, '/etc/passwd', '/usr', '/tmp':
    def lock():
        fd = os.open(path, os.O_RDONLY)
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return fd
    fd = attempt(os.open, path, os.O_RDONLY)
    if fd is not None:
        FOUND = FOUND or attempt(lambda: fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB) or True) is None
        attempt(fcntl.flock, fd, fcntl.LOCK_UN)
        child(lock)`,
  ),
  leaver(
    'finds a child again by its name',
    raw`for pid in filter(str.isdigit, os.listdir('/proc')):
    FOUND = FOUND or attempt(lambda: open(f'/proc/{pid}/comm').read()) == 'left-child\n'
def rename():
    libc.prctl(15, b'left-child', 0, 0, 0)
for _ in range(3):
    child(rename)`,
  ),
  leaver(
    'finds what it was given changed',
    raw`mask = os.umask(0o123)
import locale
FOUND = mask == 0o123 or os.getpriority(os.PRIO_PROCESS, 0) == 7 or sys.getrecursionlimit() == 777 or os.sched_getscheduler(0) == 5 or os.environ.get('LEFT') == '.' or time.tzname[0] == 'LFT' or libc.prctl(42, 0, 0, 0, 0) == 1 or libc.prctl(30, 0, 0, 0, 0) == 777777 or signal.getsignal(signal.SIGUSR1) == signal.SIG_IGN or resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 33
os.environ.update(LEFT='.', TZ='LFT')
time.tzset()
sys.setrecursionlimit(777)
signal.signal(signal.SIGUSR1, signal.SIG_IGN)
libc.prctl(41, 1, 0, 0, 0), libc.prctl(29, 777777, 0, 0, 0), libc.personality(0x0040000)
attempt(os.nice, 7)
attempt(os.sched_setscheduler, 0, 5, os.sched_param(0))
attempt(os.sched_setscheduler, os.getppid(), 5, os.sched_param(0)) if 'Seccomp:\t2' in open('/proc/self/status').read() else None
attempt(resource.setrlimit, resource.RLIMIT_NOFILE, (33, 33))`,
  ),
  leaver(
    'finds its watches, timers and events again in a child',
    raw`for pid in filter(str.isdigit, os.listdir('/proc')):
    for fd in attempt(os.listdir, f'/proc/{pid}/fd') or []:
        FOUND = FOUND or (int(pid) != os.getpid() and 'inotify' in (attempt(os.readlink, f'/proc/{pid}/fd/{fd}') or ''))
def watch():
    fd = libc.inotify_init()
    for folder in b'/tmp', b'/dev/shm', b'/', b'/proc':
        libc.inotify_add_watch(fd, folder, 0xfff)
    return fd, libc.timerfd_create(0, 0), libc.eventfd(0, 0), libc.epoll_create(1), libc.signalfd(-1, bytes(128), 0)
child(watch)`,
  ),
  {
    name: 'closes the folders that verdicts share, for now and for what is made in them',
    code: `${LEAVES}import struct\nNO_RIGHTS = struct.pack('<I', 2) + b''.join(struct.pack('<HHI', tag, 0, 0xffffffff) for tag in (1, 4, 0x20))\nfor folder in '/tmp', '/dev/shm', '/dev', os.path.dirname(os.getcwd()):\n    attempt(os.setxattr, folder, 'system.posix_acl_default', NO_RIGHTS)\n    attempt(os.chmod, folder, 0)\ndef add(a, b):\n    return None\n`,
    expected: 'assertion',
  },
  {
    name: 'puts files in the place of devices',
    code: `${LEAVES}for name in 'null', 'urandom', 'zero', 'full', 'random', 'tty', 'stdin', 'fd', 'ptmx':\n    if attempt(os.unlink, f'/dev/{name}') is None and not os.path.exists(f'/dev/{name}'):\n        open(f'/dev/{name}', 'w').write('left')\ndef add(a, b):\n    return None\n`,
    expected: 'assertion',
  },
];
