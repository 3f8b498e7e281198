from .ground import (
    ANY_CORE, LINUX, PR_SET_DUMPABLE, PR_SET_PDEATHSIG, SIGKILL, gc, marshal, os, prctl, random, read_many_at_once,
    resource, stay_on, struct, sys, types,
)
from .frames import Frames, send_frame
from .plain_data import Borrowed, to_exception, to_json
from .candidate import become, set_limit
from .suites import CHANNEL_FD, SUITE_CACHE, Suite, TESTER_KB, record, socket
from .record import Record, Stop, reason_of, scrub, text_of


class Tester:
    """Runs test suites against candidates, one job after the other."""

    def __init__(self):
        self.channel, self.suites, self.last, self.core = socket.socket(fileno=CHANNEL_FD), {}, None, ANY_CORE

    def run(self):
        while True:
            nonce, fd, *job = self.receive()
            if self.last is not None:  # only now: a candidate would wake up and see to its own end, shortly before it is killed
                os.close(self.last)
            self.last = fd
            report = self.judge(fd, *job)
            report['nonce'] = nonce
            if LINUX and resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > TESTER_KB:
                report['isSpent'] = True  # a candidate's answers can be long, and what they took stays with this process
            send_frame(CHANNEL_FD, to_json(report))

    def receive(self):
        """The next job: what is its runner's own, the socket of its candidate, and what `judge` takes."""
        data, ancillary, _, _ = self.channel.recvmsg(1 << 14, socket.CMSG_SPACE(4))
        if not data:
            os._exit(0)
        (fd,) = struct.unpack('i', ancillary[0][2][:4])
        frames = Frames(CHANNEL_FD)
        frames.buffer = data
        own, core, *job = marshal.loads(frames.next())
        if core != self.core:
            self.core = core
            stay_on(core)
        return own, fd, *job

    def suite(self, prelude, tests, entry):
        key = (prelude, tests, entry)
        suite = self.suites.get(key)
        if suite is None:
            if len(self.suites) >= 1000 or sum(len(known[1]) for known in self.suites) > SUITE_CACHE:
                self.suites.clear()
            suite = self.suites[key] = Suite(prelude, tests, entry)
        return suite

    def judge(self, fd, limits, candidate_core, prelude, code, tests, entry, seed):
        try:
            suite = self.suite(prelude, tests, entry)
        except BaseException as error:
            return harness_error('the tests do not compile', error)
        record = Record(suite, fd)
        try:
            send_frame(fd, marshal.dumps((limits, candidate_core, suite.prelude, code, entry, seed, suite.calls, suite.is_all), 2))
        except OSError:
            record.is_unread = True  # it is gone, and had not read its program to the end: the first read will say so
        random.seed(seed)
        module = types.ModuleType('tests')
        sys.modules['tests'] = module
        namespace = module.__dict__
        try:
            exec(suite.prelude, namespace)
        except BaseException as error:
            return harness_error('the prelude raises', error)
        record.lent.append(None)
        borrowed = namespace['candidate'] = Borrowed(entry, lambda arguments, keywords: record.call(0, arguments, keywords))
        if '.' in entry:
            name, method = entry.split('.')
            namespace[name] = type(name, (), {method: staticmethod(borrowed)})  # tests write Solution().solve(...)
        else:
            namespace[entry] = borrowed
        namespace['__record__'], namespace['answer_to'], namespace['keep'] = record, record.answer_to, record.keep
        return self.run_suite(suite, record, namespace)

    def run_suite(self, suite, record, namespace):
        did_finish = False
        try:
            exec(suite.code, namespace)
            if suite.judge is not None:
                record.check_cases(namespace[suite.judge])
            if not record.is_alive or not suite.is_all:
                record.is_alive = False
                if not suite.is_all:
                    record.send(('end',))
                while not record.is_alive:
                    record.read()
            did_finish = record.stop is None
        except Stop:
            pass
        except BaseException as error:
            if not record.was_called:
                return harness_error('the tests raise before they call the candidate', error)
            number, got, text = getattr(error, 'assertion', (None, None, None))
            if number is not None:
                record.fail(number, 'f', 'assertion', text, got)
            else:
                is_own = isinstance(error, AssertionError) and not hasattr(error, 'shown')
                record.fail(None, 'e', 'assertion' if is_own else reason_of(error), text_of(error), None)
        return {
            'assertions': ''.join(record.letters),
            'failures': record.failures,
            'reason': record.reason,
            'finished': did_finish,
            'stop': record.stop,
            'isUnread': record.is_unread,
            'startFailure': start_failure(record),
            'number': record.number if record.stop else None,
            'source': suite.source(record.number) if record.stop and record.number is not None else None,
            'kept': record.kept,
        }


def run_tester(channel, options):
    """What a freshly forked tester does. Never returns."""
    null = os.open('/dev/null', os.O_RDWR)
    os.dup2(channel.fileno(), CHANNEL_FD)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    os.closerange(4, 4096)
    if LINUX:
        set_limit(resource.RLIMIT_AS, 2 << 30)
    set_limit(resource.RLIMIT_CORE, 0)
    if options.uid_base:
        become(options.uid_base - 1)
    prctl(PR_SET_PDEATHSIG, SIGKILL)
    prctl(PR_SET_DUMPABLE, 0)
    if LINUX:
        read_many_at_once()
    gc.enable()
    Tester().run()


def harness_error(what, error):
    return {'harnessError': scrub(f'{what}: {text_of(error)}')}


def start_failure(record):
    """Why the program did not start: a reason and a text."""
    if record.start_failure is None:
        return None
    where, description = record.start_failure
    if where == 'no-entry-point' or not isinstance(description, list) or len(description) != 5:
        return ['no-entry-point', 'the program defines no such function']
    error = to_exception(description, None)
    reason = reason_of(error)
    return ['syntax' if where == 'syntax' and reason == 'exception' else reason, scrub(text_of(error))]
