from .ground import (
    ANSWER_BYTES, CPU_TIMER, ITIMER_PROF, JOB_FD, LIBRARY_FD, PR_SET_DUMPABLE, PR_SET_PDEATHSIG, SEED, SIGKILL, builtins, chdir, closerange,
    collections, dup2, json, libc, marshal, mkdir, os, prctl, random, resource, setpgid, setitimer, setresuid, setrlimit,
    stay_on, sys, types,
)
from .frames import Frames, framed, send_all
from .plain_data import PLAIN, decode, describe, digest, encode, is_plain, to_exception, to_json

# ── Candidate ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Candidate:
    """The candidate's end of the job socket. Its answers need no guarding: a program may only fail by lying here."""

    def __init__(self, fd):
        self.fd, self.frames, self.functions, self.held, self.is_running = fd, Frames(fd), [], b'', False

    def lend(self, function):
        self.functions.append(function)
        return len(self.functions) - 1

    def hold(self, message):
        """Leaves a message to the next `send`: one write, and the tester wakes once."""
        payload = to_json(message)
        self.held += framed(payload if len(payload) <= ANSWER_BYTES else b'["too-large"]')

    def send_held(self):
        data, self.held = self.held, b''
        send_all(self.fd, data)

    def send(self, message):
        """Sends a message, and before it what was held back."""
        self.hold(message)
        self.send_held()

    def borrow(self, number, arguments, keywords):
        """Calls a function that the test passed as an argument; the tester runs it."""
        self.send(['callback', number, encode(list(arguments), self.lend), encode(keywords, self.lend)])
        answer = marshal.loads(self.frames.next())
        value = json.loads(answer[1])
        if answer[0] == 'return':
            return decode(value, self.borrow)
        raise to_exception(value, self.borrow)

    def begin(self, scratch=None):
        """Waits for the program, and takes its limits. Until here this process has seen nothing of the job it is for."""
        limits, core, *job = marshal.loads(self.frames.next())
        if core is not None:
            stay_on(core)
        if scratch is not None:
            settle(scratch)
        for which, value in limits:
            try:
                if which == CPU_TIMER:
                    setitimer(ITIMER_PROF, value)
                else:
                    setrlimit(which, value)
            except (ValueError, OSError):
                pass  # a stricter limit is already there, or the system has no such limit
        self.is_running = True
        self.start(*job)

    def start(self, prelude, code, entry, seed, calls, is_all):
        """Runs prelude (compiled) and program as two units in one namespace, then the calls that are known beforehand."""
        if seed != SEED:
            random.seed(seed)
        module = types.ModuleType('candidate')  # registered: dataclasses and pickle look for it
        sys.modules['candidate'] = module
        namespace = module.__dict__
        namespace['__builtins__'] = builtins
        where = 'prelude'
        try:
            exec(prelude, namespace)
            where = 'syntax'
            program = compile(code, '<candidate>', 'exec', dont_inherit=True)
            where = 'import'
            exec(program, namespace)
        except BaseException as error:
            if where == 'syntax' and not isinstance(error, (SyntaxError, ValueError, MemoryError, RecursionError)):
                where = 'import'
            self.finish(['failed', where, describe(error, self.lend)])
        function = namespace.get(entry) if '.' not in entry else method_of(namespace, entry)
        if not callable(function):
            self.finish(['failed', 'no-entry-point', None])
        self.functions.append(function)
        self.hold(['started'])
        if not calls:
            self.send_held()
        last = len(calls) - 1 if is_all else -1
        for index, (arguments, keywords) in enumerate(calls):
            answer = self.case_answer(function, arguments) if keywords is None else self.answer(function, arguments, keywords)
            if index == last:
                self.hold(answer)
            else:
                self.send(answer)
        if is_all:
            self.alive()

    def finish(self, message):
        flush()
        self.send(message)
        os._exit(0)

    def alive(self):
        flush()
        self.send(['alive'])

    def serve(self, scratch):
        self.begin(scratch)
        while True:
            message = marshal.loads(self.frames.next())
            if message[0] == 'end':
                self.alive()
            elif message[0] == 'call':
                self.answer_live(self.functions[message[1]], message[2], message[3])
            elif message[0] == 'case':
                self.send(self.case_answer(self.functions[0], message[1]))
            else:
                number, arguments, keywords = json.loads(message[1])
                self.answer_live(self.functions[number], decode(arguments, self.borrow), decode(keywords, self.borrow))

    def answer(self, function, arguments, keywords):
        try:
            return ['value', encode(function(*arguments, **keywords), self.lend)]
        except BaseException as error:
            return describe(error, self.lend)

    def case_answer(self, function, arguments):
        try:
            value = function(*arguments)
            return ['value', digest(value) or encode(value, self.lend)]
        except BaseException as error:
            return describe(error, self.lend)

    def answer_live(self, function, arguments, keywords):
        """As `answer`; also tells which arguments were changed in place, and whether the result is one of them."""
        arguments = list(arguments)
        own = [*arguments, *keywords.values()]
        before = snapshot(own)
        try:
            result = function(*arguments, **keywords)
            alias = next((i for i, value in enumerate(own) if value is result and type(value) not in PLAIN), None)
            answer = ['value', None if alias is not None else encode(result, self.lend)]
        except BaseException as error:
            answer, alias = describe(error, self.lend), None
        changed = None
        if before is not None and snapshot(own) != before:
            changed = encode(own, self.lend)
        self.send([*answer, alias, changed])


def method_of(namespace, entry):
    """`Solution.solve` as a function that makes a fresh instance for every call; None where there is no such method."""
    name, method = entry.split('.')
    kind = namespace.get(name)
    if not (isinstance(kind, type) and callable(getattr(kind, method, None))):
        return None
    return lambda *arguments, **keywords: getattr(kind(), method)(*arguments, **keywords)


CANDIDATE = Candidate(JOB_FD)  # made once, for all that are forked
MUTABLE = (list, dict, set, bytearray, collections.deque, tuple)


def snapshot(values):
    """Something that differs when a mutable value was changed; None when there is nothing to change."""
    if not any(isinstance(value, MUTABLE) for value in values):
        return None
    if is_plain(values):
        return marshal.dumps(values, 2)  # version 2 has no references: equal contents, equal bytes
    return json.dumps(encode(values, id))


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass


def set_limit(which, soft, hard=None):
    try:
        resource.setrlimit(which, (soft, soft if hard is None else hard))
    except (ValueError, OSError):
        pass  # a stricter limit is already there, or the system has no such limit


def sow_anew():
    """What a candidate forks has random numbers of its own; a candidate has those of its seed."""
    if CANDIDATE.is_running:
        random.seed()


def run_candidate(job_fd, output_fd, null_fd, uid, scratch, needs):
    """What a freshly forked candidate does before and while it runs untrusted code: it is ready before there is any. Never returns.

    Whatever all candidates share was done by the forker: each page that is touched here is copied for every verdict.
    """
    take_descriptors(job_fd, output_fd, null_fd)
    if uid:
        setresuid(uid, uid, uid)
        settle(scratch)
    if needs is not None:
        needs(uid)
    CANDIDATE.serve(None if uid else scratch)


def take_descriptors(job_fd, output_fd, null_fd):
    """Leaves a forked process nothing but what is its own, in a process group of its own. Not a session: each would be a new scheduler
    group, and the runner has no terminal anyway. A /dev/null that all share would carry locks and flags from one verdict to the next."""
    dup2(output_fd, 1)
    dup2(output_fd, 2)
    dup2(job_fd, JOB_FD)
    dup2(null_fd, 0)
    closerange(4, LIBRARY_FD)  # but for this, it would hold what its forker holds
    setpgid(0, 0)


def needs_of(options):
    """What else a candidate does before it has a job, as a function; None when there is nothing: its library can be read, the kernel
    ends it with its container, and it has a uid of its own."""
    if options.uid_base and options.is_first and not options.hidden:
        return None
    libc()  # once, here

    def more(uid):
        if uid and options.hidden:
            prctl(PR_SET_DUMPABLE, 1)  # the way to its library is its own /proc/self, which the change of uid has closed
        if not uid and options.seccomp:
            install_filter(options.own_filter, os.getpid())
        prctl(PR_SET_PDEATHSIG, SIGKILL)  # after the change of uid, which clears it

    return more


def settle(scratch):
    """With one uid for all only when the job is there: until then, another candidate could leave something in the folder."""
    mkdir(scratch, 0o700)
    chdir(scratch)


def keep_library_readable(options):
    """An interpreter may live below a home directory that other uids may not enter: its library is then reached through
    descriptors opened while that was allowed."""
    moved = {}
    for place in options.hidden:
        fd = os.open(place, getattr(os, 'O_PATH', os.O_RDONLY) | os.O_DIRECTORY)  # all share it: a way in, and nothing that could be locked
        os.dup2(fd, LIBRARY_FD + len(moved), inheritable=False)
        os.close(fd)
        moved[place] = f'/proc/self/fd/{LIBRARY_FD + len(moved)}'

    def move(paths):
        for place, reached in moved.items():
            paths = [reached + path[len(place) :] if path == place or path.startswith(place + '/') else path for path in paths]
        return paths

    if moved:
        sys.path[:] = move(sys.path)
        for module in list(sys.modules.values()):
            if getattr(module, '__path__', None):
                module.__path__ = move(list(module.__path__))
    sys.meta_path[-1].find_spec('no_such_module')  # lists the library's folders once, not in every candidate that imports


def become(uid):
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
