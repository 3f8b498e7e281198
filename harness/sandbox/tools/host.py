# Runs whole programs (mypy, hypothesis, CrossHair) that load untrusted code, one after the other. This text follows the runner's, whose
# parts it uses (frames, uids, limits, system call filter, removal); it takes the place of its main.py.
#
# Protocol: frames of a 4-byte big-endian length and JSON on stdin and stdout, one request at a time. End of stdin ends everything at once, and
# so does anything else that comes while a program runs.
#   request {files{name: text}, program, path[], limits{wallMs, cpuSeconds, memoryMb, processes, fileMb, outputBytes}}
#   reply   {ended, exit, report, output, wallMs, cpuMs}
# `program` is one of the files. It finds a socket as descriptor 3 on which it first reads 32 letters, and writes its report as one
# frame {secret: those letters, report: ...}. ended: reported | died | wall-clock | cpu | output. A report counts when it is the only one, has the
# secret, and the program then ended by itself with exit 0. A program that holds untrusted code can be made to report anything by code
# that looks for the secret in its memory: such reports are good for a loop's own verifier and never for a grade.

REPORT_BYTES = 1 << 18
PATIENCE = 5  # a starved program has so many times its wall clock; tools/job.ts waits as long
TOOL_ENVIRONMENT = ('PYTHONHASHSEED', 'PYTHONUTF8', 'LC_ALL', 'TZ', 'PATH', 'MALLOC_ARENA_MAX')


class Tool:
    """One run of a program, from its start until nothing of it is left."""

    def __init__(self, request, uid, options, requests_fd):
        self.request, self.uid, self.options, self.requests_fd = request, uid, options, requests_fd
        self.limits = request['limits']
        self.folder = os.path.join(options.scratch, f'work-{os.urandom(6).hex()}')
        self.secret = os.urandom(16).hex()
        self.output, self.written, self.reported = b'', 0, b''

    def run(self):
        mine, its = socket.socketpair()
        reading, writing = os.pipe()
        mine.send(self.secret.encode())
        started = time.monotonic()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                self.become_program(its.fileno(), writing)
            except BaseException as error:
                os.write(2, str(error).encode())
            os._exit(97)
        its.close()
        os.close(writing)
        limit = self.watch(mine, reading, started)
        wall_ms = round((time.monotonic() - started) * 1000)
        _, status, usage = os.wait4(self.pid, 0)
        self.end_all()
        self.drain(mine, reading)
        mine.close()
        os.close(reading)
        as_uid(self.uid, lambda: remove(self.folder))
        if self.options.private_tmp:
            for place in ('/tmp', '/dev/shm'):
                as_uid(self.uid, lambda: [remove(os.path.join(place, name)) for name in os.listdir(place)])
        cpu_ms = round((usage.ru_utime + usage.ru_stime) * 1000)
        report = self.report() if status == 0 else None
        met_cpu_limit = os.WIFSIGNALED(status) and (os.WTERMSIG(status) == signal.SIGXCPU or cpu_ms >= self.limits['cpuSeconds'] * 1000)
        ended = limit or ('cpu' if met_cpu_limit else 'died' if report is None else 'reported')
        text = self.output.decode('utf-8', 'replace')
        return {'ended': ended, 'exit': describe_status(status), 'report': report, 'output': text, 'wallMs': wall_ms, 'cpuMs': cpu_ms}

    def become_program(self, report_fd, output_fd):
        null = os.open('/dev/null', os.O_RDONLY)
        report_fd = os.dup2(report_fd, 20)
        os.dup2(null, 0)
        os.dup2(output_fd, 1)
        os.dup2(output_fd, 2)
        os.dup2(report_fd, 3)
        os.closerange(4, 1024)
        os.setpgid(0, 0)
        cpu, processes = self.limits['cpuSeconds'], self.limits['processes'] + self.options.process_base
        set_limit(resource.RLIMIT_CPU, cpu, cpu + 1)
        set_limit(resource.RLIMIT_FSIZE, self.limits['fileMb'] << 20)
        set_limit(resource.RLIMIT_NPROC, processes)
        set_limit(resource.RLIMIT_CORE, 0)
        if LINUX:
            set_limit(resource.RLIMIT_AS, self.limits['memoryMb'] << 20)
        if self.uid:
            become(self.uid)
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.mkdir(self.folder, 0o700)
        os.chdir(self.folder)
        for name, text in self.request['files'].items():
            with open(name, 'x', encoding='utf-8') as file:
                file.write(text)
        if self.options.seccomp:
            install_filter(self.options.filter, os.getpid())
            if not self.uid:
                install_filter(self.options.own_filter, os.getpid())
        environment = {name: os.environ[name] for name in TOOL_ENVIRONMENT if name in os.environ}
        environment.update(PYTHONPATH=os.pathsep.join(self.request['path']), HOME=self.folder, TMPDIR=self.folder)
        os.execve(sys.executable, [sys.executable, '-s', '-S', '-B', self.request['program']], environment)

    def watch(self, reports, output_fd, started):
        """Reads until the program has ended; returns the limit for which it was ended, if any."""
        open_fds = [self.requests_fd, reports.fileno(), output_fd]
        while True:
            for fd in select.select(open_fds, [], [], 0.01)[0]:
                if fd == self.requests_fd:
                    self.end_all()
                    os._exit(0)
                if not self.take(fd, output_fd):
                    open_fds.remove(fd)
            if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
                return None
            limit = 'wall-clock' if self.is_too_late(started) else 'output' if self.is_too_much() else None
            if limit:
                send_signal(os.kill, self.pid) if not self.uid else as_uid(self.uid, lambda: os.kill(-1, signal.SIGKILL))
                return limit

    def is_too_late(self, started):
        """Time in which it was ready to run and had no core does not count, up to `PATIENCE` times the limit."""
        elapsed, wall_ms = (time.monotonic() - started) * 1000, self.limits['wallMs']
        return elapsed > wall_ms and elapsed > wall_ms + min(run_queue_delay_ms(self.pid), (PATIENCE - 1) * wall_ms)

    def is_too_much(self):
        return self.written > self.limits['outputBytes'] or len(self.reported) > REPORT_BYTES

    def take(self, fd, output_fd):
        try:
            data = os.read(fd, 1 << 16)
        except OSError:
            return False
        if fd == output_fd:
            self.written += len(data)
            self.output = (self.output + data)[:OUTPUT]
        else:
            self.reported = (self.reported + data)[: REPORT_BYTES + 1]
        return bool(data)

    def end_all(self):
        """Ends what the program started: everything of its uid, or of its process group, which the filter keeps it from leaving."""
        if self.uid:
            as_uid(self.uid, lambda: os.kill(-1, signal.SIGKILL))
        else:
            send_signal(os.killpg, self.pid)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass

    def drain(self, reports, output_fd):
        for fd in (reports.fileno(), output_fd):
            os.set_blocking(fd, False)
            while not self.is_too_much() and self.take(fd, output_fd):
                pass

    def report(self):
        """What was reported, when it is one frame with the secret in it."""
        data = self.reported
        if len(data) < 4 or int.from_bytes(data[:4], 'big') != len(data) - 4:
            return None
        try:
            said = json.loads(data[4:])
            return said['report'] if said['secret'] == self.secret else None
        except (ValueError, LookupError, TypeError):
            return None


def describe_status(status):
    return f'signal {os.WTERMSIG(status)}' if os.WIFSIGNALED(status) else f'exit {os.WEXITSTATUS(status)}'


def host_tools():
    options = Options(sys.argv[1:])
    requests_fd, replies_fd = os.dup(0), os.dup(1)
    null = os.open('/dev/null', os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    prctl(PR_SET_DUMPABLE, 0)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not options.uid_base:
        options.process_base = process_base()
    frames, count = Frames(requests_fd, 1 << 24), 0
    while True:
        try:
            request = json.loads(frames.next())
        except EOFError:
            os._exit(0)
        tool = Tool(request, options.uid_base and options.uid_base + count, options, requests_fd)
        send_frame(replies_fd, json.dumps(tool.run()).encode())
        count += 1


host_tools()
