#!/usr/bin/env python3
"""Runs untrusted programs against tests and says what happened, in a way the programs cannot forge.

Kinds of process, all started from this file:

  broker     holds the protocol on stdin and stdout; never runs untrusted code or tests. In a container it is PID 1.
  forker     forks every candidate; an interpreter of its own with only the first part of this file, which has never read a
             request: a candidate inherits no test and no other program, and little memory to be copied.
  tester     runs tests that came with a dataset, one job after the other, and so holds the hidden ones; it never runs anybody else's code.
  checker    runs test text that anyone may have written ("check"), one for each job. It is forked from an interpreter of its own that has
             never read a request, is started with the first such job, and does for checkers what the forker does for candidates.
             It is limited, filtered, ended and swept as a candidate is, under another uid than any of them.
  candidate  one for each verdict: own uid where the runner may change uid, rlimits, own process group, own scratch
             directory; of all descriptors it has /dev/null, an output pipe and its job socket. It is forked when the one before
             has ended and nothing is left of that, and waits; no program is known at that time.

The tester calls the candidate over the job socket, on which only plain data travels (see "Plain data"), so no object of
the candidate ever lives in the process that decides. A verdict is what the tester sends to the broker, on a socket the
candidate does not have, with the nonce of its job. Afterwards everything the candidate started is killed and reaped.

Protocol: frames of a 4-byte big-endian length and JSON. First a hello {protocol, python, ownUid, seccomp}; then
  request {id, mode: "split"|"check", prelude, code, entryPoint, tests, seed, limits{wallMs, cpuSeconds, memoryMb, processes, fileMb, outputBytes}, core?}
  reply   {id, status, reason, detail, assertions, failures[], output, wallMs, cpuMs, waitedMs, wasKilled, kept?}
in any order. Requests are begun in theirs, --slots at a time; what else has come waits here. "split" runs the tests in a tester, "check" in a checker.
What a checker reports is what untrusted code says: it is evidence for a loop and no grade, a report that is none is the check's own fault, and its texts are
cut and cleaned here (`read_report`).
A verdict is one process waking the next, which is quickest when all of them stay on one core: on number `core` (0, 1, …) of those the runner may
use, or, where as many verdicts may be under way as there are cores, on the one that has the fewest.
waitedMs is for a wall clock that was met: how long the candidate or its tester was ready to run and had no core. wasKilled: SIGKILL ended the
candidate, and nothing here sent it: itself, or somebody outside. End of stdin ends everything.

What is solved: at least one assertion ran, every one that ran held each time, the tests ran to their end and the candidate's
process, which is still there, answered after that. An assertion in a branch not taken is "-" and legal: the branch is the test author's. The first
assertion that did not hold decides the reason. An exception in the tests which the candidate cannot have caused (it had
not been called yet) is the suite's fault: `ungraded`, never `unsolved`.

Plain data: numbers of any size, text, bytes, None, lists, tuples, sets, dicts and their views, deques, ranges, Decimal, Fraction,
naive dates and times; iterators as their first items. Arguments changed in place are changed in the test too, and a result
that is an argument is that argument. Functions, in either direction, are called back over the socket. Other objects arrive as
Opaque values that equal nothing (a match object is true); so tests of methods of a returned object cannot be run.

Cases: a suite may end with `check_cases(agrees, '<JSON>')`, a table of [arguments, expected, ...more] in the form of `encode`: one
assertion a case, which holds when agrees(got, expected, arguments, ...more) is true. A long value travels in a case as its
Digest, whose hash no candidate can know without the value. `answer_to(*arguments)` calls as a case does; what a suite gives
to `keep(value)` comes back in the reply's `kept`: so expected values are computed.

What one uid for all (not started as root, or without that right) leaves open: candidates under way at the same time may look
at each other's scratch directories. A system call filter keeps them from signalling, tracing and limiting other processes,
from leaving their process group and from the network; broker, forker, tester and candidates are not dumpable, so /proc shows nothing of
their memory and descriptors. Where the kernel has no seccomp a candidate could end the runner: a lost sandbox, never a verdict.

Python 3.8 or later, standard library only. Without Linux there is no subreaper, no seccomp and no memory limit.
"""
import sys

if sys.path and sys.path[0]:
    del sys.path[0]  # the script's own folder: not for candidates

import _socket, builtins, gc, json, marshal, os, re, resource, signal, struct, time, types

at_fork, os.register_at_fork = os.register_at_fork, lambda **hooks: None
import random  # seeds itself anew in every forked process: here only in what candidates fork, see `sow_anew`

os.register_at_fork = at_fork
import bisect, collections, copy, functools, heapq, itertools, math, operator, string, typing  # what most programs import

# Names of their own, for what a candidate calls once: looking up an attribute for the first time writes to more pages, and each of
# them is copied for every verdict.
from os import WNOHANG, chdir, close, closerange, dup2, fork, kill, killpg, mkdir, pread, rmdir, setpgid, setresuid, stat, waitpid
from resource import RUSAGE_CHILDREN, getrusage, setrlimit

LINUX = sys.platform.startswith('linux')
LIBC, SIGKILL = [], int(signal.SIGKILL)
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 36, 38
ANSWER_BYTES = 16 << 20  # the longest answer of a candidate that is read
GENERATOR_ITEMS = 10_000  # how much of a returned generator is looked at
TEXT = 300  # the longest text in a report, in characters
BIG = 1 << 63
LONG = 8192  # a value whose normal form is longer travels in a case as its digest
UIDS = 25_000  # so many uids are given to candidates, one after the other, and as many more to checkers
LIBRARY_FD = 256  # the first of the descriptors through which candidates read the interpreter's library
SEED = 0  # the usual seed of `random`: the forker has sown it for all candidates
JOB_FD = 3  # a candidate's end of its job socket
ANY_CORE = 0xFFFF
CONTROL_FD = 3  # the forker's end of its socket to the broker; descriptors that arrive on it have higher numbers


def libc():
    """The C library. It is loaded where it is needed: what the forker does not hold, no candidate pays for."""
    if not LIBC:
        import ctypes

        LIBC.append(ctypes.CDLL(None, use_errno=True))
    return LIBC[0]


def prctl(option, value):
    return libc().prctl(option, value, 0, 0, 0) if LINUX else -1


CORES = sorted(os.sched_getaffinity(0)) if LINUX else []


def stay_on(core):
    """Binds this process, and what it will start, to one of the cores it may use; ANY_CORE frees it."""
    if CORES:
        try:
            os.sched_setaffinity(0, CORES if core == ANY_CORE else [CORES[core % len(CORES)]])
        except OSError:
            pass  # what it may use has changed since: the kernel has bound it


def read_many_at_once():
    """On one core, what arrives no longer interrupts the process that sends it: this one wakes when that waits."""
    try:
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    except OSError:
        pass  # it is only slower


def bounded(text, size=TEXT):
    return text if len(text) <= size else text[: size - 1] + '…'


# ── Frames ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def framed(payload):
    return len(payload).to_bytes(4, 'big') + payload


def send_all(fd, data):
    while data:
        data = data[os.write(fd, data) :]


def send_frame(fd, payload):
    send_all(fd, framed(payload))


class Frames:
    """Reads frames from a descriptor: one read() for a whole message in the common case."""

    def __init__(self, fd, limit=1 << 31):
        self.fd, self.limit, self.buffer = fd, limit, b''

    def take(self):
        """The next frame already in the buffer, or None."""
        if len(self.buffer) < 4:
            return None
        size = int.from_bytes(self.buffer[:4], 'big')
        if size > self.limit:
            raise OverflowError('message too long')
        if len(self.buffer) < 4 + size:
            return None
        frame, self.buffer = self.buffer[4 : 4 + size], self.buffer[4 + size :]
        return frame

    def fill(self):
        """Reads once; False at the end of the stream."""
        data = os.read(self.fd, 1 << 18 if self.buffer else 1 << 14)  # a small block costs malloc less
        self.buffer = self.buffer + data if self.buffer else data
        return bool(data)

    def next(self):
        while True:
            frame = self.take()
            if frame is not None:
                return frame
            if not self.fill():
                raise EOFError


# ── Plain data ──────────────────────────────────────────────────────────────────────────────────────────────────────
# Values travel as JSON with type tags; the decoder builds builtin values only. A subclass of a builtin type travels as
# the base type's real value. A function is lent: the other side gets a number it may call back. Anything else arrives
# as an Opaque. Calls whose arguments are all plain go to the candidate as marshal (its data comes from the tester, which
# is trusted; the other direction is always JSON).

PLAIN = {int, float, str, bool, type(None)}
VIEWS = {type({}.keys()): 'keys', type({}.values()): 'values', type({}.items()): 'items'}


MOMENTS = ('datetime', 'date', 'time')


def of_module(module, name):
    """A type of a module that few programs use: the forker does not have it, and where it was not imported no value is of it."""
    return getattr(sys.modules.get(module), name, None)


def encode(value, lend):
    """The JSON form of a value; `lend(function)` gives the number under which a function is lent."""
    kind = type(value)
    if kind in PLAIN:
        return value if kind is not int or -BIG < value < BIG else ['n', hex(value)]
    if kind is list:
        return ['l', *[encode(item, lend) for item in value]]
    if kind is tuple:
        return ['t', *[encode(item, lend) for item in value]]
    if isinstance(value, dict):
        return ['d', *[[encode(key, lend), encode(item, lend)] for key, item in dict.items(value)]]
    if kind is Digest:
        return ['#', value.sum, value.beginning]
    for base, tag in ((int, ''), (float, ''), (str, ''), (list, 'l'), (tuple, 't'), (set, 's'), (frozenset, 'f'), (collections.deque, 'q')):
        if isinstance(value, base):
            if tag:
                return [tag, *[encode(item, lend) for item in base.__iter__(value)]]
            if base is str:
                return str.__str__(value)
            return encode(base.__add__(value, base(0)), lend)
    if isinstance(value, (bytes, bytearray)):
        import binascii

        return ['b' if isinstance(value, bytes) else 'B', binascii.b2a_base64(value, newline=False).decode()]
    if isinstance(value, complex):
        return ['c', value.real, value.imag]
    if kind is range:
        return ['r', *[encode(part, lend) for part in (value.start, value.stop, value.step)]]
    if kind is of_module('decimal', 'Decimal'):
        return ['D', str(value)]
    if kind is of_module('fractions', 'Fraction'):
        return ['F', hex(value.numerator), hex(value.denominator)]
    if kind in [of_module('datetime', name) for name in MOMENTS] and getattr(value, 'tzinfo', None) is None:
        return ['T', kind.__name__, value.isoformat()]
    if kind is of_module('datetime', 'timedelta'):
        return ['T', 'timedelta', value.days, value.seconds, value.microseconds]
    if kind in VIEWS:
        return ['v', VIEWS[kind], *[encode(item, lend) for item in value]]
    if hasattr(kind, '__next__'):
        return encode_iterator(value, lend)
    if callable(value):
        return ['call', lend(value), kind.__name__]
    if kind is re.Match:
        return ['o', 'Match', True]
    return ['o', kind.__name__]


def encode_iterator(value, lend):
    """An iterator travels as its first items and how it went on: ended, raised, or longer than is looked at."""
    items = []
    try:
        for item in value:
            if len(items) == GENERATOR_ITEMS:
                return ['i', items, ['cut']]
            items.append(encode(item, lend))
    except Exception as error:
        return ['i', items, describe(error, lend)]
    return ['i', items, None]


def describe(error, lend):
    """An exception as data: its name, the nearest builtin type, its text, its arguments."""
    name = type(error).__name__
    base = next((kind.__name__ for kind in type(error).__mro__ if getattr(builtins, kind.__name__, None) is kind), 'Exception')
    try:
        text = f'{error.msg} (line {error.lineno})' if isinstance(error, SyntaxError) else str(error)
    except BaseException:
        text = ''
    try:
        arguments = encode(list(error.args), lend)
        if len(json.dumps(arguments)) > 4000:
            arguments = None
    except BaseException:
        arguments = None
    return ['raised', name, base, text[:2000], arguments]


def is_plain(value):
    """Whether marshal carries a value as it is: it would make bytes of a bytearray, and refuses most else."""
    kind = type(value)
    if kind in PLAIN or kind is bytes:
        return True
    if kind is dict:
        return all(is_plain(key) and is_plain(item) for key, item in value.items())
    return kind in (list, tuple, set, frozenset) and all(map(is_plain, value))


class Opaque:
    """A value with no plain form: equal to nothing, itself included, and neither true nor false."""

    def __init__(self, name, is_match=False):
        self._name, self._is_match = name, is_match

    def __eq__(self, other):
        return False

    def __ne__(self, other):
        return True

    __hash__ = object.__hash__

    def __bool__(self):
        if self._is_match:  # tests ask whether there is one; a program that lies here could as well answer True
            return True
        raise TypeError(f'a {self._name} object has no plain value')

    def __repr__(self):
        return f'<{self._name} object>'


class Borrowed(Opaque):
    """A function of the other side: calling it calls it there."""

    def __init__(self, name, call):
        super().__init__(name)
        self._call = call

    def __call__(self, *arguments, **keywords):
        return self._call(arguments, keywords)


def to_exception(description, borrow):
    """The exception that `describe` described; of the nearest builtin type."""
    _, name, base, text, arguments = description
    kind = getattr(builtins, str(base), Exception)
    if not (isinstance(kind, type) and issubclass(kind, BaseException)):
        kind = Exception
    try:
        error = kind(*decode(arguments, borrow)) if arguments is not None else kind(str(text))
    except Exception:
        error = RuntimeError(str(text))
    error.shown = f'{name}: {text}' if text else str(name)
    return error


def iterate(items, end, borrow):
    yield from items
    if end and end[0] == 'cut':
        raise RuntimeError(f'only the first {GENERATOR_ITEMS} items of a generator are looked at')
    if end:
        raise to_exception(end, borrow)


def decode(value, borrow):
    """Rebuilds a value; `borrow(number, arguments, keywords)` calls a function of the other side."""
    if type(value) is not list:
        return value
    tag = value[0]
    if tag == 'd':
        return {decode(key, borrow): decode(item, borrow) for key, item in value[1:]}
    if tag in SEQUENCES:
        return SEQUENCES[tag]([decode(item, borrow) for item in value[1:]])
    if tag == 'n':
        return int(value[1], 16)
    if tag == 'b' or tag == 'B':
        import binascii

        data = binascii.a2b_base64(value[1])
        return data if tag == 'b' else bytearray(data)
    if tag == 'c':
        return complex(value[1], value[2])
    if tag == 'D':
        import decimal

        return decimal.Decimal(value[1])
    if tag == 'F':
        import fractions

        return fractions.Fraction(int(value[1], 16), int(value[2], 16))
    if tag == 'T':
        import datetime

        if value[1] == 'timedelta':
            return datetime.timedelta(*map(int, value[2:5]))
        return getattr(datetime, MOMENTS[MOMENTS.index(value[1])]).fromisoformat(value[2])
    if tag == 'v':
        items = [decode(item, borrow) for item in value[2:]]
        return dict.fromkeys(items).keys() if value[1] == 'keys' else dict(enumerate(items)).values() if value[1] == 'values' else dict(items).items()
    if tag == 'i':
        return iterate([decode(item, borrow) for item in value[1]], value[2], borrow)
    if tag == '#':
        return Digest(str(value[1]), str(value[2])[:TEXT])
    if tag == 'call':
        number = int(value[1])
        return Borrowed(str(value[2]), lambda arguments, keywords: borrow(number, arguments, keywords))
    return Opaque(str(value[1])[:80], len(value) > 2)


class Digest(Opaque):
    """Stands for a long value: equal to the digest of an equal value and to nothing else."""

    def __init__(self, sum, beginning):
        self.sum, self.beginning = sum, beginning

    def __eq__(self, other):
        return type(other) is Digest and other.sum == self.sum

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def __bool__(self):
        return True

    def __repr__(self):
        return self.beginning


def digest(value):
    """The encoded Digest of a value, or None when it is not long."""
    if not is_plain(value):
        return None
    try:
        if len(marshal.dumps(value, 2)) < LONG // 16:  # no normal form is that many times as long
            return None
        normal = marshal.dumps(normalised(value), 2)
    except ValueError:
        return None  # nested too deeply
    if len(normal) <= LONG:
        return None
    import hashlib  # here: rarely needed, and much to have in every candidate
    size = len(value) if hasattr(value, '__len__') else value.bit_length()
    beginning = repr(value[:20])[:100] if isinstance(value, (str, list, tuple)) else type(value).__name__
    return ['#', hashlib.sha256(normal).hexdigest(), f'{beginning}… ({size} {"items" if hasattr(value, "__len__") else "bits"})']


def normalised(value):
    """The same for equal plain values: 1, 1.0 and True are one, a set has one order. Numbers in a row become doubles."""
    kind = type(value)
    if kind in (list, tuple):
        kinds = set(map(type, value))
        if kinds <= {str}:
            return value
        if kinds <= {int, float, bool}:
            if all(map(float(1 << 53).__gt__, map(abs, value))):
                import array

                return kind([array.array('d', value).tobytes()])
            return kind([('n', *map(normalised, value))])
        return kind(map(normalised, value))
    if kind is float and value.is_integer() or kind is bool:
        return int(value)
    if kind is dict:
        return ('d', *sorted([marshal.dumps((normalised(key), normalised(item)), 2) for key, item in value.items()]))
    if kind in (set, frozenset):
        return ('s', *sorted([marshal.dumps(normalised(item), 2) for item in value]))
    return value


SEQUENCES = {'l': list, 't': tuple, 's': set, 'f': frozenset, 'q': collections.deque, 'r': lambda parts: range(*parts)}


def put_back(old, new):
    """Gives a mutable argument the contents it has after the call, keeping the identity of what it holds where it can."""
    if type(old) is list and type(new) is list:
        kept = [keep(old[i], item) if i < len(old) else item for i, item in enumerate(new)]
        old[:] = kept
    elif type(old) is dict and type(new) is dict:
        kept = {key: keep(old[key], item) if key in old else item for key, item in new.items()}
        old.clear()
        old.update(kept)
    elif type(old) is set and type(new) is set:
        old.clear()
        old.update(new)
    elif type(old) is bytearray and type(new) is bytearray:
        old[:] = new
    elif type(old) is collections.deque and type(new) is collections.deque:
        old.clear()
        old.extend(new)


def keep(old, new):
    if type(old) is type(new) and type(old) in (list, dict, set, bytearray):
        put_back(old, new)
        return old
    return new


def json_encoder():
    """json.dumps for trees, which `encode` makes; the encoder is built once and not for every message."""
    try:
        chunks = json.encoder.c_make_encoder(None, None, json.encoder.encode_basestring_ascii, None, ': ', ', ', False, False, True)
        if ''.join(chunks(['value', [1, None]], 0)) == '["value", [1, null]]':
            return lambda value: ''.join(chunks(value, 0)).encode()
    except (AttributeError, TypeError):
        pass
    return lambda value: json.dumps(value).encode()


to_json, scan_json = json_encoder(), json.JSONDecoder().scan_once


def from_json(data):
    """json.loads of bytes, without looking for other encodings than UTF-8; a ValueError when that is not what it is."""
    text = data.decode('utf-8', 'surrogatepass')
    try:
        value, end = scan_json(text, 0)
    except StopIteration:
        raise ValueError('not JSON') from None
    if end != len(text):
        raise ValueError('more than JSON')
    return value


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
        function = namespace.get(entry)
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


# ── seccomp ─────────────────────────────────────────────────────────────────────────────────────────────────────────
# A system call filter takes what could outlive a verdict, or reach another process past permissions. All that a candidate or checker starts
# has it too. Where all processes share one uid, permissions do not keep it from signalling its tester either: a second, small filter does.
# docker/README.md has the table of what a verdict could leave and what becomes of it.

MACHINES = {'x86_64': (0, 0xC000003E), 'aarch64': (1, 0xC00000B7)}  # place in the table, AUDIT_ARCH
SYSCALLS = dict(
    kill=(62, 129), tkill=(200, 130), tgkill=(234, 131), rt_sigqueueinfo=(129, 138), rt_tgsigqueueinfo=(297, 240), pidfd_send_signal=(424, 424),
    pidfd_open=(434, 434), pidfd_getfd=(438, 438), ptrace=(101, 117), process_vm_readv=(310, 270), process_vm_writev=(311, 271), kcmp=(312, 272),
    process_madvise=(440, 440), process_mrelease=(448, 448), move_pages=(279, 239), migrate_pages=(256, 238), prlimit64=(302, 261),
    setpriority=(141, 140), sched_setaffinity=(203, 122), sched_setscheduler=(144, 119), sched_setparam=(142, 118), sched_setattr=(314, 274),
    ioprio_set=(251, 30), setsid=(112, 157), setpgid=(109, 154), io_uring_setup=(425, 425), socket=(41, 198), socketpair=(53, 199),
    sendmsg=(46, 211), sendmmsg=(307, 269),
    keyctl=(250, 219), add_key=(248, 217), request_key=(249, 218), perf_event_open=(298, 241), bpf=(321, 280), userfaultfd=(323, 282),
    memfd_secret=(447, 447), fanotify_init=(300, 262), fanotify_mark=(301, 263), quotactl=(179, 60), quotactl_fd=(443, 443),
    shmget=(29, 194), shmat=(30, 196), shmctl=(31, 195), shmdt=(67, 197), semget=(64, 190), semctl=(66, 191), semtimedop=(220, 192), semop=(65, 193),
    msgget=(68, 186), msgctl=(71, 187), msgrcv=(70, 188), msgsnd=(69, 189), mq_open=(240, 180), mq_unlink=(241, 181), mq_timedsend=(242, 182),
    mq_timedreceive=(243, 183), mq_notify=(244, 184), mq_getsetattr=(245, 185), unshare=(272, 97), setns=(308, 268), clone=(56, 220),
    clone3=(435, 435), mount=(165, 40), umount2=(166, 39), pivot_root=(155, 41), chroot=(161, 51), open_tree=(428, 428), move_mount=(429, 429),
    fsopen=(430, 430), fsmount=(432, 432), fspick=(433, 433), mount_setattr=(442, 442), fcntl=(72, 25), ioctl=(16, 29),
)  # fmt: skip
SAME_UID_DENIED = ('setsid', 'setpgid', 'tkill', 'rt_sigqueueinfo', 'rt_tgsigqueueinfo', 'setpriority')  # in one process group, one kill ends all
OWN_ONLY = ('kill', 'tgkill', 'prlimit64', 'sched_setaffinity', 'sched_setscheduler', 'sched_setparam')  # with one uid: first argument 0 or own pid
NAMESPACES = 0x7E020000  # CLONE_NEWNS, -CGROUP, -UTS, -IPC, -USER, -PID, -NET
# By name: the argument that decides, how, and the values. 'only': these; 'never': any but these; 'without': none of these bits.
ARGUMENTS = {
    'socket': (0, 'only', (int(_socket.AF_UNIX),)),
    'socketpair': (0, 'only', (int(_socket.AF_UNIX),)),
    'clone': (0, 'without', (NAMESPACES,)),
    # The kernel sends signals to whoever is named as a descriptor's owner: F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_NOTIFY; the hints
    # F_SET_RW_HINT, F_SET_FILE_RW_HINT stay with a file.
    'fcntl': (1, 'never', (8, 10, 15, 1024, 1026, 1036, 1038)),
    'ioctl': (1, 'never', (0x8901, 0x8902, 0x5452, 0x5412, 0x541C)),  # FIOSETOWN, SIOCSPGRP, FIOASYNC, TIOCSTI, TIOCLINUX
}  # fmt: skip
OWN_PID = 0x7EADBEEF
EPERM, ENOSYS = 1, 38
LOAD, EQUAL, AT_LEAST, ANY_BIT, GIVE = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL = 0x7FFF0000, 0x80000000


def bpf(code, true, false, value):
    return struct.pack('HBBI', code, true, false, value & 0xFFFFFFFF)


def refuse(error=EPERM):
    return bpf(GIVE, 0, 0, 0x00050000 | error)


def by_argument(place, how, values):
    """Decides a call by one of its arguments, of which the kernel takes 32 bits."""
    code = bpf(LOAD, 0, 0, 16 + 8 * place)
    if how == 'without':
        return code + bpf(ANY_BIT, 0, 1, values[0]) + refuse() + bpf(GIVE, 0, 0, ALLOW)
    yes, no = (bpf(GIVE, 0, 0, ALLOW), refuse()) if how == 'only' else (refuse(), bpf(GIVE, 0, 0, ALLOW))
    for index, value in enumerate(values):
        code += bpf(EQUAL, len(values) - index, 0, value)
    return code + no + yes


def filter_program(is_same_uid):
    """A classic BPF program as bytes: EPERM for what a candidate has no business with, everything else allowed; None for another machine.

    Of two, one is the same for all candidates. The other is for those that share a uid with all others: in it, OWN_PID stands where
    each one's own process id belongs.
    """
    place, arch = MACHINES.get(os.uname().machine, (None, None))
    if place is None:
        return None
    if is_same_uid:
        rules = {**dict.fromkeys(SAME_UID_DENIED, refuse()), **dict.fromkeys(OWN_ONLY, by_argument(0, 'only', (0, OWN_PID)))}
    else:
        rules = {name: refuse() for name in SYSCALLS if name not in (*SAME_UID_DENIED, *OWN_ONLY)}
        rules['clone3'] = refuse(ENOSYS)  # its flags lie in memory where no filter sees them: the library then takes `clone`
        rules.update((name, by_argument(*rule)) for name, rule in ARGUMENTS.items())
    code = bpf(LOAD, 0, 0, 4) + bpf(EQUAL, 1, 0, arch) + bpf(GIVE, 0, 0, KILL) + bpf(LOAD, 0, 0, 0)
    if place == 0:
        code += bpf(AT_LEAST, 0, 1, 0x40000000) + refuse()  # the x32 calls are the same calls under other numbers
    for name, rule in rules.items():
        code += bpf(EQUAL, 0, len(rule) // 8, SYSCALLS[name][place]) + rule
    return code + bpf(GIVE, 0, 0, ALLOW)


def install_filter(program, pid):
    """Installs the filter on this process and all it will start; False where the kernel or machine has none."""
    if program is None or prctl(PR_SET_NO_NEW_PRIVS, 1) != 0:
        return False
    import ctypes

    program = program.replace(struct.pack('I', OWN_PID), struct.pack('I', pid))
    code = ctypes.c_char_p(program)
    header = struct.pack('HxxxxxxP', len(program) // 8, ctypes.cast(code, ctypes.c_void_p).value)
    return libc().prctl(PR_SET_SECCOMP, 2, ctypes.c_char_p(header), 0, 0) == 0


# ── Forker ──────────────────────────────────────────────────────────────────────────────────────────────────────────

ORDER = struct.Struct('>BBBH')  # what to do (a sum), the slot whose candidate it is about, that of the candidate that is started, its core
DONE = struct.Struct('>BiQBI')  # slot, wait status, cpu microseconds, what else (a sum), milliseconds it waited for a core
KILLED, SOILED = 1, 2  # it had to be killed; what it left is still there: no further verdict here
CLEAN_SECONDS = 4  # how long what a verdict has left is removed; somebody may have made a million folders
START, END, LATE, LOOK, LAST = 1, 2, 4, 8, 16  # LATE: tell how long it waited for a core; LOOK: whether it has ended; LAST: see `CheckerForker`
OWN = struct.Struct('iii')  # a candidate's descriptors: job socket, output pipe, /dev/null
ANCILLARY = _socket.CMSG_SPACE(OWN.size)
LEFT = 99  # how a candidate exits when the tester has left it
NEVER_BEGAN = 98  # how a candidate or checker exits when it could not begin: nothing of its job has run


REHEARSAL = """
def first(items: List[int], text: str = 'a b') -> Optional[Dict[str, Tuple[int, ...]]]:
    '''Uses what most programs use.'''
    found, seen = {}, set()
    for index, item in enumerate(sorted(items, key=lambda item: -item)):
        if item in seen or not isinstance(item, int):
            continue
        seen.add(item)
        found.setdefault(str(item % 7), []).append(index)
    words = [word.strip().lower() for word in text.split(' ') if word]
    while words and len(words) > 1:
        words.pop()
    result = ''.join(reversed(words)) + f'{math.floor(sum(items) / 2)}'
    return {key: tuple(value) for key, value in found.items() if max(value) >= min(value) and result.startswith('a')}
"""


def rehearse():
    """Goes a candidate's way with a program of our own: caches are filled and code is specialised here, once."""
    ours, theirs = _socket.socketpair()
    calls = [(([3, 1, 2],), {}), (([5, 5], 'A c'), {})]
    prelude = compile('import math\nfrom typing import Dict, List, Optional, Tuple\n', '<prelude>', 'exec', dont_inherit=True)
    limits = [(resource.RLIMIT_CORE, (0, 0))] * 2
    request = marshal.dumps((limits, None, prelude, REHEARSAL, 'first', 0, calls, True), 2)
    for _ in range(20):
        send_frame(ours.fileno(), request)
        Candidate(theirs.fileno()).begin()
        frames = Frames(ours.fileno())
        while json.loads(frames.next()) != ['alive']:
            pass
    del sys.modules['candidate']
    random.seed(SEED)


def fill_gaps():
    """Takes the free places between the objects that stay, and returns what takes them: what a candidate makes will then lie together,
    on fewer pages."""
    taken = []
    for size in range(48, 513, 16):
        last, in_row = 0, 0
        while in_row < 3 and len(taken) < 50_000:  # three in a row: the page is a fresh one
            taken.append(bytes(size - 33))
            in_row = in_row + 1 if id(taken[-1]) == last + size else 0
            last = id(taken[-1])
    return taken


def fill_malloc_gaps():
    """Takes the free places of malloc below the end of what it has in use."""
    import ctypes

    malloc = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)(('malloc', libc()))
    free = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(('free', libc()))
    end, count = malloc(100_000), 0
    free(end)
    for size in [*(int(100_000 * 0.8**step) for step in range(21)), *range(1000, 8, -16)]:
        while count < 50_000:
            place = malloc(size)
            if place >= end:
                free(place)
                break
            count += 1


HUGE = 2 << 20  # bytes of a huge page
PROT_READ, PROT_WRITE, PROT_EXEC, MAP_PRIVATE, MAP_ANONYMOUS, MADV_HUGEPAGE, MREMAP_MAYMOVE, MREMAP_FIXED = 1, 2, 4, 2, 32, 14, 1, 2


def text_range():
    """Where the interpreter's own text and constants lie, as far as they fill huge pages: begin and end."""
    own, begin, end = os.path.realpath('/proc/self/exe'), 0, 0
    with open('/proc/self/maps') as file:
        for place, rights, _, _, _, *path in map(str.split, file):
            first, last = (int(part, 16) for part in place.split('-'))
            if path == [own] and 'w' not in rights and first == (end or first):
                begin, end = begin or first, last
    return -(-begin // HUGE) * HUGE, end // HUGE * HUGE


def is_huge(begin, size):
    """Whether the kernel gave huge pages for all of a mapping."""
    with open('/proc/self/smaps') as file:
        for line in file:
            if line.startswith(f'{begin:x}-'):
                return next(int(line.split()[1]) << 10 for line in file if line.startswith('AnonHugePages:')) == size
    return False


def move_text_to_huge_pages():
    """Puts a copy of the interpreter's text in the place of the text. A candidate inherits a huge page as one entry: nothing is
    mapped bit by bit while it runs and taken apart when it ends, which is a tenth of a verdict. Constants among it become
    executable, which matters to nobody: a candidate may run any code. Where anything is missing all stays as it is."""
    import ctypes

    begin, end = text_range()
    size, library = end - begin, libc()
    if size <= 0:
        return
    address, length, number = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    mmap = ctypes.CFUNCTYPE(address, address, length, number, number, number, ctypes.c_long)(('mmap', library))
    mremap = ctypes.CFUNCTYPE(address, address, length, length, number, address)(('mremap', library))
    munmap = ctypes.CFUNCTYPE(number, address, length)(('munmap', library))
    room = mmap(None, size + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if room is None or room == ctypes.c_void_p(-1).value:
        return
    place = -(-room // HUGE) * HUGE
    library.madvise(address(place), length(size), MADV_HUGEPAGE)
    ctypes.memmove(place, begin, size)
    spare = [(room, place), (place + size, room + size + HUGE), (place, place + size)]
    if is_huge(place, size) and library.mprotect(address(place), length(size), PROT_READ | PROT_EXEC) == 0:
        if mremap(place, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, begin) == begin:
            spare.pop()
    for first, last in spare:
        if first < last:
            munmap(first, last - first)


class Forker:
    first_uid = 0  # beyond --uid-base
    run_child = staticmethod(run_candidate)

    def __init__(self, options):
        self.control, self.options, self.live, self.count = _socket.socket(fileno=CONTROL_FD), options, {}, 0
        self.children, self.usual, self.home, self.needs, self.core = None, self.new_scratch(), None, None, ANY_CORE
        self.is_soiled = False  # what a verdict has left could not be removed in time
        self.shared = {}  # folders that verdicts share, and their size when they are empty
        self.is_last = 0
        if options.uid_base:  # what all candidates share is done once, here
            os.setgroups([])
            os.setresgid(options.uid_base, options.uid_base, options.uid_base)
        else:
            prctl(PR_SET_DUMPABLE, 0)
        try:
            self.children = os.open(f'/proc/self/task/{os.getpid()}/children', os.O_RDONLY)
        except OSError:
            pass

    def run(self):
        self.prepare()
        while True:
            data, ancillary, _, _ = self.control.recvmsg(ORDER.size, ANCILLARY)
            if not data:  # the broker is gone, killed perhaps: what candidates started must not outlive it
                for slot in list(self.live):
                    self.end(slot)
                os._exit(0)
            what, slot, next_slot, core = ORDER.unpack(data)
            if what & LOOK:
                self.look(slot)
            self.is_last = what & LAST
            if what & END:
                waited = waited_ms(self.live[slot][0]) if what & LATE else 0
                self.control.send(DONE.pack(slot, *self.end(slot), waited))
            if what & START:
                if core != self.core:
                    self.core = core
                    stay_on(core)
                self.start(next_slot, *OWN.unpack(ancillary[0][2][: OWN.size]))

    def look(self, slot):
        """A job takes long. When its candidate has ended it is over, though a process it left may hold its job socket."""
        pid, uid, _ = self.live[slot]
        if hasattr(os, 'waitid') and os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            send_signal(os.killpg, pid)
            self.sweep(uid)

    def new_scratch(self):
        self.count += 1
        return f'{self.options.scratch}/{self.count}-{os.urandom(6).hex()}'

    def set_home(self, scratch):
        if self.home != scratch:
            self.home = os.environ['HOME'] = os.environ['TMPDIR'] = scratch

    def prepare(self):
        """Does once what would cost every candidate: it inherits the result."""
        null = os.open('/dev/null', os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        reading, pipe = os.pipe()  # the streams are made over a pipe, as a candidate's will be: one that could seek would behave otherwise
        os.dup2(pipe, 1)
        os.dup2(pipe, 2)
        os.close(pipe)
        os.close(reading)
        keep_library_readable(self.options)
        sys.stdin = open(0, closefd=False)
        sys.stdout = open(1, 'w', encoding='utf-8', errors='backslashreplace', closefd=False)
        sys.stderr = open(2, 'w', encoding='utf-8', errors='backslashreplace', closefd=False)
        sys.argv[:] = ['']
        os.environ.pop('LD_BIND_NOW', None)  # for this process: what a program starts is not slowed down by it
        builtins.exit = builtins.quit = sys.exit  # `site` is not loaded
        os.umask(0o077)
        set_limit(resource.RLIMIT_CORE, 0)
        set_limit(resource.RLIMIT_NOFILE, 64)
        self.needs = needs_of(self.options)
        if self.options.private_tmp:
            self.shared = {folder: empty_size(folder) for folder in ('/tmp', '/dev/shm') if os.path.isdir(folder)}
        self.warm_up()
        gc.freeze()  # what candidates inherit is never looked at again

    def warm_up(self):
        if LINUX and os.uname().machine == 'x86_64':  # elsewhere copied text would have to be made known to the processor first
            try:
                move_text_to_huge_pages()
            except (OSError, ValueError, StopIteration):
                pass
        rehearse()
        os.register_at_fork(after_in_child=sow_anew)
        gc.collect()
        self.gaps = fill_gaps()
        if LIBC:
            fill_malloc_gaps()

    def start(self, slot, job_fd, output_fd, null_fd):
        """Forks a candidate. Its scratch directory has the usual name where there is never another beside it who could take that name."""
        self.count += 1
        uid = self.options.uid_base + self.first_uid + self.count % UIDS if self.options.uid_base else 0
        scratch = self.usual if self.options.slots == 1 else self.new_scratch()
        self.set_home(scratch)
        needs, run_child = self.needs, self.run_child
        pid = fork()
        if pid == 0:
            try:
                run_child(job_fd, output_fd, null_fd, uid, scratch, needs)
            except BaseException:
                pass
            finally:
                os._exit(LEFT if CANDIDATE.is_running else NEVER_BEGAN)
        close(job_fd)
        close(output_fd)
        close(null_fd)
        self.live[slot] = (pid, uid, scratch)

    def end(self, slot):
        """Ends a candidate and all it started; returns its wait status, its CPU time and whether it was still there."""
        pid, uid, scratch = self.live.pop(slot)
        before = children_seconds()
        ended, status = waitpid(pid, WNOHANG)
        send_signal(killpg, pid)  # it and what it has started, in one step
        if not ended:
            send_signal(kill, pid)  # it may have gone to another group
            _, status = waitpid(pid, 0)
        used = children_seconds() - before
        self.sweep(uid)
        self.clean(uid, scratch)
        return status, int(used * 1e6), (0 if ended else KILLED) | (SOILED if self.is_soiled else 0)

    def sweep(self, uid):
        """Kills what left the group: orphans come to this process, because it is their subreaper."""
        if self.children is None or not pread(self.children, 1, 0):
            return
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            listed = pread(self.children, 1 << 16, 0)
            known = {entry[0] for entry in self.live.values()}
            left = [pid for pid in map(int, listed.split()) if pid not in known]
            if not left:
                return
            if uid:
                as_uid(uid, lambda: os.kill(-1, SIGKILL))  # all of one uid at once: no race with a fork bomb
            for pid in left:
                send_signal(os.kill, pid)
            for pid in left:
                try:
                    os.waitpid(pid, 0)
                except ChildProcessError:
                    pass

    def clean(self, uid, scratch):
        if not uid:
            self.open_folders()
        try:
            rmdir(scratch)
        except FileNotFoundError:
            pass
        except OSError:
            self.is_soiled |= not as_uid(uid, lambda: remove(scratch))
            try:
                os.rmdir(scratch)
            except OSError:
                self.usual = self.new_scratch()
        if not uid and not os.path.isdir(self.options.scratch):  # with one uid for all, a candidate may have removed it
            os.makedirs(self.options.scratch, exist_ok=True)
        for folder, size in self.shared.items():
            if size is not None and stat(folder).st_size == size:
                continue
            try:
                left = os.listdir(folder)
            except OSError:
                continue
            if left:
                self.empty(folder, left, uid)

    def open_folders(self):
        """With one uid for all a candidate owns the folders that verdicts share: it may have closed them, or left its mark on them."""
        for folder in {self.options.scratch, *self.shared}:
            try:
                os.chmod(folder, 0o700)
                for name in os.listxattr(folder) if LINUX else []:  # access lists among them
                    os.removexattr(folder, name)
                os.utime(folder)
            except OSError:
                pass  # it is another's, or gone

    def empty(self, folder, names, uid):
        """Removes what a verdict may have left in a folder that verdicts share."""
        live = {os.path.basename(entry[2]) for entry in self.live.values()}
        left = [name for name in names if name not in live]
        if left and (uid or not live):
            self.is_soiled |= not as_uid(uid, lambda: [remove(os.path.join(folder, name)) for name in left])


def empty_size(folder):
    """The size of an empty folder, where a folder's size tells whether it is empty (in memory it does); else None."""
    probe = f'{folder}/{os.urandom(6).hex()}'
    try:
        before = stat(folder).st_size
        os.mkdir(probe)
        with_probe = stat(folder).st_size
        os.rmdir(probe)
        return before if with_probe > before == stat(folder).st_size and not os.listdir(folder) else None
    except OSError:
        return None


def waited_ms(pid):
    """How long a process was ready to run while no core was free for it; 0 where the kernel does not tell."""
    try:
        with open(f'/proc/{pid}/schedstat', 'rb') as file:
            return min(int(file.read().split()[1]) // 1_000_000, 0xFFFFFFFF)
    except (OSError, LookupError, ValueError):
        return 0


def send_signal(send, pid):
    try:
        send(pid, SIGKILL)
    except OSError:
        pass


def children_seconds():
    """CPU time of all processes that this one has waited for."""
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def as_uid(uid, work):
    """Does something with the rights of a verdict's uid, in a process of its own; says whether that was done in time."""
    pid = os.fork()
    if pid == 0:
        try:
            signal.setitimer(signal.ITIMER_REAL, CLEAN_SECONDS)
            if uid:
                os.setresuid(uid, uid, uid)
            work()
        except BaseException:
            pass
        os._exit(0)
    return os.waitpid(pid, 0)[1] == 0


def remove(path):
    """Removes a file or a folder with all in it, as far as that is allowed. A tree may be deeper than any path may be long: its
    folders are moved to the top, one level after the other, and removed there."""
    try:
        if os.path.islink(path) or not os.path.isdir(path):
            os.unlink(path)
            return
        os.chmod(path, 0o700)
        moved = 0
        while True:
            entries = os.listdir(path)
            if not entries:
                break
            for entry in entries:
                entry = os.path.join(path, entry)
                if os.path.islink(entry) or not os.path.isdir(entry):
                    os.unlink(entry)
                    continue
                os.chmod(entry, 0o700)
                for inner in os.listdir(entry):
                    inner = os.path.join(entry, inner)
                    if os.path.islink(inner) or not os.path.isdir(inner):
                        os.unlink(inner)
                    else:
                        os.chmod(inner, 0o700)  # a folder that is not writable cannot be moved
                        os.rename(inner, os.path.join(path, f'{moved}-{os.urandom(6).hex()}'))
                        moved += 1
                os.rmdir(entry)
        os.rmdir(path)
    except OSError:
        pass


# ══ From here on: what a forker, and so a candidate, never loads ════════════════════════════════════════════════════════

import ast, array, binascii, datetime, decimal, fractions, select, socket, statistics

FAILURES, OUTPUT = 5, 2000  # bounds of what is reported: failures, characters of output
DONTWAIT, PEEK = int(socket.MSG_DONTWAIT), int(socket.MSG_PEEK | socket.MSG_DONTWAIT)
CHANNEL_FD = 3  # a tester's or checker's end of its socket to the broker
TESTER_KB = 256 << 10  # a tester that took more memory once is not used again
TESTER_GRACE = 2.0  # seconds a tester has to report after its candidate was ended
SUITE_CACHE = 4 << 20  # how much test source a tester keeps compiled, in characters

# ── Test suites ─────────────────────────────────────────────────────────────────────────────────────────────────────


def name(identifier):
    return ast.Name(id=identifier, ctx=ast.Load())


def record(method, *arguments):
    return ast.Call(func=ast.Attribute(value=name('__record__'), attr=method, ctx=ast.Load()), args=list(arguments), keywords=[])


class Instrument(ast.NodeTransformer):
    """Makes every assertion report itself and lets the run go on after one that failed.

    An assertion inside `try` with handlers raises as it always did: the handler may be waiting for it.
    """

    def __init__(self):
        self.count, self.is_guarded = 0, False

    def visit_Try(self, node):
        outer, self.is_guarded = self.is_guarded, self.is_guarded or bool(node.handlers)
        node.body = self.visit_all(node.body)
        self.is_guarded = outer
        for handler in node.handlers:
            handler.body = self.visit_all(handler.body)
        node.orelse = self.visit_all(node.orelse)
        node.finalbody = self.visit_all(node.finalbody)
        return node

    def visit_FunctionDef(self, node):
        outer, self.is_guarded = self.is_guarded, False
        self.generic_visit(node)
        self.is_guarded = outer
        return node

    def visit_all(self, statements):
        visited = [self.visit(statement) for statement in statements]
        return [statement for one in visited for statement in (one if isinstance(one, list) else [one])]

    def visit_Assert(self, node):
        number = ast.Constant(value=self.count)
        self.count += 1
        test = node.test
        if isinstance(test, ast.Compare):
            test = ast.Compare(left=record('left', test.left), ops=test.ops, comparators=test.comparators)
        message = node.msg or ast.Constant(value=None)
        if not isinstance(message, ast.Constant):
            nothing = ast.arguments(posonlyargs=[], args=[], vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=[])
            message = ast.Lambda(args=nothing, body=message)
        check = ast.If(
            test=test,
            body=[ast.Expr(value=record('held', number))],
            orelse=[ast.Expr(value=record('failed', number, message, ast.Constant(value=self.is_guarded)))],
        )
        begin = ast.Expr(value=record('begin', number))
        if self.is_guarded:
            return [begin, check]
        handler = ast.ExceptHandler(type=None, name=None, body=[ast.Expr(value=record('raised', number))])
        return ast.Try(body=[begin, check], handlers=[handler], orelse=[], finalbody=[])


HARMLESS = {
    'abs', 'all', 'any', 'bool', 'dict', 'divmod', 'float', 'frozenset', 'int', 'isinstance', 'len', 'list', 'max', 'min', 'pow', 'repr', 'round', 'set', 'sorted', 'str', 'sum', 'tuple', 'type',
}  # fmt: skip


class Foreseen:
    """Finds the calls a suite will make in any case, in order, with literal arguments: they go to the candidate in one message.

    Only straight-line code is followed (a module, and the body of a check function it calls once); at the first statement
    that is anything else this stops and the rest is called one by one. The candidate sees the same calls in the same order.
    """

    def __init__(self, tree, entry):
        self.tree, self.entry, self.calls, self.functions = tree, entry, [], {}
        self.is_all = self.follow(tree.body, {entry, 'candidate'})

    def follow(self, statements, names):
        for statement in statements:
            if not self.step(statement, names):
                return False
        return True

    def step(self, statement, names):
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            return not any((alias.asname or alias.name) in names or alias.name == '*' for alias in statement.names)
        if isinstance(statement, ast.Pass):
            return True
        if isinstance(statement, ast.FunctionDef):
            self.functions[statement.name] = statement
            return statement.name not in names and not statement.decorator_list
        if isinstance(statement, ast.Assign):
            inner = list(ast.walk(statement))
            return not any(isinstance(node, (ast.Call, ast.Subscript, ast.Attribute)) or (isinstance(node, ast.Name) and node.id in names) for node in inner)
        if isinstance(statement, ast.Assert):
            return self.take(statement, names)
        if isinstance(statement, ast.Expr):
            return isinstance(statement.value, ast.Constant) or self.enter(statement.value, names)
        return False

    def enter(self, call, names):
        """Follows `check(entry)` into the function, when that is the only place it is used."""
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and not call.keywords and len(call.args) == 1):
            return False
        function = self.functions.get(call.func.id)
        if function is None or not (isinstance(call.args[0], ast.Name) and call.args[0].id in names):
            return False
        used = sum(isinstance(node, ast.Name) and node.id == call.func.id for node in ast.walk(self.tree))
        parameters = function.args
        plain = len(parameters.args) == 1 and not (parameters.vararg or parameters.kwonlyargs or parameters.kwarg or getattr(parameters, 'posonlyargs', None))
        if used != 1 or not plain:
            return False
        return self.follow(function.body, {parameters.args[0].arg, *names})

    def take(self, statement, names):
        found = []
        if not self.scan(statement.test, names, found):
            return False
        for call, arguments in found:
            call.func = ast.Attribute(value=name('__record__'), attr='answer', ctx=ast.Load())
            call.args, call.keywords = [ast.Constant(value=len(self.calls))], []
            self.calls.append(arguments)
        return statement.msg is None or isinstance(statement.msg, ast.Constant) or not self.mentions(statement.msg, names)

    def mentions(self, node, names):
        return any(isinstance(inner, ast.Name) and inner.id in names for inner in ast.walk(node))

    def scan(self, node, names, found):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in names:
                arguments = literal(node)
                if arguments is not None:
                    found.append((node, arguments))
                return arguments is not None
            if node.func.id not in HARMLESS:
                return False
        if isinstance(node, ast.Name):
            return node.id not in names
        if isinstance(node, (ast.IfExp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr, ast.Await, ast.Yield)):
            return not self.mentions(node, names)
        late = node.values[1:] if isinstance(node, ast.BoolOp) else node.comparators[1:] if isinstance(node, ast.Compare) else []
        if any(self.mentions(part, names) for part in late):  # evaluated only if what stands before it gives cause
            return False
        return all(self.scan(child, names, found) for child in ast.iter_child_nodes(node))


def literal(call):
    try:
        keywords = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
        return None if None in keywords else ([ast.literal_eval(argument) for argument in call.args], keywords)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def take_cases(tree):
    """Takes a final `check_cases(agrees, '<JSON>')` off a suite: the name of its function and its table; (None, []) without one."""
    call = tree.body[-1].value if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == 'check_cases'):
        return None, []
    judge, table = call.args
    del tree.body[-1]
    return judge.id, [decode(case, None) for case in json.loads(table.value)]


class Suite:
    """A test source, compiled once: instrumented code, its cases, number of assertions, the calls known beforehand."""

    def __init__(self, prelude, tests, entry):
        self.tests, self.entry, self.nodes = tests, entry, None
        self.prelude = compile(prelude, '<prelude>', 'exec', dont_inherit=True)
        tree = ast.parse(tests)
        self.judge, self.cases = take_cases(tree)
        foreseen = Foreseen(tree, entry)
        try:
            marshal.dumps(foreseen.calls, 2)
        except ValueError:  # an Ellipsis subclass or the like cannot be; but never fail here
            tree, foreseen = ast.parse(tests), None
            take_cases(tree)
        self.calls, self.is_all = (foreseen.calls, foreseen.is_all) if foreseen else ([], False)
        self.case_calls = len(self.calls) if self.is_all and all(is_plain(case[0]) for case in self.cases) else None
        if self.case_calls is not None:
            self.calls += [(case[0], None) for case in self.cases]
        self.is_all = self.is_all and (self.case_calls is not None or not self.cases)
        instrument = Instrument()
        tree = ast.fix_missing_locations(instrument.visit(tree))
        self.first_case, self.code = instrument.count, compile(tree, '<tests>', 'exec', dont_inherit=True)
        self.count = self.first_case + len(self.cases)

    def source(self, number):
        """The text of an assertion; parsed again, since only failures need it."""
        if number >= self.first_case:
            arguments, expected = self.cases[number - self.first_case][:2]
            return bounded(f'{self.entry}({", ".join(map(shown, arguments))}) should give {shown(expected)}')
        if self.nodes is None:
            self.nodes = Asserts(ast.parse(self.tests)).found
        node = self.nodes[number]
        text = ast.unparse(node) if hasattr(ast, 'unparse') else ast.get_source_segment(self.tests, node) or ''
        return bounded(text)


class Asserts(ast.NodeVisitor):
    """Assertions in the order in which Instrument numbers them."""

    def __init__(self, tree):
        self.found = []
        self.visit(tree)

    def visit_Assert(self, node):
        self.found.append(node)


# ── Tester ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class Stop(BaseException):
    """Ends a test run: the candidate is gone, or never started."""


class Record:
    """What the instrumented tests report to, and the tester's end of the job socket."""

    def __init__(self, suite, fd):
        self.suite, self.fd, self.frames = suite, fd, Frames(fd, ANSWER_BYTES)
        self.letters, self.failures = ['-'] * suite.count, []
        self.answers, self.lent, self.kept = [], [], []
        self.is_started = self.is_alive = self.was_called = self.is_unread = False
        self.stop = None  # why the candidate is gone
        self.start_failure = None
        self.reason = None
        self.number, self.seen, self.has_seen = None, None, False

    # The conversation

    def read(self):
        """The next answer; waits for the start to succeed first, and serves the functions lent to the candidate."""
        while True:
            try:
                message = from_json(self.frames.next())
                kind = message[0]
            except OverflowError:
                self.leave('too-large')
            except (EOFError, OSError):
                self.leave('ended')
            except (ValueError, LookupError, TypeError, RecursionError):
                self.leave('unreadable')
            if kind == 'started' and not self.is_started:
                self.is_started = True
            elif kind == 'failed' and not self.is_started:
                self.start_failure = (str(message[1]), message[2])
                self.leave('not-started')
            elif kind == 'too-large':
                self.leave('too-large')
            elif kind == 'alive':
                self.is_alive = True
                return message
            elif kind == 'callback':
                self.call_back(message)
            else:
                self.was_called = True
                return message

    def leave(self, why):
        self.stop = why
        raise Stop

    def send(self, message):
        if self.stop:
            raise Stop
        try:
            send_frame(self.fd, marshal.dumps(message, 4))
        except OSError:
            self.read_to_end()

    def read_to_end(self):
        """The socket is closed on the other side: what is left to read tells more than that."""
        while True:
            self.read()

    def call(self, number, arguments, keywords):
        if self.stop:
            raise Stop
        while not self.is_all_answered():
            self.answers.append(self.next_answer())
        if is_plain(arguments) and is_plain(keywords):
            self.send(('call', number, arguments, keywords))
        else:
            tagged = [number, encode(list(arguments), self.lend), encode(keywords, self.lend)]
            self.send(('tagged', json.dumps(tagged)))
        answer = self.next_answer()
        own = [*arguments, *keywords.values()]
        try:
            alias, changed = answer[-2], answer[-1]
            if changed is not None:
                for old, new in zip(own, decode(changed, self.borrow)):
                    put_back(old, new)
            if alias is not None:
                return own[alias]
        except (LookupError, TypeError, ValueError):
            self.leave('unreadable')
        return self.value(answer)

    def answer_to(self, *arguments):
        """Calls the entry point as a case does."""
        while not self.is_all_answered():
            self.answers.append(self.next_answer())
        self.send(('case', list(arguments)))
        return self.value(self.next_answer())

    def next_answer(self):
        answer = self.read()
        while answer[0] == 'alive':
            answer = self.read()
        return answer

    def is_all_answered(self):
        return len(self.answers) == len(self.suite.calls)

    def answer(self, number):
        """What the candidate answered to the call with this number among those known beforehand."""
        while len(self.answers) <= number:
            if self.stop:
                raise Stop
            self.answers.append(self.next_answer())
        return self.value(self.answers[number])

    def value(self, answer):
        if answer[0] == 'value':
            try:
                return decode(answer[1], self.borrow)
            except (LookupError, TypeError, ValueError, ArithmeticError, RecursionError):
                return Opaque('unreadable')
        if answer[0] != 'raised' or len(answer) < 5:
            self.leave('unreadable')
        raise to_exception(answer[:5], self.borrow)

    def lend(self, function):
        self.lent.append(function)
        return len(self.lent) - 1

    def borrow(self, number, arguments, keywords):
        return self.call(number, arguments, keywords)

    def call_back(self, message):
        try:
            _, number, arguments, keywords = message
            function = self.lent[number]
            value = function(*decode(arguments, self.borrow), **decode(keywords, self.borrow))
            answer = ('return', json.dumps(encode(value, self.lend)))
        except Exception as error:
            answer = ('raise', json.dumps(describe(error, self.lend)))
        self.send(answer)

    def keep(self, value):
        self.kept.append(json.dumps(encode(value, self.lend)))

    # The assertions

    def check_cases(self, agrees):
        for index, (arguments, *expected) in enumerate(self.suite.cases):
            number = self.suite.first_case + index
            self.begin(number)
            try:
                foreseen = self.suite.case_calls
                got = self.answer_to(*arguments) if foreseen is None else self.answer(foreseen + index)
            except Exception:
                self.raised(number)
                continue
            try:
                message = None if agrees(got, expected[0], arguments, *expected[1:]) else 'AssertionError'
            except Exception as error:  # values that cannot be compared
                message = text_of(error)
            if message is None:
                self.held(number)
            else:
                self.fail(number, 'f', 'assertion', message, shown(got))

    def begin(self, number):
        self.number, self.has_seen = number, False

    def left(self, value):
        self.seen, self.has_seen = value, True
        return value

    def held(self, number):
        if self.letters[number] == '-':
            self.letters[number] = 'p'

    def failed(self, number, message, is_guarded):
        got = shown(self.seen) if self.has_seen else None
        if callable(message):
            try:
                message = message()
            except Exception:
                message = None
        text = 'AssertionError' if message is None else f'AssertionError: {message}'
        if is_guarded:
            error = AssertionError(message)
            error.assertion = (number, got, text)
            raise error
        self.fail(number, 'f', 'assertion', text, got)

    def raised(self, number):
        error = sys.exc_info()[1]
        if isinstance(error, Stop):
            raise error
        if not self.was_called:
            raise error
        self.fail(number, 'e', reason_of(error), text_of(error), None)

    def fail(self, number, letter, reason, message, got):
        """An assertion in a loop keeps its first failure."""
        if self.reason is None:
            self.reason = reason
        if number is not None:
            if self.letters[number] in 'fe':
                return
            self.letters[number] = letter
        if len(self.failures) < FAILURES:
            failure = {'message': scrub(message)}
            if number is not None:
                failure.update(assertion=number, source=self.suite.source(number))
            if got is not None:
                failure['got'] = scrub(got)
            self.failures.append(failure)


def reason_of(error):
    if isinstance(error, MemoryError):
        return 'memory'
    return 'exited-early' if isinstance(error, SystemExit) else 'exception'


def text_of(error):
    try:
        return getattr(error, 'shown', None) or (f'{type(error).__name__}: {error}' if str(error) else type(error).__name__)
    except Exception:
        return type(error).__name__


def shown(value):
    try:
        if type(value) is int and value.bit_length() > 10_000:
            return f'an integer of {value.bit_length()} bits'
        return repr(value)
    except Exception:
        return f'<{type(value).__name__}>'


ADDRESS = re.compile(r' at 0x[0-9a-fA-F]+')
PLACES = []  # one pattern: folders whose names differ between machines and runs


def scrub(text, size=TEXT):
    for place in PLACES:
        text = place.sub('…', text)
    return bounded(ADDRESS.sub(' at 0x…', text), size)


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
        namespace[entry] = namespace['candidate'] = Borrowed(entry, lambda arguments, keywords: record.call(0, arguments, keywords))
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


# ── Checker ─────────────────────────────────────────────────────────────────────────────────────────────────────────
# Test text that did not come with a dataset may have been written by a model, and does in its process what it likes. So that process
# is made for it alone, by an interpreter that knows of no other job, and the broker believes nothing of what comes from it.

CHECKER_MB = 512  # memory of a checker: what it holds are one check and a candidate's answers to it
REPORT_BYTES = 1 << 17  # the longest report of a checker that is read
LETTERS = 10_000  # the most assertions that a checker's report is about


class Checker(Tester):
    """Runs one test suite that anyone may have written."""

    def run(self):
        limits, fd, *job = self.receive()
        for which, value in limits:
            set_limit(which, *value)
        CANDIDATE.is_running = True  # from here on, how this process ends is the check's doing
        report = self.judge(fd, *job)
        report['kept'] = []
        send_frame(CHANNEL_FD, to_json(report))
        os._exit(0)


def run_checker(channel_fd, output_fd, null_fd, uid, scratch, needs):
    """What a freshly forked checker does. Never returns."""
    take_descriptors(channel_fd, output_fd, null_fd)
    if uid:
        setresuid(uid, uid, uid)
    settle(scratch)
    if needs is not None:
        needs(uid)
    gc.enable()
    Checker().run()


class CheckerForker(Forker):
    """Forks checkers, and ends them. With one uid for all it may not tell what in a shared folder is a candidate's: it empties them only
    when the candidate of its job has ended before."""

    first_uid = UIDS
    run_child = staticmethod(run_checker)

    def warm_up(self):
        PLACES.append(places_pattern(self.options.scratch))
        warm_up()
        gc.collect()
        self.control.send(b'!')  # it is ready

    def empty(self, folder, names, uid):
        if uid or self.is_last:
            super().empty(folder, names, uid)


BAD_REPORT = {'harnessError': 'the check did not report what it found'}
REASONS = ('syntax', 'no-entry-point', 'assertion', 'exception', 'memory', 'exited-early')
STOPS = (None, 'too-large', 'ended', 'unreadable', 'not-started')


def read_report(data):
    """The report that a checker sent, which may be anything: of the shape that a tester's has and within its bounds, or BAD_REPORT."""
    try:
        said = from_json(data)
        if type(said.get('harnessError')) is str:
            return {'harnessError': printable(said['harnessError'])}
        letters, failures, start, number = said['assertions'], said['failures'], said['startFailure'], said['number']
        is_sound = (
            type(letters) is str and len(letters) <= LETTERS and set(letters) <= set('pfe-')
            and type(failures) is list and len(failures) <= FAILURES
            and said['reason'] in (None, *REASONS) and said['stop'] in STOPS and type(said['finished']) is bool
            and (start is None or (type(start) is list and len(start) == 2 and start[0] in REASONS))
            and (number is None or is_number(number, letters))
        )  # fmt: skip
        return {
            'assertions': letters, 'failures': [read_failure(failure, letters) for failure in failures], 'reason': said['reason'],
            'finished': said['finished'], 'stop': said['stop'], 'startFailure': start and [start[0], printable(start[1])],
            'number': number, 'source': None if said['source'] is None else printable(said['source']),
        } if is_sound else BAD_REPORT  # fmt: skip
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError, MemoryError):
        return BAD_REPORT


def read_failure(failure, letters):
    number = failure.get('assertion')
    if number is not None and not is_number(number, letters):
        raise ValueError
    texts = {name: printable(failure[name]) for name in ('message', 'source', 'got') if name in failure}
    return {'message': '', **texts, **({} if number is None else {'assertion': number})}


def is_number(number, letters):
    return type(number) is int and 0 <= number < len(letters)


def printable(text):
    """A text that may stand in a prompt or on a terminal, and is not long."""
    return bounded(''.join([letter if letter.isprintable() or letter == '\n' else '\ufffd' for letter in text[: TEXT + 1]]))


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


# Beyond its limit a program gets SIGXCPU, which says what ended it; who ignores that goes on to its wall clock. SIGKILL at a second limit says nothing: the
# kernel counts that limit in ticks, of which a process that is often interrupted is charged up to a half more than the time it had.
MOST_CPU = resource.getrlimit(resource.RLIMIT_CPU)[1]


def limits_of(limits, options):
    """The limits of a candidate for setrlimit."""
    cpu_seconds, memory, file_size = math.ceil(limits['cpuSeconds']), limits['memoryMb'] << 20, limits['fileMb'] << 20
    processes = options.process_base + limits['processes']
    found = [(resource.RLIMIT_CPU, (cpu_seconds, MOST_CPU)), (resource.RLIMIT_FSIZE, (file_size, file_size)), (resource.RLIMIT_NPROC, (processes, processes))]
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
        if 'parts' in globals():  # who runs this file from memory leaves them there, compiled
            program = parts[:parts_needed]
        else:
            first, mark, rest = open(__file__, 'rb').read().partition('\n# ══'.encode())
            program = [compile(text, '<runner>', 'exec', dont_inherit=True) for text in (first, mark + rest)[:parts_needed]]
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


class Broker:
    """Takes requests in order, `--slots` under way at a time; a candidate for the next is started when one ends."""

    def __init__(self, requests_fd, replies_fd, options):
        self.requests, self.replies, self.options = Frames(requests_fd), replies_fd, options
        self.poll, self.handlers = select.poll(), {}
        self.queue, self.jobs, self.idle, self.prepared = collections.deque(), {}, [], []
        self.free = list(range(255, -1, -1))
        self.unsent, self.send_at, self.core = b'', 0, ANY_CORE
        self.is_soiled = False
        self.control, other = control_pair()
        self.forker = start_forker(other.fileno(), options)
        other.close()
        self.checkers = self.checker_forker = None  # as `control` and `forker`; from the first check on
        self.watch(requests_fd, self.on_request)
        self.watch(self.control.fileno(), self.on_done)

    def watch(self, fd, handler):
        self.handlers[fd] = handler
        self.poll.register(fd, select.POLLIN)

    def unwatch(self, fd):
        del self.handlers[fd]
        self.poll.unregister(fd)

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
                        job.tester_before = waited_ms(job.tester.pid)
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

    def reply(self, message):
        """Replies that follow closely upon one another leave together: on the other side each write wakes several processes."""
        if not self.unsent:
            self.send_at = time.monotonic() + REPLY_SECONDS
        self.unsent += framed(to_json(message))

    def flush(self):
        data, self.unsent = self.unsent, b''
        if data:
            send_all(self.replies, data)

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
            own = limits_of({**job.limits, 'memoryMb': CHECKER_MB}, self.options)
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
                job.tester_waited = max(0, waited_ms(job.tester.pid) - (job.tester_before or 0))
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
            'wallMs': round((time.monotonic() - job.begun) * 1000, 3), 'cpuMs': cpu / 1000, 'waitedMs': waited + job.tester_waited,
        })  # fmt: skip
        if self.is_soiled:
            self.give_up('a program has left more than could be removed in time')


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


EMPTY = {'status': 'ungraded', 'reason': None, 'detail': '', 'assertions': '', 'failures': [], 'output': '', 'wallMs': 0, 'cpuMs': 0, 'waitedMs': 0, 'wasKilled': False}
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
    if ended_signal == signal.SIGXCPU or (ended_signal == SIGKILL and cpu_seconds >= job.limits['cpuSeconds']):
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


# ── Start ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Options:
    """Flags: --scratch=DIR (where scratch directories are made), --uid-base=N (0: one uid for all), --private-tmp (/tmp and
    /dev/shm are the sandbox's own and are emptied), --slots=N (verdicts under way at a time, 1), --no-seccomp."""

    def __init__(self, arguments):
        given = dict(argument[2:].partition('=')[::2] for argument in arguments)
        self.scratch = given.get('scratch', '/tmp')
        self.private_tmp = 'private-tmp' in given
        self.slots = max(1, int(given.get('slots', 1)))
        base = int(given.get('uid-base', 0))
        self.uid_base = base if base and child_succeeds(lambda: become(base)) else 0
        self.filter = filter_program(False) if LINUX else None
        self.own_filter = filter_program(True) if LINUX and not self.uid_base else None  # beside the other
        self.seccomp = 'no-seccomp' not in given and child_succeeds(lambda: install_filter(self.filter, os.getpid()) or fail())
        self.is_first = os.getpid() == 1  # of its container: when it ends, the kernel ends all others
        self.process_base = 0  # how many processes of its uid a verdict does not own
        library = os.path.dirname(os.__file__)
        self.hidden = [library] if self.uid_base and not child_succeeds(lambda: (become(base), os.listdir(library))) else []


def fail():
    raise OSError


def child_succeeds(work):
    """Whether something works, tried in a process of its own."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitpid(pid, 0)[1] == 0


def process_base():
    """With one uid for all, the limit of processes counts everything this user runs: find out how many that are."""
    for count in (1 << power for power in range(4, 16)):

        def attempt():
            resource.setrlimit(resource.RLIMIT_NPROC, (count, count))
            pid = os.fork()
            if pid == 0:
                os._exit(0)
            os.waitpid(pid, 0)

        if child_succeeds(attempt):
            return count + 64
    return 1 << 16


def warm_up():
    """The first compile() builds the AST types, the first encode its caches: once here, not in every child."""
    code = 'from typing import List\ndef f(x: List[int]):\n    return [i for i in x]\n'
    namespace = {'__name__': 'warm'}
    exec(compile(code, '<warm>', 'exec', dont_inherit=True), namespace)
    decode(json.loads(json.dumps(encode([1, (2.5,), {'a': {1}}], None))), None)
    Suite('', 'assert f([1]) == [1]', 'f')


def places_pattern(scratch):
    folders = {os.path.dirname(os.__file__), sys.prefix, sys.base_prefix} - {'/', '/usr'}
    own = re.escape(scratch) + '/[0-9]+-[0-9a-f]{12}'
    return re.compile('|'.join([own, '/proc/self/fd/[0-9]+', *map(re.escape, sorted(folders, key=len, reverse=True))]))


def main():
    options = Options(sys.argv[1:])
    requests_fd, replies_fd = os.dup(0), os.dup(1)
    null = os.open('/dev/null', os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    os.close(null)
    prctl(PR_SET_DUMPABLE, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not options.uid_base:
        options.process_base = process_base()
    PLACES.append(places_pattern(options.scratch))
    warm_up()
    gc.collect()
    gc.freeze()
    gc.disable()
    Broker(requests_fd, replies_fd, options).run()


if __name__ == '__main__':
    main()
