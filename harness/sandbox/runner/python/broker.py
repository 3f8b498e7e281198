from .ground import ANY_CORE, CORES, _socket, collections, marshal, math, os, stay_on, struct, sys, time
from .frames import Frames, framed
from .plain_data import from_json
from .layout import DONE, END, KILLED, LAST, LATE, LOOK, ORDER, OWN, SOILED, START
from .cleanup import remove, send_signal, run_queue_delay_ms
from .suites import TESTER_GRACE, socket
from .tester import run_tester
from .checker import CHECKER_MB, REPORT_BYTES, read_report
from .jobs import Job, LOOK_SECONDS, Prepared, TesterHandle, limits_of, start_forker
from .channels import Channels


class Broker(Channels):
    """Takes requests in order, `--slots` under way at a time; a candidate for the next is started when one ends."""

    def __init__(self, requests_fd, replies_fd, options):
        super().__init__(replies_fd)
        self.requests, self.options = Frames(requests_fd), options
        self.queue, self.jobs, self.idle, self.prepared = collections.deque(), {}, [], []
        self.free = list(range(255, -1, -1))
        self.core = ANY_CORE
        self.is_soiled = False
        self.control, other = control_pair()
        self.forker = start_forker(other.fileno(), options)
        other.close()
        self.checkers = self.checker_forker = None  # as `control` and `forker`; from the first check on
        self.watch(requests_fd, self.on_request)
        self.watch(self.control.fileno(), self.on_done)

    def run(self):
        self.reply({'protocol': 2, 'python': sys.version.split()[0], 'ownUid': bool(self.options.uid_base), 'seccomp': self.options.seccomp})
        for _ in range(self.options.slots):
            self.order()
        while True:
            for handler in [self.handlers[fd] for fd, _ in self.poll.poll(self.pause())]:  # a number may be another's after the first of them
                handler()
            now = time.monotonic()
            for job in list(self.jobs.values()):
                if job.deadline is not None and now >= job.deadline:
                    self.on_deadline(job)
                elif now >= job.look_at and not job.is_ending:
                    job.look_at = now + LOOK_SECONDS
                    self.control.send(ORDER.pack(LOOK, job.slot, 0, 0))
                    if job.tester_before is None and job.tester and not job.is_check:
                        job.tester_before = run_queue_delay_ms(job.tester.pid)
            while self.queue and len(self.jobs) < self.options.slots:
                self.start(self.queue.popleft())

    def pause(self):
        """How long nothing has to be done unless something happens, in milliseconds. Replies are sent here, before the wait."""
        now = time.monotonic()
        if not self.queue or now >= self.send_at:  # whoever sends requests may be waiting for a reply to send the next one
            self.flush()
        if not self.jobs:
            return None
        times = [self.send_at] if self.unsent else []
        for job in self.jobs.values():
            if job.deadline is not None:
                times.append(job.deadline)
            if not job.is_ending:
                times.append(job.look_at)
        return math.ceil(max(0, min(times) - now) * 1000) if times else None

    # Starting

    def on_request(self):
        if not self.requests.fill():
            self.leave()
        while True:
            frame = self.requests.take()
            if frame is None:
                return
            request = from_json(frame)
            if request.get('mode') in ('split', 'check'):
                self.queue.append(request)
            else:
                self.reply({**EMPTY, 'id': request.get('id'), 'status': 'ungraded', 'reason': 'harness-error', 'detail': 'unknown mode'})

    def leave(self):
        """Ends what was started. The forker ends candidates under way when its socket closes, and testers end with this process."""
        for slot, job in self.jobs.items():
            if not job.is_ending:
                self.control.send(ORDER.pack(END, slot, 0, 0))
        self.control.shutdown(socket.SHUT_WR)
        if self.checkers:
            self.checkers.shutdown(socket.SHUT_WR)  # ends what it has forked, and itself
            os.waitpid(self.checker_forker, 0)
        os.waitpid(self.forker, 0)
        for tester in [*self.idle, *(job.tester for job in self.jobs.values() if not job.is_check)]:
            if tester:
                send_signal(os.kill, tester.pid)
                os.waitpid(tester.pid, 0)
        if self.options.scratch != '/tmp':
            remove(self.options.scratch)
        os._exit(0)

    def give_up(self, why):
        """Ends as a runner that is lost: the host tries the jobs under way again, in others."""
        self.flush()
        os.write(2, why.encode())
        os.close(self.replies)  # it is told now, though there may be much to end and to remove
        self.leave()

    def order(self, what=0, slot=0):
        """Has the forker do something about the candidate of a slot, and start the next one."""
        ours, theirs = _socket.socketpair()
        pipe, pipe_end = os.pipe()
        os.set_blocking(pipe, False)
        next_slot = self.free.pop()
        order = ORDER.pack(what | START, slot, next_slot, self.core)
        null = os.open('/dev/null', os.O_RDONLY)
        self.control.sendmsg([order], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, OWN.pack(theirs.fileno(), pipe_end, null))])
        theirs.close()
        os.close(pipe_end)
        os.close(null)
        self.prepared.append(Prepared(next_slot, ours, pipe, self.core))

    def take_prepared(self):
        while True:
            candidate = self.prepared.pop(0)
            if candidate.is_there():
                return candidate
            os.close(candidate.pipe)  # whatever ended it, no program did
            self.order(END, candidate.slot)

    def start(self, request):
        if request['mode'] == 'check' and self.checkers is None:
            self.start_checkers()
        core = self.core_of(request)
        if core != self.core and self.options.slots == 1:
            self.core = core
            stay_on(core)
        candidate = self.take_prepared()
        job = Job(request, candidate)
        job.core = core
        limits = limits_of(job.limits, self.options)
        if job.is_check:
            job.tester, job.has_checker = self.fork_checker(job), True
            own = limits_of({**job.limits, 'memoryMb': CHECKER_MB, 'cpuSeconds': math.ceil(job.limits['cpuSeconds'])}, self.options)
        else:
            job.tester = self.idle.pop() if self.idle else self.fork_tester()
            own = job.nonce
        payload = marshal.dumps((own, core, limits, None if core == candidate.core else core, request['prelude'], request['code'], request['tests'], request['entryPoint'], request['seed']))
        payload = framed(payload)
        sent = job.tester.channel.sendmsg([payload], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack('i', candidate.socket.fileno()))])
        if sent < len(payload):
            job.tester.channel.sendall(payload[sent:])
        self.jobs[job.slot] = job
        self.watch(job.pipe, lambda: self.on_output(job))
        self.watch(job.tester.fd, lambda: self.on_report(job))

    def core_of(self, request):
        if 1 < len(CORES) <= self.options.slots:
            taken = [job.core for job in self.jobs.values()]
            return min(range(len(CORES)), key=taken.count)
        return request.get('core', ANY_CORE)

    def fork_tester(self):
        channel, other = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            try:
                run_tester(other, self.options)
            finally:
                os._exit(97)
        other.close()
        return TesterHandle(pid, channel)

    def start_checkers(self):
        """Before the first check, and until it is ready: that is no part of a check's time."""
        self.checkers, other = control_pair()
        self.checker_forker = start_forker(other.fileno(), self.options, 'CheckerForker', 2)
        other.close()
        if not self.checkers.recv(1):
            os._exit(3)
        self.watch(self.checkers.fileno(), self.on_checker_done)

    def fork_checker(self, job):
        channel, theirs = socket.socketpair()
        null = os.open('/dev/null', os.O_RDWR)
        order = ORDER.pack(START, 0, job.slot, job.core)
        self.checkers.sendmsg([order], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, OWN.pack(theirs.fileno(), null, null))])
        theirs.close()
        os.close(null)
        return TesterHandle(None, channel, REPORT_BYTES)

    # Ending

    def end(self, job):
        if not job.is_ending:
            job.is_ending = True
            if job.pipe is not None:
                self.unwatch(job.pipe)  # what is in it is read once the process is gone
            self.order(END | LATE if job.cut == 'timeout' else END, job.slot)

    def on_deadline(self, job):
        if job.cut is None and not job.is_ending:
            job.cut = 'timeout'
            if job.tester and not job.is_check:
                job.tester_waited = max(0, run_queue_delay_ms(job.tester.pid) - (job.tester_before or 0))
        if job.is_ending:  # the tester had its grace
            job.deadline = None
            self.drop_tester(job, False)
            job.report = job.report or {}
            self.finish(job)
            return
        job.deadline = time.monotonic() + TESTER_GRACE
        self.end(job)

    def on_output(self, job):
        if job.pipe is None:
            return  # it was closed by an event of the same round
        try:
            data = os.read(job.pipe, 1 << 16)
        except BlockingIOError:
            return
        if not data:
            self.close_pipe(job)
            return
        job.output.add(data)
        if job.output.is_over() and not job.is_ending:
            job.cut = 'output-limit'
            job.deadline = time.monotonic() + TESTER_GRACE
            self.end(job)

    def close_pipe(self, job):
        if not job.is_ending:
            self.unwatch(job.pipe)
        os.close(job.pipe)
        job.pipe = None

    def on_report(self, job):
        if job.tester is None:
            return
        frames, is_open, frame = job.tester.frames, False, None
        try:
            is_open = frames.fill()
            frame = frames.take()
        except OSError:
            pass
        except OverflowError:
            frame = b''
        if frame is None and is_open:
            return
        job.report = self.report_of(job, frame)
        self.drop_tester(job, is_open and frame is not None and not job.report.get('isSpent'))
        job.deadline = None
        if not job.has_checker:  # else it is ended first, and what it called thereafter
            self.end(job)
        self.finish(job)

    def report_of(self, job, frame):
        if frame is None:
            return {'harnessError': f'the {"check" if job.is_check else "tester"} ended without a report', 'isGone': not job.is_check}
        if job.is_check:
            return read_report(frame)
        report = from_json(frame)
        return report if report.get('nonce') == job.nonce else {'harnessError': 'a report of another job'}

    def drop_tester(self, job, is_usable):
        tester, job.tester = job.tester, None
        if tester is None:
            return
        self.unwatch(tester.fd)
        if job.is_check:
            tester.channel.close()
            what = END | (LATE if job.cut == 'timeout' else 0) | (LAST if job.done is not None else 0)
            self.checkers.send(ORDER.pack(what, job.slot, 0, 0))
            return
        if is_usable:
            self.idle.append(tester)
            return
        send_signal(os.kill, tester.pid)
        os.waitpid(tester.pid, 0)
        tester.channel.close()

    def on_done(self):
        data = self.control.recv(DONE.size)
        if not data:
            os._exit(3)  # no forker, no verdicts: the host starts a new runner
        slot, status, cpu, what, waited = DONE.unpack(data)
        self.is_soiled |= bool(what & SOILED)
        if slot in self.jobs:
            self.jobs[slot].done = status, cpu, what & KILLED, waited
            self.finish(self.jobs[slot])
        else:
            self.free.append(slot)

    def on_checker_done(self):
        data = self.checkers.recv(DONE.size)
        if not data:
            os._exit(3)
        slot, status, _, what, waited = DONE.unpack(data)
        job = self.jobs[slot]
        job.has_checker, job.checker_status = False, status
        self.is_soiled |= bool(what & SOILED)
        job.tester_waited += waited
        self.end(job)
        self.finish(job)

    def finish(self, job):
        """Replies once both are there: what the tester found and how the candidate's process ended."""
        if job.report is None or job.done is None or job.has_checker:
            return
        while job.pipe is not None:
            before = job.output.size
            self.on_output(job)
            if job.pipe is not None and job.output.size == before:
                self.close_pipe(job)  # someone outside still holds the pipe, or the bound is reached
        del self.jobs[job.slot]
        self.free.append(job.slot)
        drain(job.socket)
        status, cpu, _, waited = job.done
        if never_began(job, status):
            self.give_up('a process ended before it had a program')
        self.reply({
            **EMPTY, **outcome(job, status, cpu / 1e6), 'id': job.id,
            'output': '' if job.report.get('harnessError') else job.output.text(job.cut != 'timeout'),
            'wallMs': round((time.monotonic() - job.begun) * 1000, 3), 'cpuMs': cpu / 1000, 'runQueueDelayMs': waited + job.tester_waited,
        })  # fmt: skip
        if self.is_soiled:
            self.give_up('a program has left more than could be removed in time')
