from .ground import CONTROL_FD, CPU_TIMER, LINUX, PR_SET_CHILD_SUBREAPER, marshal, math, os, prctl, resource, sys, time
from .frames import Frames, send_all
from .seccomp import install_filter
from .suites import OUTPUT, PEEK, socket
from .record import scrub

# ── Broker ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class Output:
    """What a candidate printed: all of it counted up to the bound, head and tail kept."""

    def __init__(self, limit):
        self.limit, self.size, self.head, self.tail = limit, 0, b'', b''

    def add(self, data):
        data = data[: max(0, self.limit + 1 - self.size)]
        self.size += len(data)
        room = 4 * OUTPUT - len(self.head)
        if room > 0:
            self.head += data[:room]
            data = data[room:]
        if data:
            self.tail = (self.tail + data)[-4 * OUTPUT :]

    def is_over(self):
        return self.size > self.limit

    def text(self, has_tail):
        whole = (self.head + self.tail).decode('utf-8', 'replace') if self.size <= len(self.head) + len(self.tail) else None
        if whole is not None and len(whole) <= OUTPUT and has_tail:
            return scrub(whole, OUTPUT)
        mark = '\n[…]\n'
        half = (OUTPUT - len(mark)) // 2
        head = (self.head if whole is None else whole.encode('utf-8', 'replace')).decode('utf-8', 'replace')
        if not has_tail:
            return scrub(head[:half], OUTPUT)
        tail = whole if whole is not None else self.tail.decode('utf-8', 'replace')
        return scrub(head[:half] + mark + tail[-half:], OUTPUT)


LOOK_SECONDS = 0.1  # how often a job that takes longer is looked at: its candidate may have ended
REPLY_SECONDS = 0.02  # how long a reply may wait for others while requests are queued


# Beyond its limit a program gets SIGXCPU, which says what ended it; who ignores that gets SIGKILL at twice the limit. The kernel counts both in ticks, of which a
# process that is often interrupted is charged up to a half more than the time it had: at twice the limit it had all of it in any case, and its time says what ended it.
MOST_CPU = resource.getrlimit(resource.RLIMIT_CPU)[1]


def cpu_limits(seconds):
    """The two limits of `resource.setrlimit`, the second within what this process may set."""
    most = 2 * seconds
    return seconds, most if MOST_CPU == resource.RLIM_INFINITY else min(most, MOST_CPU)


def limits_of(limits, options):
    """The limits of a candidate for setrlimit."""
    cpu_seconds, memory, file_size = math.ceil(limits['cpuSeconds']), limits['memoryMb'] << 20, limits['fileMb'] << 20
    processes = options.process_base + limits['processes']
    found = [(resource.RLIMIT_CPU, cpu_limits(cpu_seconds)), (resource.RLIMIT_FSIZE, (file_size, file_size)), (resource.RLIMIT_NPROC, (processes, processes))]
    if cpu_seconds != limits['cpuSeconds']:  # the kernel's limit has whole seconds; a program that turns its timer off meets that
        found.append((CPU_TIMER, limits['cpuSeconds']))
    return [*found, (resource.RLIMIT_AS, (memory, memory))] if LINUX else found


class Job:
    def __init__(self, request, candidate):
        self.request, self.id, self.is_check = request, request['id'], request['mode'] == 'check'
        self.slot, self.pipe, self.socket = candidate.slot, candidate.pipe, candidate.socket
        self.limits = request['limits']
        self.begun = time.monotonic()
        self.look_at = self.begun + LOOK_SECONDS
        self.deadline = self.begun + self.limits['wallMs'] / 1000
        self.nonce = os.urandom(16).hex()
        self.output = Output(self.limits['outputBytes'])
        self.tester = None  # the tester, or the checker, for as long as its report is waited for
        self.has_checker = False  # there is one, or what is left of it
        self.checker_status = 0  # how that ended
        self.report = None  # the tester's, or {} when it has none to give
        self.done = None  # the forker's
        self.is_ending = False
        self.cut = None  # why we ended it: timeout or output-limit
        self.tester_before = None  # how long its tester had waited for a core in its life when this job was first looked at
        self.tester_waited = 0  # at a time-out: how long it has since
        self.oom_kills = OOM.at_start()


class TesterHandle:
    """A tester; or a checker, whose process is the concern of the one that forked it."""

    def __init__(self, pid, channel, limit=1 << 31):
        self.pid, self.channel, self.fd = pid, channel, channel.fileno()
        self.frames = Frames(self.fd, limit)


FORKER = """
import marshal, sys
sys.path[0] = 'a folder for the program to leave out'
program, forker, options = marshal.loads(open(0, 'rb', closefd=False).read())
__name__ = 'forker'
for part in program:
    exec(part)
globals()[forker](types.SimpleNamespace(**options)).run()
"""


def start_forker(control_fd, options, forker='Forker', parts_needed=1):
    """Starts a forker as an interpreter of its own. That of candidates has the first part of this file and nothing else: the less memory it
    has, the quicker it forks. That of checkers has all of it, and nothing of what this process was sent. Returns its process id."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.dup2(reading, 0)
            os.dup2(control_fd, CONTROL_FD)
            prctl(PR_SET_CHILD_SUBREAPER, 1)  # this and the filter stay with it
            if options.seccomp:
                install_filter(options.filter, 0)
            os.execv(sys.executable, [sys.executable, '-s', '-S', '-B', '-c', FORKER, 'runner.py', *sys.argv[1:]])
        finally:
            os._exit(98)
    os.close(reading)

    def send_program():
        program = parts[:parts_needed]  # left by whoever started this process, compiled
        send_all(writing, marshal.dumps((program, forker, vars(options))))

    if not child_succeeds(send_program):  # compiled there, since what that leaves in memory is much
        raise OSError('the forker did not take its program')
    os.close(writing)
    return pid


class Prepared:
    """A candidate that was started before there was a program for it, and our ends of its socket and pipe."""

    def __init__(self, slot, socket, pipe, core):
        self.slot, self.socket, self.pipe, self.core = slot, socket, pipe, core

    def is_there(self):
        try:
            return self.socket.recv(1, PEEK) != b''
        except BlockingIOError:
            return True
