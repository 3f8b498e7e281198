from .ground import LINUX, SIGKILL, os, re, signal
from .layout import LEFT, NEVER_BEGAN
from .suites import DONTWAIT, FAILURES, record, socket


def control_pair():
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET if LINUX else socket.SOCK_STREAM)


def drain(job_socket):
    """Empties a socket to which nobody is left to write: what lies in it may hold open files, and so memory, for as long as a tester has it."""
    try:
        while job_socket.recv(1 << 12, DONTWAIT):
            pass
    except OSError:
        pass
    job_socket.close()


EMPTY = {'status': 'ungraded', 'reason': None, 'detail': '', 'assertions': '', 'failures': [], 'output': '', 'wallMs': 0, 'cpuMs': 0, 'runQueueDelayMs': 0, 'wasKilled': False}
STOPPED = {
    'timeout': 'no answer within the time limit',
    'output-limit': 'more output than allowed',
    'memory': 'out of memory',
    'exited-early': 'the process ended before the verdict',
    'exception': 'the answer could not be read',
}


def outcome(job, status, cpu_seconds):
    """Status, reason and record of a job, from the tester's report and the evidence of how the process ended."""
    report = job.report
    if job.cut is None and job.output.is_over():
        job.cut = 'output-limit'
    if was_out_of_memory(job, report, status):
        job.cut = 'memory'
    fault = 'check-error' if job.is_check else 'harness-error'
    if report.get('harnessError') and job.cut is None:
        return {'status': 'ungraded', 'reason': fault, 'detail': report['harnessError']}
    record = {'assertions': report.get('assertions', ''), 'failures': list(report.get('failures', []))}
    ended_signal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    reason = job.cut or ended_by(job, report, ended_signal, cpu_seconds)
    if reason is None and report.get('startFailure'):
        reason, text = report['startFailure']
        return {**record, 'status': 'unsolved', 'reason': reason, 'failures': [{'message': text}]}
    if reason is not None:
        was_killed = reason == 'exited-early' and ended_signal == SIGKILL
        return {**record, **stopped(record, report, reason), 'wasKilled': was_killed}
    if report.get('reason'):
        return {**record, 'status': 'unsolved', 'reason': report['reason']}
    if not report.get('finished'):
        return {**record, **stopped(record, report, 'exited-early')}
    if not job.done[2] and status != LEFT << 8:  # it ended while its tests ran; a child of it has answered
        return {**record, **stopped(record, report, 'exited-early')}
    if 'p' not in record['assertions']:
        return {'status': 'ungraded', 'reason': fault, 'detail': 'the tests ran no assertion'}
    kept = report.get('kept')
    return {**record, 'status': 'solved', **({'kept': f'[{", ".join(kept)}]'} if kept else {})}


def never_began(job, status):
    """Whether a job's candidate, or the checker, was gone before anything of the job had run: no program and no check did that."""
    if job.report.get('isUnread') or job.checker_status == NEVER_BEGAN << 8:
        return True
    return status == NEVER_BEGAN << 8 and not set(job.report.get('assertions', '')) & set('pfe')


def was_out_of_memory(job, report, status):
    """Whether the kernel ended the tester for memory (what it holds are the candidate's answers), or a candidate whose
    children kept the socket open, so that only the clock noticed."""
    was_killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == SIGKILL and not job.done[2]
    is_suspect = report.get('isGone') if job.cut is None else job.cut == 'timeout' and was_killed
    return bool(is_suspect) and OOM.has_grown(job)


def ended_by(job, report, ended_signal, cpu_seconds):
    """The reason when the process stopped answering by itself, by what ended it; None when it did not."""
    stop = report.get('stop')
    if stop is None or stop == 'not-started':
        return None
    if stop == 'too-large':
        return 'output-limit'
    if stop == 'unreadable':
        return 'exception'
    limit = job.limits['cpuSeconds']
    if ended_signal == signal.SIGXCPU or (ended_signal == SIGKILL and cpu_seconds >= limit):
        return 'timeout'
    if ended_signal == signal.SIGPROF and cpu_seconds >= limit / 2 and limit != int(limit):  # its timer, which counts in ticks
        return 'timeout'
    if ended_signal == SIGKILL and OOM.has_grown(job):
        return 'memory'
    return 'exited-early'


def stopped(record, report, reason):
    """The record of a run that was cut: the assertion under way did not return, later ones never ran.

    What failed before the cut stays in the record; the reason is the cut, except that an assertion which had already
    failed decides first, as everywhere.
    """
    number, letters = report.get('number'), record['assertions']
    failures = list(record['failures'])
    if reason != 'output-limit' and report.get('reason'):
        reason = report['reason']
    message = STOPPED[reason] if reason in STOPPED else 'the run was cut'
    if number is not None and number < len(letters) and letters[number] in '-p':
        letters = letters[:number] + 'e' + letters[number + 1 :]
        failures.append({'assertion': number, 'source': report.get('source') or '', 'message': message})
    elif not failures:
        failures.append({'message': message})
    return {'status': 'unsolved', 'reason': reason, 'assertions': letters, 'failures': failures[:FAILURES]}


class OomCounter:
    """How many processes the kernel has killed for memory, in this control group or on this machine."""

    def __init__(self):
        self.last, self.path, self.fd, self.pattern = 0, None, -1, re.compile(rb'^oom_kill (\d+)', re.MULTILINE)
        for path in ('/sys/fs/cgroup/memory.events', '/sys/fs/cgroup/memory/memory.oom_control', '/proc/vmstat'):
            try:
                fd = os.open(path, os.O_RDONLY)
            except OSError:
                continue
            if self.pattern.search(os.pread(fd, 1 << 14, 0)):
                self.path, self.fd = path, fd
                break
            os.close(fd)
        self.last = self.read()

    def at_start(self):
        """What a job begins with; where reading takes long, what was seen last."""
        return self.last if self.path == '/proc/vmstat' else self.read()

    def has_grown(self, job):
        """Whether there were more since the job began. Looked at only when a process was killed and not by us."""
        if self.path != '/proc/vmstat':
            return self.read() > job.oom_kills
        before, self.last = self.last, self.read()
        return self.last > before and not job.done[2]  # the whole machine's counter is no evidence about a process we ended

    def read(self):
        if self.path is None:
            return 0
        return int(self.pattern.search(os.pread(self.fd, 1 << 14, 0)).group(1))


OOM = OomCounter()
