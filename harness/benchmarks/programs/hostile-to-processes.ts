import { LEAVES } from './hostile-to-memory.ts';
import type { Program } from './programs.ts';

const { raw } = String;

/** All processes that it can see beside itself, and numbers of system calls for this machine. */
const OTHERS = raw`${LEAVES}
import fcntl, struct
OTHERS = [pid for pid in map(int, filter(str.isdigit, os.listdir('/proc'))) if pid != os.getpid()]
IS_JAILED = 'Seccomp:\t2' in open('/proc/self/status').read()
PARENT = os.getppid()
GRANDPARENT = int(open(f'/proc/{PARENT}/stat').read().rpartition(')')[2].split()[1])
if GRANDPARENT > 1:  # no process namespace: its relatives only, and not the rest of this machine
    OTHERS = [pid for pid in OTHERS if pid in (PARENT, GRANDPARENT) or f'\nPPid:\t{GRANDPARENT}\n' in (attempt(lambda: open(f'/proc/{pid}/status').read()) or '')]
ARM = os.uname().machine == 'aarch64'
def call(x86, arm, *arguments):
    return libc.syscall(arm if ARM else x86, *arguments) if IS_JAILED else -1
def signals(end, other, owner):
    """Has the kernel send SIGKILL to an owner when something arrives."""
    if IS_JAILED:
        attempt(fcntl.fcntl, end, 8, owner)
        attempt(fcntl.fcntl, end, 10, 9)
        attempt(fcntl.fcntl, end, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
        attempt(os.write, other, b'.')
`;

function attacker(name: string, code: string, more: Partial<Program> = {}): Program {
  return { name, code: `${OTHERS}${code}\ndef add(a, b):\n    return None\n`, expected: 'assertion', ...more };
}

/** Programs against other processes: the runner's own, and whatever shares a user with it. */
export const HOSTILE_TO_PROCESSES: readonly Program[] = [
  attacker(
    'has sockets signal other processes',
    raw`for pid in OTHERS:
    one, other = socket.socketpair()
    signals(one.fileno(), other.fileno(), pid)`,
  ),
  attacker(
    'has pipes signal the process groups of others',
    raw`for pid in OTHERS:
    group = attempt(os.getpgid, pid)
    if group and group != os.getpgid(0):
        reading, writing = os.pipe()
        signals(reading, writing, -group)
        signals(writing, writing, -group)
        attempt(os.read, reading, 1)`,
  ),
  attacker(
    'has threads of others own its descriptors',
    raw`for kind in 0, 1, 2:
    for pid in OTHERS:
        one, other = socket.socketpair()
        attempt(fcntl.fcntl, one.fileno(), 15, struct.pack('ii', kind, pid if kind != 2 else attempt(os.getpgid, pid) or pid))
        attempt(fcntl.fcntl, one.fileno(), 10, 9)
        attempt(fcntl.fcntl, one.fileno(), fcntl.F_SETFL, os.O_ASYNC)
        attempt(other.send, b'.')`,
  ),
  attacker(
    'has sockets signal others by an ioctl',
    raw`for request in 0x8901, 0x8902, 0x5452:
    for pid in OTHERS:
        one, other = socket.socketpair()
        attempt(fcntl.ioctl, one.fileno(), request, struct.pack('i', pid if request != 0x5452 else 1))
        attempt(fcntl.fcntl, one.fileno(), 10, 9)
        attempt(fcntl.fcntl, one.fileno(), fcntl.F_SETFL, os.O_ASYNC)
        attempt(other.send, b'.')
        attempt(other.send, b'.', socket.MSG_OOB)`,
  ),
  attacker(
    'has leases signal others when they break',
    raw`open('leased', 'w').close()
for pid in OTHERS:
    fd = os.open('leased', os.O_RDONLY)
    attempt(fcntl.fcntl, fd, fcntl.F_SETLEASE, fcntl.F_WRLCK)
    if IS_JAILED:
        attempt(fcntl.fcntl, fd, 8, pid)
        attempt(fcntl.fcntl, fd, 10, 9)
    attempt(os.open, 'leased', os.O_RDWR | os.O_NONBLOCK)
    os.close(fd)`,
  ),
  attacker(
    'has a watched folder signal others',
    raw`for pid in OTHERS:
    fd = os.open('.', os.O_RDONLY)
    if IS_JAILED:
        attempt(fcntl.fcntl, fd, 8, pid)
        attempt(fcntl.fcntl, fd, 10, 9)
    attempt(fcntl.fcntl, fd, fcntl.F_NOTIFY, 0x8000003f)
    open('seen', 'w').close()
    os.unlink('seen')`,
  ),
  attacker(
    'has timers and message queues signal others',
    raw`for pid in OTHERS:
    event = struct.pack('qiii', 0, 9, 4, pid) + bytes(64)
    timer = ctypes.c_int()
    call(222, 107, 1, event, ctypes.byref(timer))
    queue = libc.mq_open(b'/left', 0o102, 0o666, None)
    if queue >= 0:
        libc.mq_notify(queue, event)
        libc.mq_send(queue, b'.', 1, 0)
    libc.mq_unlink(b'/left')`,
  ),
  attacker(
    'signals others by every call there is',
    raw`for pid in OTHERS:
    information = bytes(8) + struct.pack('i', -1) + bytes(116)
    call(62, 129, pid, 9), call(200, 130, pid, 9), call(234, 131, pid, pid, 9)
    call(129, 138, pid, 9, information), call(297, 240, pid, pid, 9, information)
    handle = call(434, 434, pid, 0)
    call(424, 424, handle, 9, None, 0), call(448, 448, handle, 0)
    if not ARM:
        call(0x40000000 + 62, 0, pid, 9), call(0x40000000 + 200, 0, pid, 9)`,
  ),
  attacker(
    'signals others by 32-bit system calls',
    raw`def by_number(pid):
    code = b'\x53\xb8' + struct.pack('i', 37) + b'\xbb' + struct.pack('i', pid) + b'\xb9' + struct.pack('i', 9) + b'\xcd\x80\x5b\xc3'
    area = mmap.mmap(-1, 4096, prot=7)
    area.write(code)
    ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(area)))()
for pid in OTHERS if IS_JAILED and not ARM else []:
    one = os.fork()
    if one == 0:
        by_number(pid)
        os._exit(0)
    os.waitpid(one, 0)`,
  ),
  attacker(
    'stops and continues its relatives',
    raw`for number in signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGCONT, signal.SIGHUP, signal.SIGIO, signal.SIGXCPU:
    for pid in OTHERS if IS_JAILED else []:
        attempt(os.kill, pid, number)
        group = attempt(os.getpgid, pid)
        if group and group != os.getpgid(0):
            attempt(os.killpg, group, number)`,
  ),
  attacker(
    'gives other processes the idle scheduling class',
    raw`shape = struct.pack('IIQiIQQQ', 48, 5, 0, 0, 0, 0, 0, 0)
for pid in [*OTHERS, 0]:
    call(314, 274, pid, shape, 0)
    call(144, 119, pid, 5, struct.pack('i', 0)), call(142, 118, pid, struct.pack('i', 0))`,
  ),
  attacker(
    'gives itself a real-time or deadline class',
    raw`for policy in 1, 2, 6:
    shape = struct.pack('IIQiIQQQ', 48, policy, 0, 0, 99 if policy != 6 else 0, 10_000_000, 20_000_000, 20_000_000)
    call(314, 274, 0, shape, 0)
    call(144, 119, 0, policy, struct.pack('i', 99))`,
  ),
  attacker(
    'lowers the priority of others, for processors and disks',
    raw`for pid in [*OTHERS, 0]:
    group = attempt(os.getpgid, pid) or 0
    for kind, who in (1, pid), (2, group), (3, os.getuid()):
        call(251, 30, kind, who, 3 << 13)
        attempt(os.setpriority, kind - 1, who, 19) if IS_JAILED else None`,
  ),
  attacker(
    'takes the cores of others away',
    raw`for pid in OTHERS if IS_JAILED else []:
    attempt(os.sched_setaffinity, pid, {0})
    call(256, 238, pid, 8, struct.pack('Q', 1), struct.pack('Q', 1)), call(279, 239, pid, 0, None, None, None, 0)`,
  ),
  attacker(
    'lowers the limits of others',
    raw`for pid in OTHERS if IS_JAILED else []:
    for which in range(16):
        attempt(resource.prlimit, pid, which, (0, 0))
        call(302, 261, pid, which, struct.pack('QQ', 0, 0), None)`,
  ),
  attacker(
    'writes what /proc offers of others',
    raw`for pid in OTHERS if IS_JAILED else []:
    for name, text in ('oom_score_adj', '1000'), ('oom_adj', '15'), ('autogroup', '19'), ('timerslack_ns', '999999999'), ('comm', 'left'), ('clear_refs', '1'), ('coredump_filter', 'ff'), ('loginuid', '0'), ('mem', 'x'), ('sched', '0'), ('uid_map', '0 0 1'), ('attr/current', 'x'):
        for path in f'/proc/{pid}/{name}', f'/proc/{pid}/task/{pid}/{name}':
            attempt(lambda: open(path, 'w').write(text))`,
  ),
  attacker(
    'writes what /proc and /sys offer of the machine',
    raw`for path in '/proc/sys/kernel/core_pattern', '/proc/sys/kernel/pid_max', '/proc/sys/kernel/hostname', '/proc/sys/kernel/shmmax', '/proc/sys/vm/drop_caches', '/proc/sys/fs/mqueue/queues_max', '/proc/sysrq-trigger', '/proc/self/oom_score_adj', '/sys/kernel/mm/transparent_hugepage/enabled', '/sys/fs/cgroup/memory/memory.limit_in_bytes', '/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/cgroup.procs', '/sys/power/state':
    if os.getuid():
        attempt(lambda: open(path, 'w').write('1000'))`,
  ),
  attacker(
    'takes descriptors of others',
    raw`for pid in OTHERS:
    handle = call(434, 434, pid, 0)
    for fd in range(10):
        taken = call(438, 438, handle, fd, 0)
        attempt(os.write, taken, b'\0\0\0\2{}') if taken > 2 else None
        call(312, 272, pid, os.getpid(), 0, fd, fd)`,
  ),
  attacker(
    'makes namespaces of its own',
    raw`for flags in 0x10000000, 0x10020000, 0x08000000, 0x20000000, 0x40000000, 0x02000000, 0x04000000, 0x00000080:
    if os.fork() == 0:
        if call(272, 97, flags) == 0:
            libc.mount(b'none', b'/tmp', b'tmpfs', 0, None)
            libc.sethostname(b'left', 4)
        call(56, 220, flags | 17, None, None, None, None)
        os._exit(0)
for _ in range(8):
    attempt(os.wait)`,
  ),
  attacker(
    'enters the namespaces of others, and mounts',
    raw`for pid in OTHERS:
    for kind in 'user', 'mnt', 'pid', 'net', 'ipc', 'uts', 'cgroup':
        fd = attempt(os.open, f'/proc/{pid}/ns/{kind}', os.O_RDONLY)
        if fd is not None:
            call(308, 268, fd, 0)
            os.close(fd)
if os.getuid():
    libc.mount(b'none', b'/tmp', b'tmpfs', 0, None), libc.umount2(b'/tmp', 2), libc.chroot(b'/tmp'), libc.swapoff(b'/dev/vda')
    call(429, 429, -1, b'/', 0, 0, 0), call(428, 428, -1, b'/', 1), call(430, 430, b'tmpfs', 0)`,
  ),
  attacker(
    'asks the kernel for its newer interfaces',
    raw`call(425, 425, 8, bytes(120)), call(323, 282, 0), call(321, 280, 0, bytes(64), 64), call(298, 241, bytes(112), 0, -1, -1, 0)
call(300, 262, 0, 0), call(447, 447, 0), call(246, 104, 0, 0, None, 0), call(304, 265, -1, None, 0), call(303, 264, -1, b'/', None, None, 0)
call(159, 171, bytes(300)), call(103, 116, 10, None, 0), call(169, 142, 0, 0, 0, None), call(175, 105, b'', 0, b''), call(155, 41, b'/', b'/')`,
  ),
  attacker(
    'runs programs that change their user',
    raw`import subprocess
for command in ('su', '-c', 'id'), ('mount',), ('passwd', '-S'), ('newgrp',), ('chsh', '-s', '/bin/sh'), ('sudo', '-n', 'id'), ('pkexec', 'id'), ('fusermount', '-u', '/tmp'), ('unshare', '-Ur', 'id'):
    attempt(lambda: subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
time.sleep(0.3)`,
  ),
  attacker(
    'makes siblings instead of children',
    raw`for flags in 0x8000 | 17, 0x8000, 17, 0:
    if call(56, 220, flags, None, None, None, None) == 0:
        while True:
            time.sleep(600)`,
  ),
  attacker(
    'ends its first thread and goes on in another',
    raw`import threading
def go_on():
    while True:
        attempt(os.write, 3, b'\0\0\0\x09["alive"]')
        time.sleep(0.2)
threading.Thread(target=go_on).start()
libc.syscall(93 if ARM else 60, 0)`,
    { expected: 'timeout', limits: { wallMs: 800 } },
  ),
  attacker(
    'escapes what ends children with their parents',
    raw`for option, value in (1, 0), (36, 1), (4, 1), (0x59616D61, -1), (41, 1), (29, 1_000_000):
    libc.prctl(option, value, 0, 0, 0)
def go_on():
    libc.prctl(1, 0, 0, 0, 0)
    for number in range(1, 65):
        attempt(signal.signal, number, signal.SIG_IGN)
for _ in range(3):
    child(go_on)`,
  ),
];
