from .ground import ANSWER_BYTES, TEXT, bounded, json, marshal, re, sys
from .frames import Frames, send_frame
from .plain_data import Opaque, decode, describe, encode, from_json, is_plain, put_back, to_exception
from .suites import FAILURES

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
